#!/usr/bin/env python3
"""Compares the cost of OverlayRender with that of common tools. `make bench` builds the programs and calls this.

    bench.py COMMAND RENDERCOST [--runs N] [--live-seconds N]

COMMAND is the overlay-render program, RENDERCOST the in-process benchmark. ffmpeg and GStreamer are compared if they
are installed. Processor time is user + system of all processes of a row, including the reader (`cat`). Compared
programs run alternately, A B A B, and the table has the medians. This is not a test: the exit status is 0 even if a
budget is missed.
"""

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from windows import bench_movie, bench_windows

SIZE = "1920x1080"
FRAMES = 1800
FONT_SIZE = 144
# The minimum number of runs of short measurements.
SHORT_RUNS = 9


def processor_seconds(command, into_cat=False):
    """Returns the user + system seconds of `command`, and of the `cat` that reads its output if requested."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    if into_cat:
        writer = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        reader = subprocess.Popen(["cat"], stdin=writer.stdout, stdout=subprocess.DEVNULL)
        writer.stdout.close()
        processes = [writer, reader]
    else:
        processes = [
            subprocess.Popen(
                command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL
            )
        ]
    for process in processes:
        if process.wait() != 0:
            raise RuntimeError(f"{process.args[0]} ended with status {process.returncode}: {' '.join(process.args)}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def medians_in_turn(runs, *measures):
    """Returns the medians of several measurements that alternate, so that a busy machine affects all of them."""
    results = [[] for _ in measures]
    for _ in range(runs):
        for measure, values in zip(measures, results):
            if measure is not None:
                values.append(measure())
    return [statistics.median(values) if values else None for values in results]


def first_frame_milliseconds(command, byte_count):
    """Returns the time from the start of the process until the first complete frame is read from the pipe."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    process.stdout.read(byte_count)
    elapsed = time.monotonic() - start
    process.stdout.close()
    process.wait()
    return elapsed * 1000


class Table:
    """A table that prints each row immediately, because a run takes long."""

    FORMAT = "{:<52} {:>12} {:>24} {:>9} {:>11}  {}"

    def __init__(self):
        print(self.FORMAT.format("1080p, a clock with seconds", "ours", "other", "ratio", "budget", ""))
        print("-" * 118)

    def row(self, name, figure, unit, other=None, other_name="", ratio_budget=None, budget=None):
        """Prints a row. Its budget applies to the ratio to `other`, or to `figure` itself."""
        ratio = figure / other if other else None
        limit = ratio_budget if ratio_budget is not None else budget
        judged = ratio if ratio_budget is not None else figure
        verdict = "" if limit is None else "not compared" if judged is None else "ok" if judged <= limit else "OVER"
        budget_text = ""
        if ratio_budget is not None:
            budget_text = f"<= {ratio_budget:.2f}"
        elif budget is not None:
            budget_text = f"<= {number(budget)} {unit}".rstrip()
        other_text = f"{other_name} {number(other)} {unit}".rstrip() if other is not None else other_name
        print(
            self.FORMAT.format(
                name,
                f"{number(figure)} {unit}".rstrip(),
                other_text,
                "" if ratio is None else f"{ratio:.3f}",
                budget_text,
                verdict,
            ),
            flush=True,
        )

    def skip(self, name, reason):
        """Prints a row that was not measured."""
        print(f"{name:<52} skipped: {reason}", flush=True)


