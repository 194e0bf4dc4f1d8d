"""`python -m absolve` runs the program, if it was installed with the package."""

import os
import sys


def main():
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "absolve")
    if not os.access(program, os.X_OK):
        sys.exit("absolve: this package does not include the program (Debian: install the package absolve)")
    os.execv(program, ["absolve", *sys.argv[1:]])


if __name__ == "__main__":
    main()
