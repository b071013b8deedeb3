"""Writes tables: rows on the terminal as they are measured, and all of them in a report in Markdown."""

import dataclasses
import os
import pathlib
import platform
import shlex
import subprocess
import sys
import textwrap
import time

from measuring import Figures

HEADINGS = [
    "measured",
    "ours",
    "other",
    "ours / other",
    "limit",
    "ours / limit",
    "before",
    "ours / before",
    "at most",
    "",
]


@dataclasses.dataclass(frozen=True)
class AtMost:
    """What a row must hold: a largest value of a figure or of a ratio, which is one of "ours" (the figure itself),
    "other", "limit" and "before".

    A time depends on the machine. `then` is what the baseline took on the machine for which the limit was set. If it
    is given and the baseline is measured, ours must be at most the same share of the baseline.
    """

    value: float
    of: str = "other"
    then: float | None = None


def number(value):
    """Returns the value with three significant digits, without an exponent."""
    if value == 0:
        return "0"
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}" if abs(value) >= 0.001 else f"{value:.5f}"


def figures(value):
    """Returns figures of a number, or the figures themselves."""
    return value if value is None or isinstance(value, Figures) else Figures((value,))


def cell(name, value, unit):
    """Returns a median with its spread, from the least to the most."""
    if value is None:
        return name
    text = f"{number(value.median)} {unit}".rstrip()
    if len(value.values) > 1:
        text += f" ({number(value.least)} to {number(value.most)})"
    return f"{name} {text}".lstrip()


class Table:
    """A table of a report. It prints each row immediately, because a run takes long."""

    def __init__(self, report):
        self.report = report
        self.rows = []

    def row(
        self, name, ours, unit="", other=None, other_name="", limit=None, before=None, at_most=None, ratio_budget=None,
        budget=None,
    ):  # fmt: skip
        """Adds a row. A number stands for figures of one run."""
        ours, other, limit, before = map(figures, (ours, other, limit, before))
        if ratio_budget is not None:
            at_most = AtMost(ratio_budget)
        elif budget is not None:
            at_most = AtMost(budget, "ours")
        compared = {"other": other, "limit": limit, "before": before}
        # A ratio of ratios compares nothing.
        ratios = {key: ours.median / value.median for key, value in compared.items() if value and value.median}
        cells = [name, cell("", ours, unit)]
        for key, title in [("other", other_name), ("limit", ""), ("before", "")]:
            cells += [cell(title, compared[key], unit), f"{ratios[key]:.3f}" if key in ratios else ""]
        self.add(cells + self.judge(at_most, ratios | {"ours": ours.median}, unit))

    def judge(self, at_most, judged, unit):
        """Returns the limit of a row, and whether it holds."""
        if at_most is None:
            return ["", ""]
        subject = f" {unit}".rstrip() if at_most.of == "ours" else f" of {at_most.of}"
        if at_most.then and "before" in judged:
            subject = f" of before ({number(at_most.value)} of {number(at_most.then)} {unit})"
            at_most = AtMost(at_most.value / at_most.then, "before")
        if at_most.of not in judged:
            verdict = "not compared"
        elif judged[at_most.of] <= at_most.value:
            verdict = "ok"
        else:
            verdict = "OVER"
            self.report.missed += 1
        return [f"{number(at_most.value)}{subject}", verdict]

    def skip(self, name, reason):
        """Adds a row that was not measured."""
        self.add([name, f"skipped: {reason}", *[""] * 8])

    def add(self, cells):
        self.rows.append(cells)
        parts = [f"{cells[0]:<50}", f"{cells[1]:<28}"]
        labels = ["", "/", "limit", "/", "before", "/", "<="]
        parts += [f"{label} {text}".lstrip() for label, text in zip(labels, cells[2:9]) if text]
        print("  ".join([*parts, cells[9]]).rstrip(), flush=True)

    def markdown(self):
        """Returns the lines of the table, without its empty columns."""
        columns = [index for index in range(10) if index < 2 or any(row[index] for row in self.rows)]
        pick = lambda cells: "| " + " | ".join(cells[index].replace("|", "\\|") for index in columns) + " |"
        bold = lambda row: [*row[:9], f"**{row[9]}**" if row[9] == "OVER" else row[9]]
        lead = lambda row: [row[0].replace("  ", "&nbsp;&nbsp;", 1) if row[0].startswith("  ") else row[0], *row[1:]]
        return [pick(HEADINGS), pick(["---"] * 10), *[pick(lead(bold(row))) for row in self.rows]]


class Report:
    """The sections of a report: headings, paragraphs, commands and tables."""

    def __init__(self, shortened):
        """`shortened` has texts of commands, such as paths, and what is written in their place."""
        self.parts = []
        self.shortened = shortened
        self.missed = 0

    def section(self, title, *paragraphs):
        """Begins a section with a table, which is returned."""
        print(f"\n{title}\n{'-' * len(title)}", flush=True)
        self.parts.append(f"## {title}")
        self.parts += map(wrapped, paragraphs)
        table = Table(self)
        self.parts.append(table)
        return table

    def text(self, paragraph):
        """Adds a paragraph or a list."""
        self.parts.append(wrapped(paragraph))

    def commands(self, *commands):
        """Adds command lines that were measured to those after the latest table."""
        title = "Command lines:\n\n"
        if not isinstance(self.parts[-1], str) or not self.parts[-1].startswith(title):
            self.parts.append(title)
        for command in filter(None, commands):
            line = f"    {self.short(shlex.join(command))}\n"
            if line not in self.parts[-1]:
                self.parts[-1] += line

    def short(self, line):
        for text, replacement in self.shortened.items():
            line = line.replace(text, replacement)
        return line

    def write(self, path, head):
        """Writes the report with the paragraphs of its head. No path, host or user name of this machine is in it."""
        blocks = [wrapped(block) for block in head]
        for part in self.parts:
            if isinstance(part, str):
                blocks.append(part.rstrip("\n"))
            elif part.rows:
                blocks.append("\n".join(part.markdown()))
        pathlib.Path(path).write_text("\n\n".join(blocks) + "\n", encoding="utf-8")


def wrapped(text):
    """Returns a paragraph, or a list of an item a line, in lines of at most 120 columns, as `make lint` wants."""
    fill = lambda line: textwrap.fill(
        line,
        120,
        subsequent_indent="  " if line.startswith("- ") else "",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(map(fill, text.split("\n")))


def commit_of(folder):
    """Returns the abbreviated hash of a clone; None if the folder is not in one."""
    result = subprocess.run(["git", "rev-parse", "--short=7", "HEAD"], cwd=folder, capture_output=True, text=True)
    return result.stdout.strip() or None


def machine(versions):
    """Returns a list of what the figures depend on."""
    model = next(
        (line.partition(":")[2].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")),
        platform.machine(),
    )
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    return [
        f"- Measured {time.strftime('%Y-%m-%d %H:%M', time.gmtime())} UTC, at or after commit "
        f"{commit_of(pathlib.Path(__file__).parent) or 'unknown'}.",
        f"- {model}, {os.cpu_count()} cores, {memory:.0f} GiB of memory, {platform.system()} {platform.release()}, "
        f"Python {sys.version.split()[0]}.",
        f"- Peers: {', '.join(versions) or 'none'}.",
    ]