def number(value):
    """Returns the value with three significant digits, without an exponent."""
    if value == 0:
        return "0"
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("command", help="the overlay-render program")
    arguments.add_argument("render_cost", help="the in-process benchmark")
    arguments.add_argument("--runs", type=int, default=3)
    arguments.add_argument("--live-seconds", type=int, default=10)
    options = arguments.parse_args()
    ours, cost, runs = options.command, options.render_cost, options.runs
    ffmpeg, gstreamer = shutil.which("ffmpeg"), gstreamer_with_overlay()

    clock = [ours, "clock", "--quiet", "--size", SIZE, "--font-size", str(FONT_SIZE)]
    table = Table()
    bench_pipe(table, clock, ffmpeg, runs)
    bench_live(table, clock, gstreamer, runs, options.live_seconds)
    bench_unchanged(table, cost)
    bench_labels(table, cost, runs)
    bench_memory(table, clock)
    bench_first_frame(table, clock, ffmpeg)
    bench_change(table, cost, runs)
    bench_panel(table, cost, runs)
    bench_ticker(table, cost, ffmpeg, runs)
    bench_ever_new_text(table, cost)
    bench_entrance(table, cost, runs)
    bench_subtitles(table, ours, ffmpeg, runs)
    bench_many_captions(table, cost, runs)
    bench_lyrics(table, cost, runs)
    bench_movies(table, ours, ffmpeg, runs)
    bench_compositing(table, cost, runs)
    bench_over(table, ours, ffmpeg, runs)
    timer = os.path.join(os.path.dirname(cost), "TimerLateness")
    bench_windows(table, ours, timer, options.live_seconds)
    bench_movie(table, ours)

    notes = [
        f"Medians of {runs} alternating runs ({max(runs, SHORT_RUNS)} of short ones); "
        f"CPU is user + system, including the reader; {os.cpu_count()} cores.",
    ]
    if ffmpeg is None:
        notes.append("ffmpeg (with drawtext) is not installed: apt-get install --no-remove ffmpeg")
    if gstreamer is None:
        notes.append(
            "GStreamer's clockoverlay is not installed: "
            "apt-get install --no-remove gstreamer1.0-tools gstreamer1.0-plugins-base gstreamer1.0-x"
        )
    if options.live_seconds < 60:
        notes.append(
            f"The live row ran {options.live_seconds} s, "
            "so the startup has more weight than in a minute, which the budget assumes: "
            "LIVE_SECONDS=60 make bench"
        )
    print("\n" + "\n".join(notes))


def gstreamer_with_overlay():
    """Returns the path of gst-launch-1.0, if the plugin with clockoverlay is installed, too."""
    launch, inspect = shutil.which("gst-launch-1.0"), shutil.which("gst-inspect-1.0")
    if launch is None or inspect is None:
        return None
    is_there = subprocess.run([inspect, "--exists", "clockoverlay"], stderr=subprocess.DEVNULL).returncode == 0
    return launch if is_there else None


def drawtext(ffmpeg, seconds):
    source = f"color=c=black:s={SIZE}:r=30:d={seconds},drawtext=text='%{{localtime\\:%T}}':fontsize={FONT_SIZE}"
    source += ":fontcolor=white:x=(w-text_w)/2:y=(h-text_h)/2"
    return [ffmpeg, "-v", "error", "-nostdin", "-f", "lavfi", "-i", source] + [
        "-f", "yuv4mpegpipe", "-pix_fmt", "yuv420p", "-",
    ]  # fmt: skip


