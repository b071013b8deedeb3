"""What single features cost: an unchanged tick, labels, panels, moving things, captions and lyrics."""

import os
import tempfile

from measuring import SHORT_RUNS, output_of, piped_seconds
from setting import SIZE


def measure(report, setting):
    table = report.section(
        "Features",
        "1080p. A changed second is drawn in one process, without conversion, 600 times. `RenderCost` measures it.",
    )
    unchanged(table, setting)
    changes(table, setting)
    moving(table, setting)
    subtitles(table, report, setting)
    many_captions(table, setting)
    lyrics(table, setting)


def unchanged(table, setting):
    result = output_of(setting.ours.cost, "unchanged")
    table.row("an unchanged tick, CPU", result["nanoseconds"], "ns")
    table.row("  heap allocations in a million of them", result["allocations"], budget=0)
    table.row("  ticks that drew, resolved or mapped anything", 0 if result["didNothing"] else 1, budget=0)


def changes(table, setting):
    """Counts the work of a changed second, and measures a clock among things that do not change."""
    runs = max(setting.runs, SHORT_RUNS)
    measured = setting.compare(
        lambda build: piped_seconds(build.stream("labels")),
        other=lambda: piped_seconds(setting.ours.stream("clock")),
    )
    table.row("with 1000 labels: 1800 frames into cat, CPU", unit="s", other_name="alone", ratio_budget=1.5, **measured)
    measured = setting.compare(lambda build: build.change("clock")["microseconds"], runs=runs)
    table.row("one changed second: resolve, layout, draw; CPU", unit="us", **measured)
    # In contrast to the zeros of an unchanged tick, these show that the counters work.
    counted = setting.ours.change("clock")
    table.row("  pixels drawn in it", counted["pixels"])
    table.row("  heap allocations in it", counted["allocations"])
    # A panel with a blurred shadow, labels and a logo, which is drawn once, with a clock on it.
    measured = setting.compare(
        lambda build: build.change("panel")["microseconds"],
        other=lambda: setting.ours.change("lone-clock")["microseconds"],
        runs=runs,
    )
    table.row("on a panel with a shadow: one changed second, CPU", unit="us", other_name="alone", **measured)
    counted, alone = setting.ours.change("panel"), setting.ours.change("lone-clock")
    table.row("  pixels drawn in it", counted["pixels"], other=alone["pixels"], other_name="alone", ratio_budget=1.5)
    table.row("  surfaces (blurs) drawn in all of them", counted["surfaces"], budget=0)


def moving(table, setting):
    peaks = output_of(setting.ours.cost, "memory", "3600")
    figure, other = peaks["end"] / 2**20, peaks["firstMinute"] / 2**20
    name = "peak memory, an hour of ever-changing text"
    table.row(name, figure, "MiB", other=other, other_name="minute", ratio_budget=1.1)
    measured = setting.compare(lambda build: output_of(build.cost, "entrance")["microseconds"])
    table.row("a lower third slides in: one moving frame, CPU", unit="us", **measured)


def write_captions(path, count, every):
    """Writes an SRT file of cues without gaps."""

    def stamp(seconds):
        return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02},000"

    with open(path, "w") as file:
        for number in range(count):
            start = number * every
            text = f"This is what is said in line {number % 10} of ten,\nand this is the other half of it."
            file.write(f"{number + 1}\n{stamp(start)} --> {stamp(start + every)}\n{text}\n\n")


def subtitles_command(build, path, *options):
    return [build.command, "subtitles", path, "--quiet", "--size", SIZE, "-o", "-", *options]


def subtitles(table, report, setting):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "lines.srt")
        report.shortened[folder + os.sep] = ""
        write_captions(path, 30, 2)
        peer = setting.peers.subtitles(path, 60)
        measured = setting.compare(
            lambda build: piped_seconds(subtitles_command(build, path)),
            other=peer and (lambda: piped_seconds(peer)),
            limit=lambda: piped_seconds(setting.limit()),
        )
    name = "a subtitle every 2 s: 1800 frames into cat, CPU"
    table.row(name, unit="s", other_name="libass", ratio_budget=1 / 3, **measured)
    report.commands(subtitles_command(setting.ours, path), peer)


def many_captions(table, setting):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "many.srt")
        write_captions(path, 100_000, 1)
        measured = setting.compare(lambda build: output_of(build.cost, "open", path)["milliseconds"])
    table.row("100 000 cues: opening the file, CPU", unit="ms", budget=500, **measured)
    measured = setting.compare(
        lambda build: build.change("many-captions")["microseconds"],
        other=lambda: setting.ours.change("captions")["microseconds"],
        runs=max(setting.runs, SHORT_RUNS),
    )
    table.row("100 000 cues: one changed caption, CPU", unit="us", other_name="ten cues", ratio_budget=1.1, **measured)


def lyrics(table, setting):
    measured = setting.compare(lambda build: build.change("lyrics")["microseconds"])
    table.row("a word of a line lights up, CPU", unit="us", **measured)
    table.row("  pixels drawn for it", setting.ours.change("lyrics")["pixels"])
