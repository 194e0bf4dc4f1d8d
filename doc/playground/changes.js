// What a rewrite has changed, for people to see.

const enough = 32; // characters by which the place where two texts go on alike is found
const linesTried = 200;

// Pieces of the source and of the result in turn: what they share as text, and what differs as { old, new }. A change
// begins where they differ; where it ends in the source is known of links and of base elements that were removed, and
// otherwise it is at the end of one of the next lines, as in a part of a message that was encoded again.
//
//     <a href="../x">      at the difference: ../x is a link, so the change ends before `">`
//     <a href="http://a/x">
export function differences(source, result, links) {
  const ranges = links
    .filter(({ offset }) => offset !== null)
    .map(({ offset, length, reason }) => reason === 'base-removed'
      ? [source.lastIndexOf('<', offset), source.indexOf('>', offset) + 1] // the whole tag goes
      : [offset, offset + length])
    .sort(([one], [other]) => one - other);
  const pieces = [];
  let [from, to, begin, range] = [0, 0, 0, 0];
  while (from < source.length || to < result.length) {
    if (from < source.length && source[from] === result[to]) {
      [from, to] = [from + 1, to + 1];
      continue;
    }
    while (range < ranges.length && ranges[range][1] < from) ++range;
    const [oldBegin, oldEnd, newEnd] = changeAt(source, result, from, to, begin, ranges.slice(range, range + 2));
    pieces.push(source.slice(begin, oldBegin));
    pieces.push({ old: source.slice(oldBegin, oldEnd), new: result.slice(to - (from - oldBegin), newEnd) });
    [from, to, begin] = [oldEnd, newEnd, oldEnd];
  }
  pieces.push(source.slice(begin));
  return pieces;
}

// Where the change around a difference begins and ends in the source, and where it ends in the result. `ranges`: the link
// that may be there, and the next one.
function changeAt(source, result, from, to, begin, ranges) {
  const tried = ranges.slice(0, 1).filter(([first]) => first >= begin && first <= from);
  for (let end = from; tried.length < linesTried; ) {
    end = source.indexOf('\n', end) + 1;
    if (end === 0) break;
    tried.push([from, end]);
  }
  for (const [first, end] of tried) {
    const next = ranges.find(([one]) => one > end)?.[0] ?? source.length;
    const after = source.slice(end, Math.min(next, end + enough));
    const found = after === '' ? result.length : result.indexOf(after, to - (from - first));
    if (found >= 0) return [first, end, found];
  }
  return [from, source.length, result.length];
}