def bench_pipe(table, clock, ffmpeg, runs):
    command = clock + ["--fps", "30", "--duration", f"{FRAMES // 30}s", "-o", "-"]
    figure, peer = medians_in_turn(
        runs,
        lambda: processor_seconds(command, into_cat=True),
        ffmpeg and (lambda: processor_seconds(drawtext(ffmpeg, FRAMES // 30), into_cat=True)),
    )
    table.row(f"{FRAMES} frames of Y4M into cat, CPU", figure, "s", peer, "drawtext", ratio_budget=1 / 3)


def bench_live(table, clock, gstreamer, runs, seconds):
    command = clock + ["--fps", "60", "--live", "--duration", f"{seconds}s", "--as", "null"]
    width, height = SIZE.split("x")
    # Uses the default font size, which is the cheapest: the size of our clock takes four times as long.
    overlay = gstreamer and [
        gstreamer, "-q", "videotestsrc", "pattern=black", "is-live=true", f"num-buffers={60 * seconds}", "!",
        f"video/x-raw,format=I420,width={width},height={height},framerate=60/1", "!",
        "clockoverlay", "!", "fakesink", "sync=true",
    ]  # fmt: skip
    figure, peer = medians_in_turn(
        runs,
        lambda: processor_seconds(command),
        overlay and (lambda: processor_seconds(overlay)),
    )
    table.row(f"live at 60 fps into null, {seconds} s, CPU", figure, "s", peer, "clockoverlay", ratio_budget=1 / 10)


def bench_unchanged(table, cost):
    unchanged = json.loads(subprocess.check_output([cost, "unchanged"]))
    table.row("an unchanged tick, CPU", unchanged["nanoseconds"], "ns")
    table.row("  heap allocations in a million of them", unchanged["allocations"], "", budget=0)
    table.row("  ticks that drew, resolved or mapped anything", 0 if unchanged["didNothing"] else 1, "", budget=0)


def bench_labels(table, cost, runs):
    labelled, alone = medians_in_turn(
        runs,
        lambda: processor_seconds([cost, "stream", "labels"], into_cat=True),
        lambda: processor_seconds([cost, "stream", "clock"], into_cat=True),
    )
    table.row(f"with 1000 labels: {FRAMES} frames into cat, CPU", labelled, "s", alone, "alone", ratio_budget=1.5)
    labelled, alone = medians_in_turn(
        max(runs, SHORT_RUNS),
        lambda: change(cost, "labels")["microseconds"],
        lambda: change(cost, "clock")["microseconds"],
    )
    table.row("with 1000 labels: one changed second, CPU", labelled, "us", alone, "alone", ratio_budget=1.5)


def bench_memory(table, clock):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "stats.json")
        command = clock + ["--fps", "30", "--duration", f"{FRAMES // 30}s", "--stats", path, "-o", "-"]
        processor_seconds(command, into_cat=True)
        with open(path) as file:
            peak = json.load(file)["peakResidentBytes"]
    table.row(f"peak resident memory, {FRAMES} frames of Y4M", peak / 2**20, "MiB", budget=80)


def bench_first_frame(table, clock, ffmpeg):
    width, height = map(int, SIZE.split("x"))
    # The header of the stream has about sixty bytes. With it and "FRAME\n", this is the first complete frame or
    # slightly less.
    byte_count = width * height * 3 // 2
    command = clock + ["--fps", "30", "--duration", "60s", "-o", "-"]
    first_frame_milliseconds(command, byte_count)
    figure, peer = medians_in_turn(
        SHORT_RUNS,
        lambda: first_frame_milliseconds(command, byte_count),
        ffmpeg and (lambda: first_frame_milliseconds(drawtext(ffmpeg, 60), byte_count)),
    )
    table.row("first frame through the pipe, from process start", figure, "ms", peer, "drawtext", budget=100)


def bench_change(table, cost, runs):
    (figure,) = medians_in_turn(max(runs, SHORT_RUNS), lambda: change(cost, "clock")["microseconds"])
    table.row("one changed second: resolve, layout, draw; CPU", figure, "us")
    # In contrast to the zeros of an unchanged tick, these show that the counters work.
    counted = change(cost, "clock")
    table.row("  pixels drawn in it", counted["pixels"], "")
    table.row("  heap allocations in it", counted["allocations"], "")


def bench_panel(table, cost, runs):
    """Measures a panel with a blurred shadow, labels and a logo, which is drawn once, with a clock on it."""
    panel, alone = medians_in_turn(
        max(runs, SHORT_RUNS),
        lambda: change(cost, "panel")["microseconds"],
        lambda: change(cost, "lone-clock")["microseconds"],
    )
    table.row("on a panel with a shadow: one changed second, CPU", panel, "us", alone, "alone")
    counted, alone = change(cost, "panel"), change(cost, "lone-clock")
    table.row("  pixels drawn in it", counted["pixels"], "", alone["pixels"], "alone", ratio_budget=1.5)
    table.row("  surfaces (blurs) drawn in all of them", counted["surfaces"], "", budget=0)


def scrolltext(ffmpeg, text, seconds):
    """Returns the ffmpeg command for the same line with the same speed, size and rate."""
    source = f"color=c=black:s={SIZE}:r=60:d={seconds},drawtext=text='{text}':font=sans:fontsize=48"
    source += ":fontcolor=white:x='w-mod(t*200\\,w+tw)':y=(h-text_h)/2"
    return [ffmpeg, "-v", "error", "-nostdin", "-f", "lavfi", "-i", source] + [
        "-f", "yuv4mpegpipe", "-pix_fmt", "yuv420p", "-",
    ]  # fmt: skip


def bench_ticker(table, cost, ffmpeg, runs):
    text = subprocess.check_output([cost, "news"], text=True).rstrip("\n")
    figure, peer = medians_in_turn(
        runs,
        lambda: processor_seconds([cost, "stream", "ticker"], into_cat=True),
        ffmpeg and (lambda: processor_seconds(scrolltext(ffmpeg, text, 10), into_cat=True)),
    )
    table.row("a ticker at 60 fps: 600 frames into cat, CPU", figure, "s", peer, "drawtext", ratio_budget=1)


def bench_ever_new_text(table, cost):
    peaks = json.loads(subprocess.check_output([cost, "memory", "3600"]))
    figure, other = peaks["end"] / 2**20, peaks["firstMinute"] / 2**20
    table.row("peak memory, an hour of ever-changing text", figure, "MiB", other, "minute", ratio_budget=1.1)


def bench_entrance(table, cost, runs):
    (figure,) = medians_in_turn(
        runs, lambda: json.loads(subprocess.check_output([cost, "entrance"]))["microseconds"]
    )
    table.row("a lower third slides in: one moving frame, CPU", figure, "us")


def write_captions(path, count, every):
    """Writes an SRT file of cues without gaps."""

    def stamp(seconds):
        return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02},000"

    with open(path, "w") as file:
        for number in range(count):
            start = number * every
            text = f"This is what is said in line {number % 10} of ten,\nand this is the other half of it."
            file.write(f"{number + 1}\n{stamp(start)} --> {stamp(start + every)}\n{text}\n\n")


def bench_subtitles(table, ours, ffmpeg, runs):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "lines.srt")
        write_captions(path, FRAMES // 60, 2)
        command = [ours, "subtitles", path, "--quiet", "--size", SIZE, "-o", "-"]
        # libass uses its default style, which has an outline and no shadow, in a size similar to ours.
        source = f"color=c=black:s={SIZE}:r=30:d={FRAMES // 30},subtitles={path}"
        libass = ffmpeg and [ffmpeg, "-v", "error", "-nostdin", "-f", "lavfi", "-i", source] + [
            "-f", "yuv4mpegpipe", "-pix_fmt", "yuv420p", "-",
        ]  # fmt: skip
        figure, peer = medians_in_turn(
            runs,
            lambda: processor_seconds(command, into_cat=True),
            libass and (lambda: processor_seconds(libass, into_cat=True)),
        )
    table.row("a subtitle every 2 s: 1800 frames into cat, CPU", figure, "s", peer, "libass", ratio_budget=1 / 3)


def bench_many_captions(table, cost, runs):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "many.srt")
        write_captions(path, 100_000, 1)
        opened = lambda: json.loads(subprocess.check_output([cost, "open", path]))["milliseconds"]
        (figure,) = medians_in_turn(runs, opened)
    table.row("100 000 cues: opening the file, CPU", figure, "ms", budget=500)
    many, few = medians_in_turn(
        max(runs, SHORT_RUNS),
        lambda: change(cost, "many-captions")["microseconds"],
        lambda: change(cost, "captions")["microseconds"],
    )
    table.row("100 000 cues: one changed caption, CPU", many, "us", few, "ten cues", ratio_budget=1.1)


