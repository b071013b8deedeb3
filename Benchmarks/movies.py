"""What movies cost: a clock as mp4, captions drawn on decoded pictures, and captions burned into a movie."""

import os
import subprocess
import tempfile

from features import write_captions
from measuring import Figures, output_of, processor_seconds
from setting import SIZE

TICKER = "A line of text that runs over a moving picture, so that every picture is another one"
ENCODER = ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p"]


def measure(report, setting):
    table = report.section(
        "Movies",
        "1080p at 30 frames per second. Movies are compared with movies of ffmpeg, with libx264 and the same preset.",
    )
    clocks(table, report, setting)
    compositing(table, setting)
    over(table, report, setting)


def clock_movie(build, path, seconds, *options):
    """Returns the command for a clock from midnight as a movie."""
    return build.clock(
        "--overwrite", "--start", "1970-01-01T00:00:00Z", "--time-zone", "UTC", "--font", "DejaVu Sans", *options,
        seconds=seconds, output=path,
    )  # fmt: skip


def clocks(table, report, setting):
    """A minute of a clock, and twenty seconds at a constant rate."""
    with tempfile.TemporaryDirectory() as folder:
        report.shortened[folder + os.sep] = ""
        mine, other = os.path.join(folder, "ours.mp4"), os.path.join(folder, "other.mp4")
        rows = [
            ("a minute of mp4, CPU", 60, [], 1 / 20),
            ("20 s of mp4 at a constant rate, CPU", 20, ["--cfr"], 1.05),
        ]
        for name, seconds, options, budget in rows:
            peer = setting.peers.clock_movie(other, seconds)
            measured = setting.compare(
                lambda build: processor_seconds(clock_movie(build, mine, seconds, *options)),
                other=peer and (lambda: processor_seconds(peer)),
            )
            if peer and seconds == 60:
                # The last run of ours or of the baseline decides: their pictures are the same.
                count = same_seconds(setting.peers.ffmpeg, mine, other)
            table.row(name, unit="s", other_name="drawtext, x264", ratio_budget=budget, **measured)
            if peer and seconds == 60:
                table.row("  sampled times with another second shown", 60 - count, budget=0)
            report.commands(clock_movie(setting.ours, mine, seconds, *options), peer)


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


def compositing(table, setting):
    """Two lines of captions on 3000 decoded pictures, in turn with plain copies of them in the same process."""
    results = [output_of(setting.ours.cost, "composite") for _ in range(setting.runs)]
    keys = ("composited", "copied", "changed")
    figures = {key: Figures(tuple(result[key] for result in results)) for key in keys}
    name = "captions on a decoded picture, with its copy, CPU"
    table.row(name, figures["composited"], "us", other=figures["copied"], other_name="copy", ratio_budget=1.5)
    difference = figures["composited"].median - figures["copied"].median
    table.row("  per pixel of ink", 1000 * difference / results[0]["pixels"], "ns")
    table.row("  another caption, once", figures["changed"], "us")


def over(table, report, setting):
    """Captions and a ticker that are burned into a movie with sound, in comparison with ffmpeg's filters.

    The movie below the ticker moves everywhere. What an encoder does for a picture depends on it, so both lines are in
    the same rows, and move by 7 whole pixels per frame. Still the pictures differ: our glyphs are at fractions of a
    pixel. The last row is what the encoder alone, ffmpeg's for both, needs for them.
    """
    ffmpeg = setting.peers.ffmpeg
    names = ["20 s of a movie with captions, CPU", "20 s of a moving picture with a ticker, CPU"]
    if not ffmpeg:
        for name in names:
            table.skip(name, "ffmpeg is not installed")
        return
    with tempfile.TemporaryDirectory() as folder:
        report.shortened[folder + os.sep] = ""
        movies = [os.path.join(folder, name) for name in ("movie.mp4", "moving.mp4")]
        captions, line = os.path.join(folder, "lines.srt"), os.path.join(folder, "line.txt")
        write_captions(captions, 10, 2)
        with open(line, "w", encoding="utf-8") as file:
            file.write(TICKER)
        quiet = [ffmpeg, "-v", "error", "-nostdin", "-y"]
        for movie, motion in zip(movies, ("", ",scroll=horizontal=0.003:vertical=0.002")):
            sources = ["-f", "lavfi", "-i", f"testsrc2=s={SIZE}:r=30:d=20{motion}", "-f", "lavfi", "-i", "sine=d=20"]
            subprocess.check_call([*quiet, *sources, *ENCODER, movie])
        mine, other = os.path.join(folder, "ours.mp4"), os.path.join(folder, "other.mp4")
        ticker = ["--style", "ticker", "--text-file", line, "--font", "DejaVu Sans", "--font-size", "48", "--box", "none"]
        overlays = [
            (["subtitles", captions], f"subtitles={captions}", "subtitles"),
            (["text", *ticker, "--speed", "210"], setting.peers.line(TICKER, y="h-61", speed=210), "drawtext"),
        ]
        for name, movie, (overlay, filter, peer_name) in zip(names, movies, overlays):
            command = lambda build: [
                build.command, *overlay, "--over", movie, "--preset", "veryfast", "--overwrite", "-o", mine, "--quiet",
            ]  # fmt: skip
            # The longest time between keyframes is the same as in ours.
            peer = [*quiet, "-i", movie, "-vf", filter, *ENCODER, "-g", "150", "-c:a", "copy", other]
            measured = setting.compare(lambda build: processor_seconds(command(build)), lambda: processor_seconds(peer))
            table.row(name, unit="s", other_name=f"{peer_name}, x264", ratio_budget=1, **measured)
            report.commands(command(setting.ours), peer)
        # After the loop, both commands draw the ticker.
        encoder_alone(table, setting, command(setting.ours), peer, folder)


def encoder_alone(table, setting, command, peer, folder):
    """What the encoder needs for all pictures that two commands encode."""
    pictures = [os.path.join(folder, name) for name in ("ours.y4m", "other.y4m")]
    subprocess.check_call([*command[: command.index("--preset")], "-o", pictures[0], "--quiet"])
    subprocess.check_call([*peer[: peer.index("-c:v")], "-an", "-pix_fmt", "yuv420p", pictures[1]])
    encode = lambda path: processor_seconds(
        [*peer[: peer.index("-i")], "-i", path, *ENCODER, "-g", "150", os.path.join(folder, "encoded.mp4")])
    runs = [[encode(path) for path in pictures] for _ in range(setting.runs)]
    mine, other = (Figures(tuple(column)) for column in zip(*runs))
    table.row("  the encoder alone, for these pictures, CPU", mine, "s", other=other, other_name="the same")
