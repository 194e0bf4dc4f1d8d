// The page around the package: what was given is only ever shown as text.

import { differences } from './changes.js';

const find = (id) => document.getElementById(id);
const longest = 50_000; // characters that are shown
const most = 500; // links that are shown
const counted = (count, one) => `${count} ${one}${count === 1 ? '' : 's'}`;

function fail(words) {
  find('status').textContent = words;
  find('status').className = 'failure';
}

const { explain, links, rewrite, RewriteStream } = await import('./npm/index.js').catch((error) => {
  fail(`The module can't be loaded: ${error.message}`);
  throw error;
});

let file = null; // that was given in place of a text
let result = null; // bytes or a text, to be saved

function element(name, { text, kind, children = [] } = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  made.append(...children);
  return made;
}

function options() {
  const notes = [];
  const chosen = {
    url: find('url').value || undefined,
    type: find('type').value,
    resolver: find('resolver').value,
    keepFragments: find('keepFragments').checked,
    baseElement: find('removeBase').checked ? 'remove' : 'keep',
    name: file?.name,
    onNote: (note) => notes.push(note),
  };
  return { chosen, notes };
}

// The text with what changes crossed out, and what stands there then behind it.
function changesOf(source, output, found) {
  const parts = [];
  let shown = 0;
  for (const piece of differences(source, output, found)) {
    if (shown > longest) break;
    const texts = typeof piece === 'string' ? [['span', piece]] : [['del', piece.old], ['ins', piece.new]];
    for (const [name, text] of texts.filter(([, one]) => one !== '')) {
      parts.push(element(name, { text: text.slice(0, longest) }));
      shown += text.length;
    }
  }
  if (shown > longest) parts.push(element('span', { text: '\n... and more', kind: 'stays' }));
  return parts;
}

// The bytes of a file as the text that they are in UTF-8; null: they are not.
function textOf(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function rowOf({ line, within, element: name, attribute, reference, url, action, reason }) {
  const where = [...(within ?? []), [name, attribute].filter(Boolean).join(' ')].filter(Boolean).join(' > ');
  const becomes = action === 'keep' ? `stays: ${reason}` : url;
  const cells = [line ?? '', where, reference].map((text) => element('td', { text }));
  return element('tr', { children: [...cells, element('td', { text: becomes, kind: action === 'rewrite' ? '' : 'stays' })] });
}

// Boxes in boxes, as in the figure of RFC 1808: the innermost layer is inside of all others.
function boxesOf({ message, part, type, within, base, layers, links: count }) {
  const where = [message && `message ${message}`, part && `part ${part}`, ...(within ?? []), type].filter(Boolean).join(' > ');
  let inside = [element('p', { text: `${where}: ${counted(count, 'link')}, base ${base ?? 'undefined'}` })];
  for (const { from, value, url, status, reason } of layers) {
    const words = [`${from}: ${value}`, url && url !== value ? `= ${url}` : '', status, reason ?? ''].filter(Boolean).join(', ');
    inside = [element('div', { kind: `layer ${status}`, children: [element('p', { text: words }), ...inside] })];
  }
  return inside;
}

function show(status, notes, { changes = [], bases = [], rows = [] } = {}) {
  find('status').textContent = status;
  find('status').className = '';
  find('notes').replaceChildren(...notes.slice(0, 50).map(({ severity, text, line }) =>
    element('li', { text: `${line ? `line ${line}: ` : ''}${text}`, kind: severity })));
  find('changes').replaceChildren(...changes);
  find('bases').replaceChildren(...bases);
  find('links').replaceChildren(...rows.slice(0, most));
  find('more').textContent = rows.length > most ? `... and ${rows.length - most} more` : '';
  find('save').disabled = result === null;
}

async function showStream(bytes, chosen, notes) {
  const output = new Blob([bytes]).stream().pipeThrough(new RewriteStream({ ...chosen, warcEmit: 'response' }));
  result = new Uint8Array(await new Response(output).arrayBuffer());
  const words = `Read part by part: ${bytes.length} bytes became ${result.length}, a full copy with absolute links.`;
  show(words, notes, { changes: ['Save the result to see it.'] });
}

async function run() {
  const { chosen, notes } = options();
  const given = file;
  result = null;
  find('save').disabled = true;
  try {
    const data = given ? new Uint8Array(await given.arrayBuffer()) : find('source').value;
    let found;
    try {
      found = links(data, chosen);
    } catch (error) {
      if (!String(error.message).includes('RewriteStream')) throw error;
      return await showStream(given ? data : new TextEncoder().encode(data), chosen, notes);
    }
    const quiet = { ...chosen, onNote: undefined };
    result = rewrite(data, quiet);
    const [before, after] = given ? [textOf(data), textOf(result)] : [data, result];
    const isText = before !== null && after !== null;
    const places = given && isText ? links(before, { ...quiet, charset: undefined }) : found;
    const count = found.filter(({ action }) => action === 'rewrite').length;
    show(`${counted(found.length, 'link')}, ${count} of them ${count === 1 ? 'becomes' : 'become'} absolute.`, notes, {
      changes: isText ? changesOf(before, after, places) : ['This is not UTF-8. Save the result to see it.'],
      bases: explain(data, quiet).slice(0, 100).flatMap(boxesOf),
      rows: found.map(rowOf),
    });
  } catch (error) {
    show('', notes);
    fail(error.message);
  }
}

// One after the other, so that what was given last is what is shown in the end.
let last = run();
let waiting = 0;
function soon(delay = 200) {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    last = last.then(run);
  }, delay);
}

function showFile(given) {
  file = given;
  find('source').value = '';
  find('source').placeholder = `the file ${given.name}, ${given.size} bytes`;
  soon(0);
}

find('given').addEventListener('submit', (event) => event.preventDefault());
find('given').addEventListener('input', (event) => {
  if (event.target.id === 'file') return;
  if (event.target.id === 'source') [file, find('source').placeholder, find('file').value] = [null, '', ''];
  soon();
});
find('file').addEventListener('change', ({ target }) => {
  if (target.files.length > 0) showFile(target.files[0]);
});
// Files are read here; text that is dropped goes where it is dropped.
for (const kind of ['dragover', 'dragleave', 'drop']) {
  document.addEventListener(kind, (event) => {
    const hasFiles = event.dataTransfer.types.includes('Files');
    document.body.classList.toggle('dropping', kind === 'dragover' && hasFiles);
    if (!hasFiles) return;
    event.preventDefault();
    if (kind === 'drop') showFile(event.dataTransfer.files[0]);
  });
}
find('save').addEventListener('click', () => {
  const link = element('a');
  link.href = URL.createObjectURL(new Blob([result]));
  link.download = file?.name ?? 'absolute.txt';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
});
