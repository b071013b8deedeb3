"""How the cost grows: one thing changes at a time, from a clock in 1080p at 30 frames per second, as Y4M into `cat`."""

import os
import shutil
import tempfile

from features import subtitles_command, write_captions
from measuring import SHORT_RUNS, piped_seconds, processor_seconds
from setting import SIZE
from windows import window_cost, x11_desktop

SIZES = ["640x360", "1280x720", "1920x1080", "3840x2160", "7680x4320"]
COUNTS = [1, 10, 100, 1000, 10_000]
SHARES = [0, 1, 10, 50, 100]
CUES = [10, 100, 1000, 10_000, 100_000]


def measure(report, setting):
    seconds = 60 if setting.is_full else 20
    outputs(report, setting, seconds)
    sizes(report, setting, seconds)
    widgets(report, setting, seconds)
    shares(report, setting, seconds)
    captions(report, setting, seconds)


def steps(setting, full, short):
    """Returns all steps of an axis, or the steps of the short form."""
    return full if setting.is_full else short


def described(setting, seconds, peer):
    return (
        f"{30 * seconds} frames, CPU of all processes with the reader `cat`; median (least to most) of {setting.runs} "
        f"runs, in turn with {peer}the limit."
    )


def outputs(report, setting, seconds):
    """The output: nothing, a pipe, a movie, a window."""
    table = report.section("Axis: output", described(setting, seconds, "ffmpeg drawtext and "))
    for output, title in [("null", "null"), ("y4m", "Y4M"), ("raw", "raw BGRA")]:
        peer = setting.peers.clock(seconds, output=output)
        limit = setting.limit(output, frames=30 * seconds)
        mine = lambda build: build.clock("--as", output, seconds=seconds, output=None if output == "null" else "-")
        measured = setting.compare(
            lambda build: piped_seconds(mine(build)),
            other=peer and (lambda: piped_seconds(peer)),
            # Nothing has no bytes to refer to.
            limit=None if output == "null" else lambda: piped_seconds(limit),
        )
        table.row(title, unit="s", other_name="drawtext", **measured)
        report.commands(mine(setting.ours), peer, None if output == "null" else limit)
    with tempfile.TemporaryDirectory() as folder:
        report.shortened[folder + os.sep] = ""
        paths = [os.path.join(folder, name) for name in ("ours.mp4", "other.mp4")]
        peer = setting.peers.clock_movie(paths[1], seconds)
        measured = setting.compare(
            lambda build: processor_seconds(build.clock("--overwrite", seconds=seconds, output=paths[0])),
            other=peer and (lambda: processor_seconds(peer)),
        )
        table.row("mp4", unit="s", other_name="drawtext, x264", **measured)
        report.commands(setting.ours.clock("--overwrite", seconds=seconds, output=paths[0]), peer)
    name = "window on X11, share of a core, live"
    missing = [program for program in ("Xvfb", "openbox", "xprop") if not shutil.which(program)]
    if missing:
        return table.skip(name, f"{', '.join(missing)} not installed: make gate-deps")
    clock = [setting.ours.command, "clock", "--quiet", "--size", SIZE, "--fps", "30"]
    timer = setting.ours.timer
    with x11_desktop() as environment:
        table.row(name, window_cost(clock, environment, timer, max(setting.live_seconds, 4))[0], "%")


def sizes(report, setting, seconds):
    """The size of the picture. The clock has the same share of the height in all."""
    table = report.section("Axis: size", described(setting, seconds, "ffmpeg drawtext and "))
    for size in steps(setting, SIZES, [SIZES[0], SIZES[2], SIZES[3]]):
        peer, limit = setting.peers.clock(seconds, size=size), setting.limit(size=size, frames=30 * seconds)
        measured = setting.compare(
            lambda build: piped_seconds(build.clock(size=size, seconds=seconds)),
            other=peer and (lambda: piped_seconds(peer)),
            limit=lambda: piped_seconds(limit),
        )
        table.row(size, unit="s", other_name="drawtext", **measured)
    report.commands(setting.ours.clock(size=size, seconds=seconds), peer, limit)


def widget_rows(table, setting, seconds, count, changing, title):
    """A row for the frames, and one for a changed second within the process."""
    content, frames = f"widgets:{count}:{changing}", 30 * seconds
    measured = setting.compare(
        lambda build: piped_seconds(build.stream(content, "y4m", SIZE, frames)),
        limit=lambda: piped_seconds(setting.limit(frames=frames)),
        content="widgets",
    )
    table.row(title, unit="s", **measured)
    measured = setting.compare(
        lambda build: build.change(content, "yuv420p")["microseconds"],
        # A second in which ten thousand texts change takes long.
        runs=1 if changing > 1000 else max(setting.runs, SHORT_RUNS) if count < 1000 else setting.runs,
        content="widgets",
    )
    table.row("  one second, resolve to convert (I420)", unit="us", **measured)
    return setting.ours.stream(content, "y4m", SIZE, frames)


def widgets(report, setting, seconds):
    """The number of small texts, of which one changes each second."""
    table = report.section(
        "Axis: widgets, of which one changes each second", described(setting, seconds, ""),
        "Widgets are texts of two digits. The first row of a step contains the start, which lays all of them out. The "
        "second is one second of 600 within a process.",
    )  # fmt: skip
    for count in steps(setting, COUNTS, [1, 100, 1000]):
        command = widget_rows(table, setting, seconds, count, 1, f"{count} {'widget' if count == 1 else 'widgets'}")
    report.commands(command, [setting.ours.cost, "change", command[2], "yuv420p"])


def shares(report, setting, seconds):
    """The share of texts that change each second."""
    table = report.section("Axis: share of 1000 widgets that change each second", described(setting, seconds, ""))
    for share in steps(setting, SHARES, [0, 10, 100]):
        command = widget_rows(table, setting, seconds, 1000, 10 * share, f"{share} %")
    report.commands(command, [setting.ours.cost, "change", command[2], "yuv420p"])


def captions(report, setting, seconds):
    """The length of the caption file, of which only the beginning is shown."""
    table = report.section(
        "Axis: length of the caption file",
        described(setting, seconds, "ffmpeg subtitles (libass) and "),
        "A cue of two lines every two seconds. Only the first ones are shown, so the rest is the cost of reading.",
    )
    with tempfile.TemporaryDirectory() as folder:
        report.shortened[folder + os.sep] = ""
        for count in steps(setting, CUES, [10, 1000, 100_000]):
            path = os.path.join(folder, f"{count}.srt")
            write_captions(path, count, 2)
            peer, limit = setting.peers.subtitles(path, seconds), setting.limit(frames=30 * seconds)
            measured = setting.compare(
                lambda build: piped_seconds(subtitles_command(build, path, "--duration", f"{seconds}s")),
                other=peer and (lambda: piped_seconds(peer)),
                limit=lambda: piped_seconds(limit),
            )
            table.row(f"{count} cues", unit="s", other_name="libass", **measured)
        report.commands(subtitles_command(setting.ours, path, "--duration", f"{seconds}s"), peer, limit)
