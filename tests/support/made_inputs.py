"""What scripts share that make inputs by number and compare what absolve answers."""

import argparse
import sys


class Difference(Exception):
    pass


def main(check, inputs, entries):
    """Runs check(program, number), which returns how many entries it compared, for as many inputs as the command line
    says; `inputs` and `entries` are their names, in the plural."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--at-least", type=int, default=0)
    parser.add_argument("program")
    parser.add_argument(inputs, type=int)
    asked = parser.parse_args()
    compared = 0
    for number in range(getattr(asked, inputs)):
        try:
            compared += check(asked.program, number)
        except Difference as difference:
            sys.exit("number %d of %s: %r" % (number, inputs, difference.args))
    print("%d %s in %d %s answered as Python says" % (compared, entries, getattr(asked, inputs), inputs))
    if compared < asked.at_least:
        sys.exit("only %d %s" % (compared, entries))
