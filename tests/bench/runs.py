"""Whole processes that take turns, so that what else the machine does meets all of them alike."""

import os
import statistics
import subprocess
import sys
import time


class Run:
    """A command, and what each of its runs took: seconds on the clock, seconds of the processor, and MiB at most."""

    def __init__(self, name, words, place=None, before=None):
        self.name, self.words, self.place, self.before = name, words, place, before
        self.seconds, self.processor, self.memory = [], [], 0

    def once(self):
        if self.before:
            self.before()
        begun = time.monotonic()
        process = subprocess.Popen(self.words, cwd=self.place, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        if status != 0:
            sys.exit("status %d: %s" % (os.waitstatus_to_exitcode(status), self.words))
        self.seconds.append(time.monotonic() - begun)
        self.processor.append(usage.ru_utime + usage.ru_stime)
        self.memory = max(self.memory, usage.ru_maxrss >> 10)

    def median(self):
        """Of the processor's seconds."""
        return statistics.median(self.processor)

    def spread(self):
        """How far the middle half of the runs lies apart, as a part of the median."""
        low, _, high = statistics.quantiles(self.processor, n=4)
        return (high - low) / self.median()


def in_turns(runs, rounds):
    for _ in range(rounds):
        for run in runs:
            run.once()