def bench_lyrics(table, cost, runs):
    (figure,) = medians_in_turn(runs, lambda: change(cost, "lyrics")["microseconds"])
    table.row("a word of a line lights up, CPU", figure, "us")
    table.row("  pixels drawn for it", change(cost, "lyrics")["pixels"], "")


def bench_movies(table, ours, ffmpeg, runs):
    """Compares movies with those of drawtext and libx264 with the same preset, which is the default of both."""

    def clock(path, seconds, *options):
        command = [ours, "clock", "--quiet", "--size", SIZE, "--font-size", str(FONT_SIZE), "--overwrite"]
        command += ["--start", "1970-01-01T00:00:00Z", "--time-zone", "UTC", "--font", "DejaVu Sans"]
        return command + ["--duration", f"{seconds}s", "-o", path, *options]

    def peer(path, seconds):
        # A centered text of drawtext moves with the widths of its digits, so it has a fixed place here.
        source = f"color=c=black:s={SIZE}:r=30:d={seconds},drawtext=text='%{{pts\\:gmtime\\:0\\:%T}}'"
        source += f":font=DejaVu Sans:fontsize={FONT_SIZE}:fontcolor=white:x=638:y=483"
        return [ffmpeg, "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i", source] + [
            "-c:v", "libx264", "-preset", "medium", "-pix_fmt", "yuv420p", path,
        ]  # fmt: skip

    with tempfile.TemporaryDirectory() as folder:
        mine, other = os.path.join(folder, "a.mp4"), os.path.join(folder, "b.mp4")
        figure, peer_figure = medians_in_turn(
            runs,
            lambda: processor_seconds(clock(mine, 60)),
            ffmpeg and (lambda: processor_seconds(peer(other, 60))),
        )
        table.row("a minute of mp4, CPU", figure, "s", peer_figure, "drawtext, x264", ratio_budget=1 / 20)
        if ffmpeg:
            count = same_seconds(ffmpeg, mine, other)
            table.row("  sampled times with another second shown", 60 - count, "", budget=0)
        figure, peer_figure = medians_in_turn(
            runs,
            lambda: processor_seconds(clock(mine, 20, "--cfr")),
            ffmpeg and (lambda: processor_seconds(peer(other, 20))),
        )
        table.row("20 s of mp4 at a constant rate, CPU", figure, "s", peer_figure, "drawtext, x264", ratio_budget=1.05)


