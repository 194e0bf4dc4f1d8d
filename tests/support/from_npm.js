// A package of npm by its name, from where node or npm look for packages; null where it isn't installed.
const { execSync } = require('child_process');
const fs = require('fs');
const path = require('path');

function folders() {
  const found = [process.cwd()];
  try {
    found.push(execSync('npm root -g', { stdio: ['ignore', 'pipe', 'ignore'] }).toString().trim());
  } catch {
    // NODE_PATH may do
  }
  return found.concat(module.paths, require.main.paths);
}

module.exports = (name) => {
  try {
    return require(require.resolve(name, { paths: folders() }));
  } catch {
    try {
      return require(name);
    } catch {
      return null;
    }
  }
};

// The folder of a package that can only be imported; null where it isn't installed.
module.exports.folder = (name) => {
  const places = folders().concat((process.env.NODE_PATH ?? '').split(path.delimiter));
  const candidates = places.filter(Boolean).flatMap((place) => [path.join(place, name), path.join(place, 'node_modules', name)]);
  return candidates.find((place) => fs.existsSync(path.join(place, 'package.json'))) ?? null;
};
