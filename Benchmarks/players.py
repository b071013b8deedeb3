"""Compares `play` with mpv: the processor time, the memory and the pictures of a movie in a small window."""

import os
import re
import shutil
import subprocess
import tempfile
import threading
import time

from measuring import in_turn
from windows import sound_server, wayland_desktop, x11_desktop

WINDOW = "640x360"
SECONDS = 8
# The sizes and rates of the movies.
MOVIES = [("640x360", 30), ("1280x720", 30), ("1920x1080", 30), ("1920x1080", 60), ("3840x2160", 30)]
SHORT_MOVIES = MOVIES[2:4]
# The programs besides the players, for each kind of desktop, and mpv's output without a GPU there.
DESKTOPS = [
    ("X11", x11_desktop, ["Xvfb", "openbox", "xprop"], "x11"),
    ("Wayland", wayland_desktop, ["sway"], "wlshm"),
]
BICUBIC = "bicubic+accurate_rnd+full_chroma_int+full_chroma_inp"


def measure(report, setting):
    table = report.section(
        "Players: a movie in a window, beside mpv",
        f"Movies of {SECONDS} s in H.264 with sound are played with captions and controls in a window of {WINDOW} on "
        f"private servers. CPU counts the player, median (least to most) of {setting.runs} runs, in turn with mpv, "
        "which scales in software, too. PSNR compares a picture on the screen with bicubic scaling by FFmpeg.",
    )
    for desktop, start, servers, output in DESKTOPS:
        programs = [*servers, "ffmpeg", "mpv", "pulseaudio"]
        if missing := [program for program in programs if not shutil.which(program)]:
            table.skip(f"a movie in a window on {desktop}", f"{', '.join(missing)} not installed: make gate-deps")
            continue
        with tempfile.TemporaryDirectory() as folder, start() as display, sound_server(display) as environment:
            captions = os.path.join(folder, "captions.srt")
            write_captions(captions)
            movies = MOVIES if desktop == "X11" or setting.is_full else SHORT_MOVIES
            for size, rate in movies:
                movie = os.path.join(folder, f"{size}-{rate}.mp4")
                make_movie(movie, size, rate)
                compare(table, setting, desktop, environment, movie, captions, output, (size, rate))
            if desktop == "X11":
                compare_quality(table, setting, environment, folder)


def compare(table, setting, desktop, environment, movie, captions, output, kind):
    """Adds the rows of a movie."""
    ours, mpv = [], []
    measures = {
        "ours": lambda: noted(ours, played(ours_command(setting, movie, captions), environment, OURS_SHOWN)),
        "other": lambda: noted(mpv, played(mpv_command(movie, captions, output), environment, MPV_DROPPED)),
    }
    figures = in_turn(setting.runs, measures)
    size, rate = kind
    table.row(f"{size}, {rate} fps, on {desktop}", unit="s", other_name="mpv", ratio_budget=1.1, **figures)
    largest = lambda runs: max(memory for memory, _ in runs)
    table.row("  peak resident memory", largest(ours), "MiB", other=largest(mpv), other_name="mpv", ratio_budget=1)
    # mpv counts the pictures that it drops, and `play` those that it shows.
    dropped = SECONDS * rate - min(int(count) for _, (count,) in ours)
    allowed = max(int(count) for _, (count, _) in mpv)
    table.row("  pictures that are not shown", dropped, other=allowed, other_name="mpv", budget=allowed)
    if sizes := {size for _, (_, size) in mpv} - {WINDOW}:
        raise RuntimeError(f"mpv's window has {', '.join(sizes)} pixels instead of {WINDOW}")


OURS_SHOWN = re.compile(r"(\d+) different pictures of the movie")
MPV_DROPPED = re.compile(r"dropped (\d+) in (\d+x\d+)")


def ours_command(setting, movie, captions):
    return [setting.ours.command, "play", movie, "--verbose", "--size", WINDOW, "--subtitles", captions]