def bench_compositing(table, cost, runs):
    """Measures two lines of captions on 3000 decoded pictures, in turn with plain copies of them in the same process."""
    results = [json.loads(subprocess.check_output([cost, "composite"])) for _ in range(runs)]
    composited, copied, changed = (
        statistics.median(result[key] for result in results) for key in ("composited", "copied", "changed")
    )
    table.row("captions on a decoded picture, with its copy, CPU", composited, "us", copied, "copy", ratio_budget=1.5)
    table.row("  per pixel of ink", 1000 * (composited - copied) / results[0]["pixels"], "ns")
    table.row("  another caption, once", changed, "us")


def bench_over(table, ours, ffmpeg, runs):
    """Compares captions that are burned into a movie, with its sound, with those of ffmpeg's filter and libass."""
    if not ffmpeg:
        return
    with tempfile.TemporaryDirectory() as folder:
        movie, path = os.path.join(folder, "movie.mp4"), os.path.join(folder, "lines.srt")
        write_captions(path, 10, 2)
        quiet = [ffmpeg, "-v", "error", "-nostdin", "-y"]
        sources = ["-f", "lavfi", "-i", f"testsrc2=s={SIZE}:r=30:d=20", "-f", "lavfi", "-i", "sine=d=20"]
        encoder = ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p"]
        subprocess.check_call([*quiet, *sources, *encoder, movie])
        mine, other = os.path.join(folder, "a.mp4"), os.path.join(folder, "b.mp4")
        command = [ours, "subtitles", path, "--over", movie, "--preset", "veryfast", "--overwrite", "-o", mine]
        figure, peer = medians_in_turn(
            runs,
            lambda: processor_seconds([*command, "--quiet"]),
            lambda: processor_seconds([*quiet, "-i", movie, "-vf", f"subtitles={path}", *encoder, "-c:a", "copy", other]),
        )
        table.row("20 s of a movie with captions, CPU", figure, "s", peer, "subtitles, x264", ratio_budget=1.0)


def same_seconds(ffmpeg, mine, other):
    """Returns the number of seconds in whose middle two movies of a minute show the same text.

    The pictures are not identical, so each is compared with all pictures of the other movie.
    """
    width, height = 64, 14

    def samples(path):
        chain = "fps=30,select='eq(mod(n\\,30)\\,15)',crop=iw/3:ih/8"
        chain += f",scale={width}:{height}:flags=area,format=gray"
        command = [ffmpeg, "-v", "error", "-i", path, "-vf", chain, "-fps_mode", "passthrough", "-f", "rawvideo", "-"]
        data = subprocess.check_output(command)
        return [data[start : start + width * height] for start in range(0, len(data), width * height)]

    def difference(first, second):
        return sum((a - b) ** 2 for a, b in zip(first, second))

    mine, other = samples(mine), samples(other)
    nearest = [min(range(len(other)), key=lambda index: difference(picture, other[index])) for picture in mine]
    return sum(index == number for number, index in enumerate(nearest[:60]))


def change(cost, content):
    """Returns the average cost of a changed second."""
    return json.loads(subprocess.check_output([cost, "change", content]))


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        # Avoids an error message of Python when it closes standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    except (OSError, RuntimeError, subprocess.CalledProcessError) as error:
        print(f"bench.py: {error}", file=sys.stderr)
