#!/usr/bin/env python3
"""Whether Markdown that absolve has rewritten leads where it led before: the links of render(absolve(x)) are those of
absolve(render(x)), where cmark-gfm renders. Prints what differs, but for what --list keeps with a reason, and counts.

    markdown_alike.py ABSOLVE [--corpus FOLDER] [--bases N] [--random FROM COUNT] [--files FILE...]

--corpus: each example of the specifications in FOLDER, against the first N bases (default: all; 0 leaves them out);
--random: texts made of pieces of these examples.
"""
import argparse, html.parser, json, os, random, re, subprocess, sys, tempfile, urllib.parse

CMARK = ['cmark-gfm', '--unsafe', '-e', 'table', '-e', 'autolink', '-e', 'strikethrough', '-e', 'footnotes']
PLAIN = 'http://h.example/o/r/F.md'
BASES = [PLAIN, 'http://h.example/o(/r|x/b_*a*_/[d]/F.md', 'http://h.example/a`b/c=d/e\'f/F.md',
         'http://h.example/x">y/z-->w/v?>/F.md', 'http://h.example/(a)(b/((c/F.md', 'http://h.example/&copy;/a&b=c/F.md']


class Links(html.parser.HTMLParser):
    """The links of a page, as a list of element, attribute, URL; those of footnotes aside."""

    def __init__(self):
        super().__init__(convert_charrefs=False)
        self.links = []

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        if 'data-footnote-ref' in names or 'data-footnote-backref' in names:
            return
        for name, value in attributes:
            if name in ('href', 'src', 'srcset', 'poster', 'action', 'cite', 'data', 'background'):
                self.links.append((tag, name, normalized(value or '')))


def normalized(url):
    """A URL in one spelling: what a renderer percent-encodes, is decoded."""
    return urllib.parse.unquote_to_bytes(url.strip().encode('utf-8', 'surrogateescape'))


def links_of(page):
    links = Links()
    links.feed(page.decode('utf-8', 'surrogateescape'))
    links.close()
    return links.links


def run(command, data):
    done = subprocess.run(command, input=data, capture_output=True, check=False)
    return done.stdout, done.stderr, done.returncode


def render(markdown):
    return run(CMARK, markdown)[0]


def absolve(program, type_, base, data):
    out, err, code = run([program, '--type', type_, '--charset', 'utf-8', '--url', base, '-q'], data)
    if code not in (0, 3):
        raise SystemExit('absolve: %s %r' % (err, data[:300]))
    return out


def kept(program, base, data):
    out, _, _ = run([program, '--type', 'markdown', '--charset', 'utf-8', '--url', base, '-q', '--list', '--json'], data)
    return [json.loads(line) for line in out.splitlines()]


def compare(program, base, markdown):
    """None, or what differs."""
    rewritten = absolve(program, 'markdown', base, markdown)
    again = absolve(program, 'markdown', base, rewritten)
    if again != rewritten:
        return 'twice', rewritten, again
    rendered = render(markdown)
    one = links_of(render(rewritten))
    other = links_of(absolve(program, 'html', base, rendered) if b'<' in rendered else rendered)
    # What is empty stays empty in Markdown; in a page it is the page itself.
    if len(one) == len(other) and all(a == b or (a[:2] == b[:2] and not a[2]) for a, b in zip(one, other)):
        return None
    reasons = {(link['reason']) for link in kept(program, base, markdown) if link['action'] == 'keep'}
    return 'differ', reasons, [pair for pair in zip(one, other) if pair[0] != pair[1]] or (one, other)


def examples(folder):
    for name in ('commonmark-0.31.2', 'gfm-0.29', 'gfm-extensions', 'gfm-regression'):
        with open(os.path.join(folder, name + '.jsonl'), encoding='utf-8') as lines:
            for line in lines:
                one = json.loads(line)
                yield name, one['markdown'].replace('→', '\t').encode('utf-8')


def without_front_matter(text):
    return re.sub(rb'\A(\xef\xbb\xbf)?---[ \t]*\r?\n(?![ \t]*\r?\n)(.*\r?\n)*?(---|\.\.\.)[ \t]*\r?\n', b'', text)


def random_text(pieces, number):
    chance = random.Random(number)
    parts = []
    for _ in range(chance.randint(1, 5)):
        piece = chance.choice(pieces)
        lines = piece.split(b'\n')
        kind = chance.randint(0, 9)
        if kind == 0: piece = b'\n'.join(b'> ' + line for line in lines)
        elif kind == 1: piece = b'- ' + b'\n  '.join(lines)
        elif kind == 2: piece = b'1. ' + b'\n   '.join(lines)
        elif kind == 3: piece = b'\n'.join(b'\t' + line for line in lines)
        elif kind == 4: piece = b'| a | b |\n|---|---|\n| ' + b' '.join(lines) + b' | x [c](d\\|e) |\n'
        elif kind == 5: piece = b'-\t' + b'\n\t'.join(lines)
        elif kind == 6: piece = b'\n'.join(b'>' + line for line in lines)
        elif kind == 7:  # halves of two
            other = chance.choice(pieces)
            piece = piece[:chance.randint(0, len(piece))] + other[chance.randint(0, len(other)):]
        parts.append(piece)
    return chance.choice((b'\n', b'\n\n', b'', b' ')).join(parts)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument('program')
    arguments.add_argument('--corpus')
    arguments.add_argument('--random', nargs=2, type=int)
    arguments.add_argument('--files', nargs='*', default=[])
    arguments.add_argument('--bases', type=int, default=len(BASES))
    options = arguments.parse_args()
    count = differ = told = 0

    def check(name, base, text):
        nonlocal count, differ, told
        count += 1
        result = compare(options.program, base, text)
        if result is None:
            return
        if result[0] == 'differ' and result[1] - {'empty', 'fragment'}:
            told += 1
            print('TOLD', name, base, sorted(result[1]))
            return
        differ += 1
        print('DIFFERS', name, base, text[:1500], *result, sep='\n    ')

    pieces = [text for _, text in examples(options.corpus)] if options.corpus else []
    if options.corpus:
        for number, (name, text) in enumerate(examples(options.corpus), 1):
            for base in BASES[:options.bases]:
                check('%s %d' % (name, number), base, text)
    if options.random:
        for number in range(options.random[0], options.random[0] + options.random[1]):
            check('random %d' % number, BASES[number % len(BASES)], random_text(pieces, number))
    for name in options.files:
        with open(name, 'rb') as file:
            check(name, PLAIN, without_front_matter(file.read()))
    print('%d texts: %d differ, %d for what is kept with a reason' % (count, differ, told))
    return 1 if differ else 0


if __name__ == '__main__':
    sys.exit(main())