def mpv_command(movie, captions, output):
    return [
        "mpv", "--no-config", f"--vo={output}", "--hwdec=no", f"--geometry={WINDOW}", f"--sub-file={captions}",
        "--term-status-msg=dropped ${frame-drop-count} in ${osd-width}x${osd-height} ", movie,
    ]  # fmt: skip


def noted(runs, run):
    """Notes the memory and the count of a run. Returns its processor seconds."""
    seconds, *others = run
    runs.append(others)
    return seconds


def played(command, environment, count):
    """Plays a movie. Returns the processor seconds, the peak memory in MiB, and the last match of the output."""
    process = subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    # A player that hangs is an error.
    timer = threading.Timer(60, process.kill)
    timer.start()
    with process.stdout:
        text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    found = [match.groups() for match in count.finditer(text)]
    if process.returncode != 0 or not found:
        raise RuntimeError(f"{command[0]} ended with status {process.returncode}: {text.strip()[-500:]}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, found[-1]


def make_movie(path, size, rate, seconds=SECONDS):
    sources = ["-f", "lavfi", "-i", f"testsrc2=s={size}:r={rate}", "-f", "lavfi", "-i", "sine"]
    codecs = ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-c:a", "aac"]
    subprocess.check_call(["ffmpeg", "-v", "error", *sources, "-t", str(seconds), *codecs, path])


def write_captions(path):
    with open(path, "w", encoding="utf-8") as file:
        for second in range(SECONDS):
            time_range = f"00:00:{second:02},000 --> 00:00:{second:02},900"
            file.write(f"{second + 1}\n{time_range}\nThis is caption {second}\nwith two lines\n\n")


def compare_quality(table, setting, environment, folder):
    """Adds the rows of the pictures on the screen."""
    movie, reference = os.path.join(folder, "still.mp4"), os.path.join(folder, "reference.png")
    still = "testsrc2=s=1920x1080:r=30,noise=alls=12:all_seed=1,loop=-1:1"
    codec = ["-c:v", "libx264", "-crf", "10", "-pix_fmt", "yuv420p"]
    subprocess.check_call(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", still, "-t", "60", *codec, movie])
    # Without a tag, a movie of this size has BT.709, which FFmpeg's filter does not know.
    scale = f"scale={WINDOW.replace('x', ':')}:in_color_matrix=bt709:flags={BICUBIC},format=rgb24"
    subprocess.check_call(["ffmpeg", "-v", "error", "-ss", "5", "-i", movie, "-vf", scale, "-frames:v", "1", reference])
    commands = {
        "ours": [setting.ours.command, "play", movie, "--size", WINDOW, "--position", "0,0", "--no-controls"],
        "mpv": ["mpv", "--no-config", "--vo=x11", "--no-osc", "--no-border", f"--geometry={WINDOW}+0+0", movie],
    }
    ours, mpv = (psnr_on_screen(command, environment, reference) for command in commands.values())
    table.row("PSNR of 1920x1080 to bicubic scaling", ours, "dB", other=mpv, other_name="mpv")
    table.row("  missing to mpv's", max(mpv - ours, 0), "dB", budget=0)


def psnr_on_screen(command, environment, reference):
    """Returns the PSNR of what a player shows in the upper left corner after five seconds to a picture."""
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as player:
        time.sleep(5)
        grab = ["-f", "x11grab", "-draw_mouse", "0", "-video_size", WINDOW, "-i", environment["DISPLAY"]]
        compare = ["-i", reference, "-frames:v", "1", "-lavfi", "[0]format=rgb24[a];[a][1]psnr", "-f", "null", "-"]
        try:
            text = subprocess.run(
                ["ffmpeg", *grab, *compare], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                timeout=60,
            ).stderr  # fmt: skip
        finally:
            player.kill()
    found = re.search(r"PSNR .*average:([\d.]+|inf)", text)
    if not found:
        raise RuntimeError(f"ffmpeg reports no PSNR: {text.strip()[-500:]}")
    return float(found[1])
