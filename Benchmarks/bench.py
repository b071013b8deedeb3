#!/usr/bin/env python3
"""Measures what OverlayRender costs, compared with common tools. `make bench` builds the programs and calls this.

    bench.py COMMAND RENDERCOST [--runs N] [--live-seconds N] [--full] [--only SECTION,...] [--output FILE]

COMMAND is the overlay-render program, RENDERCOST the in-process benchmark. The rows are printed as they are measured,
and the whole report is written to `Benchmarks/report.md`. With --only, nothing is written unless there is --output.
The environment variable BASELINE names the overlay-render of another clone, such as a clone of a release. It is
measured in turn with this one, and its frames must have the same bytes. BASELINE_COST names its RenderCost if that is
not in the clone. This is not a test: the exit status is 0 even if a row is over its limit, and 1 if a section failed.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time

import axes
import budgets
import encoders
import features
import liveclocks
import movies
import players
import windows
from peers import PACKAGES
from report import Report, machine
from setting import Build, Setting, build_of

SECTIONS = {
    "budgets": budgets.measure,
    "axes": axes.measure,
    "live": liveclocks.measure,
    "features": features.measure,
    "movies": movies.measure,
    "encoders": encoders.measure,
    "windows": windows.measure,
    "players": players.measure,
}
FOLDER = os.path.dirname(os.path.abspath(__file__))


def main():
    options = parsed_arguments()
    ours = Build(options.command, options.render_cost)
    baseline = build_of(os.environ["BASELINE"]) if os.environ.get("BASELINE") else None
    with tempfile.TemporaryDirectory() as folder:
        ours = ours.copied(os.path.join(folder, "ours"))
        measure(options, ours, baseline and baseline.copied(os.path.join(folder, "before")))


def measure(options, ours, baseline):
    """Measures the sections, and writes the report."""
    setting = Setting(
        ours=ours,
        baseline=baseline,
        runs=options.runs,
        live_seconds=options.live_seconds,
        is_full=options.full,
    )
    report = Report(shortened(setting))
    names = options.only.split(",") if options.only else list(SECTIONS)
    began = time.monotonic()
    failures = []
    for name in names:
        # The other sections, which take long, are not lost.
        try:
            SECTIONS[name](report, setting)
        except BrokenPipeError:
            raise
        except Exception as error:
            failures.append(f"- Section `{name}` failed: {type(error).__name__}: {error}")
            print(f"bench.py: {failures[-1][2:]}", file=sys.stderr)
    minutes = (time.monotonic() - began) / 60
    print(f"\n{conclusion(report)} {minutes:.0f} minutes." + "".join(f"\n{line}" for line in missing(setting)))
    output = options.output or (None if options.only else os.path.join(FOLDER, "report.md"))
    if output:
        report.write(output, head(setting, report, minutes, failures))
        print(f"Written: {os.path.relpath(output)}")
    if failures:
        sys.exit(1)


def parsed_arguments():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("command", help="the overlay-render program")
    arguments.add_argument("render_cost", help="the in-process benchmark")
    arguments.add_argument("--runs", type=int, default=3, help="the runs of each measurement")
    arguments.add_argument("--live-seconds", type=int, default=10, help="the duration of live runs")
    arguments.add_argument("--full", action="store_true", help="measure all steps of all axes, which takes hours")
    arguments.add_argument("--only", metavar="SECTION,...", help=f"measure only these: {', '.join(SECTIONS)}")
    arguments.add_argument("--output", metavar="FILE", help="where the report is written")
    options = arguments.parse_args()
    if options.runs < 1:
        arguments.error("--runs must be at least 1")
    if unknown := set((options.only or "budgets").split(",")) - set(SECTIONS):
        arguments.error(f"unknown section: {', '.join(sorted(unknown))}; there are {', '.join(SECTIONS)}")
    return options


def shortened(setting):
    """Returns the paths that are not written to the report, and what stands for them."""
    names = {setting.ours.cost: "RenderCost", setting.ours.command: "overlay-render"}
    for program in (setting.peers.ffmpeg, setting.peers.gstreamer, setting.peers.chromium):
        if program:
            names[program] = os.path.basename(program)
    return names


def conclusion(report):
    """Says whether the rows hold their limits."""
    if not report.missed:
        return "Every row that has a limit holds it, as far as it was compared."
    return f"**{report.missed} rows are over their limits**, marked OVER."


def missing(setting):
    """Returns a line of a list for each peer that is not installed."""
    return [
        f"- Not compared, because it is not installed: {name} (apt-get install --no-remove {PACKAGES[name]})."
        for name in setting.peers.missing()
    ]


def head(setting, report, minutes, failures):
    """Returns the paragraphs at the beginning of the report: what it is, and on which machine it was measured."""
    extent = "All steps of all axes" if setting.is_full else "The short form; `FULL=1 make bench` measures all steps"
    lines = machine(list(setting.peers.versions())) + missing(setting) + failures
    lines += [
        f"- {extent}. {setting.runs} runs of each measurement unless said otherwise, at least nine of very short ones; "
        f"{minutes:.0f} minutes in all.",
        (
            "- Measured in turn with a baseline, whose figures are in the columns `before`."
            if setting.baseline
            else "- Without a baseline, so rows that compare with an earlier state are not compared."
        ),
    ]
    return [
        "# What it costs",
        "Written by `make bench`; do not edit. Another machine gives other figures, so compare the ratios, and those "
        "to the limit first: programs of other projects swing by two between machines.",
        "\n".join(lines),
        conclusion(report),
    ]


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        # Avoids an error message of Python when it closes standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    except (OSError, RuntimeError, subprocess.CalledProcessError) as error:
        sys.exit(f"bench.py: {error}")
