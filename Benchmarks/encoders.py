"""What encoders cost and what their files weigh: an overlay for an editor, and a countdown for a mail."""

import math
import os
import re
import shutil
import subprocess
import tempfile

from measuring import SHORT_RUNS, processor_seconds
from setting import SIZE

FONT = ["--font", "DejaVu Sans"]
EMAIL_SIZE = "400x100"


def measure(report, setting):
    table = report.section("Encoders", "An overlay with alpha in 1080p, and a countdown of a minute as a GIF.")
    with tempfile.TemporaryDirectory() as folder:
        report.shortened[folder + os.sep] = ""
        lower_third(table, report, setting, os.path.join(folder, "title.mov"))
        email(table, report, setting, folder)


def lower_third(table, report, setting, path):
    """A lower third with alpha, for an editor."""
    text = ["--title", "Ada Lovelace", "--subtitle", "Mathematician", *FONT]
    command = lambda build: [
        build.command, "text", *text, "--size", SIZE, "--fps", "30", "--duration", "6s", "--overwrite", "-o", path,
    ]  # fmt: skip
    measured = setting.compare(lambda build: processor_seconds(command(build)))
    table.row("a lower third of 6 s in ProRes 4444, CPU", unit="s", budget=1.2, **measured)
    report.commands(command(setting.ours))


def email(table, report, setting, folder):
    """A countdown of 60 pictures, with the palette filters of ffmpeg and with gifsicle."""
    raw, mine, other, smaller = [os.path.join(folder, name) for name in ("raw", "ours.gif", "other.gif", "smaller.gif")]
    options = [
        "countdown", "--quiet", "--for", "60s", "--format", "mm:ss", *FONT, "--font-size", "56", "--background",
        "#102040", "--size", EMAIL_SIZE, "--fps", "1", "--duration", "60s", "--overwrite",
    ]  # fmt: skip
    command = lambda build: [build.command, *options, "-o", mine]
    ffmpeg, gifsicle = setting.peers.ffmpeg, shutil.which("gifsicle")
    source = ["-f", "rawvideo", "-pix_fmt", "bgra", "-s", EMAIL_SIZE, "-framerate", "1", "-i", raw]
    palette = (
        "format=bgr0,split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=none:diff_mode=rectangle"
    )
    peer = ffmpeg and [ffmpeg, "-v", "error", "-y", *source, "-filter_complex", palette, other]
    if peer:
        subprocess.check_call([setting.ours.command, *options, "--as", "raw", "--pixel-format", "bgra", "-o", raw])
    measured = setting.compare(
        lambda build: processor_seconds(command(build)) * 1000,
        other=peer and (lambda: processor_seconds(peer) * 1000),
        runs=SHORT_RUNS,
    )
    table.row("a GIF for a mail, 60 pictures, CPU", unit="ms", other_name="palettegen", budget=35, **measured)
    subprocess.check_call(command(setting.ours))
    size = lambda path: os.path.getsize(path) / 1000
    table.row("  size", size(mine), "kB", peer and size(other), "palettegen", budget=70)
    if peer:
        quality = lambda path: signal_to_noise(ffmpeg, source, path)
        ours, theirs = quality(mine), quality(other)
        table.row("  missing to 65 dB and to palettegen", max(65 - ours, theirs - ours, 0), "dB", budget=0)
        table.row("  signal to noise", ours, "dB", theirs, "palettegen")
    if gifsicle:
        subprocess.check_call([gifsicle, "-O3", mine, "-o", smaller])
        table.row("  size, with what gifsicle -O3 makes of it", size(mine), "kB", size(smaller), "gifsicle")
    else:
        table.skip("  size, with what gifsicle -O3 makes of it", "gifsicle is not installed")
    report.commands(command(setting.ours), peer)


def signal_to_noise(ffmpeg, source, path):
    """Returns the ratio of a GIF and the raw pictures in dB."""
    chain = "[0:v]format=gbrp[a];[1:v]fps=1,format=gbrp[b];[a][b]psnr"
    command = [ffmpeg, "-hide_banner", *source, "-i", path, "-lavfi", chain, "-f", "null", "-"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    found = re.search(r"average:(\S+)", text)[1]
    return math.inf if found == "inf" else float(found)
