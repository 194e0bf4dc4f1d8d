// A package of npm by its name, from where node or npm look for packages; null where it isn't installed.
const { execSync } = require('child_process');

module.exports = (name) => {
  const folders = [process.cwd()];
  try {
    folders.push(execSync('npm root -g', { stdio: ['ignore', 'pipe', 'ignore'] }).toString().trim());
  } catch {
    // NODE_PATH may do
  }
  try {
    return require(require.resolve(name, { paths: folders.concat(module.paths, require.main.paths) }));
  } catch {
    try {
      return require(name);
    } catch {
      return null;
    }
  }
};
