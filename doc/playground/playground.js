// The page around the package: what was given is only ever shown as text.

import { explain, links, rewrite, RewriteStream } from './npm/index.js';

const find = (id) => document.getElementById(id);
const longest = 200_000; // characters that are shown

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

// The text with each reference that changes crossed out, and its absolute form behind it.
function changesOf(text, found) {
  const parts = [];
  let at = 0;
  const changing = found.filter(({ action, offset }) => action === 'rewrite' && offset !== null);
  for (const { offset, length, url } of changing.sort((a, b) => a.offset - b.offset)) {
    if (offset < at || offset > longest) continue;
    parts.push(text.slice(at, offset));
    if (length > 0) parts.push(element('del', { text: text.slice(offset, offset + length) }));
    parts.push(element('ins', { text: url }));
    at = offset + length;
  }
  parts.push(text.slice(at, Math.max(at, longest)));
  if (text.length > longest) parts.push(element('span', { text: '\n... and more', kind: 'stays' }));
  return parts;
}

function rowOf({ line, within, element: name, attribute, reference, url, action, reason }) {
  const where = [...(within ?? []), [name, attribute].filter(Boolean).join(' ')].filter(Boolean).join(' > ');
  const becomes = action === 'keep' ? `stays: ${reason}` : url;
  const cells = [line ?? '', where, reference].map((text) => element('td', { text }));
  return element('tr', { children: [...cells, element('td', { text: becomes, kind: action === 'rewrite' ? '' : 'stays' })] });
}

// Boxes in boxes, as in the figure of RFC 1808: the innermost layer is inside of all others.
function boxesOf({ type, within, base, layers, links: count }) {
  let inside = [element('p', { text: `${[...(within ?? []), type].join(' > ')}: ${count} links, base ${base ?? 'undefined'}` })];
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
  find('links').replaceChildren(...rows.slice(0, 5000));
  find('save').disabled = result === null;
}

async function showStream(bytes, chosen, notes) {
  const output = new Blob([bytes]).stream().pipeThrough(new RewriteStream(chosen));
  result = new Uint8Array(await new Response(output).arrayBuffer());
  show(`Read part by part: ${bytes.length} bytes became ${result.length}.`, notes, { changes: ['Save the result to see it.'] });
}

async function run() {
  const { chosen, notes } = options();
  result = null;
  try {
    const data = file ? new Uint8Array(await file.arrayBuffer()) : find('source').value;
    let found;
    try {
      found = links(data, chosen);
    } catch (error) {
      if (!String(error.message).includes('RewriteStream')) throw error;
      return await showStream(file ? data : new TextEncoder().encode(data), chosen, notes);
    }
    const quiet = { ...chosen, onNote: undefined };
    result = rewrite(data, quiet);
    const text = file ? null : data;
    const changes = text === null ? [new TextDecoder().decode(result).slice(0, longest)] : changesOf(text, found);
    const count = found.filter(({ action }) => action === 'rewrite').length;
    show(`${found.length} links, ${count} of them become absolute.`, notes, {
      changes,
      bases: explain(data, quiet).slice(0, 100).flatMap(boxesOf),
      rows: found.map(rowOf),
    });
  } catch (error) {
    show(error.message, notes);
    find('status').className = 'failure';
  }
}

let waiting = 0;
function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(run, 200);
}

function take(given) {
  file = given;
  find('source').value = '';
  find('source').placeholder = `the file ${given.name}, ${given.size} bytes`;
  run();
}

find('given').addEventListener('submit', (event) => event.preventDefault());
find('given').addEventListener('input', (event) => {
  if (event.target.id === 'file') return;
  if (event.target.id === 'source') [file, find('source').placeholder, find('file').value] = [null, '', ''];
  soon();
});
find('file').addEventListener('change', ({ target }) => {
  if (target.files.length > 0) take(target.files[0]);
});
for (const kind of ['dragover', 'dragleave', 'drop']) {
  document.addEventListener(kind, (event) => {
    event.preventDefault();
    document.body.classList.toggle('dropping', kind === 'dragover');
    if (kind === 'drop' && event.dataTransfer.files.length > 0) take(event.dataTransfer.files[0]);
  });
}
find('save').addEventListener('click', () => {
  const link = element('a');
  link.href = URL.createObjectURL(new Blob([result]));
  link.download = file?.name ?? 'absolute.txt';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
});
run();
