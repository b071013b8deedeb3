"""The programs that are compared with ours: their commands, their versions, and the packages that bring them."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time

FONT_SIZE = 144

PACKAGES = {
    "ffmpeg": "ffmpeg",
    "GStreamer clockoverlay": "gstreamer1.0-tools gstreamer1.0-plugins-base gstreamer1.0-x",
    "Chromium": "chromium",
}


class Peers:
    """The peers that are installed. A method returns a command, or `None` if its program is missing."""

    def __init__(self):
        self.ffmpeg = shutil.which("ffmpeg")
        self.chromium = shutil.which("chromium") or shutil.which("chromium-browser")
        launch, inspect = shutil.which("gst-launch-1.0"), shutil.which("gst-inspect-1.0")
        has_overlay = launch and inspect and subprocess.run([inspect, "--exists", "clockoverlay"]).returncode == 0
        self.gstreamer = launch if has_overlay else None

    def missing(self):
        """Returns the names of missing peers."""
        programs = {"ffmpeg": self.ffmpeg, "GStreamer clockoverlay": self.gstreamer, "Chromium": self.chromium}
        return [name for name, program in programs.items() if not program]

    def versions(self):
        """Returns the names and versions of the installed peers."""
        commands = [
            ("ffmpeg", self.ffmpeg, "-version"),
            ("GStreamer", self.gstreamer, "--version"),
            ("Chromium", self.chromium, "--version"),
        ]
        for name, program, option in commands:
            if program:
                text = subprocess.run([program, option], capture_output=True, text=True).stdout
                # The name of gst-launch-1.0 has a number, too.
                found = re.search(r"(?<![-\d.])\d+(\.\d+)+", text)
                yield f"{name} {found[0] if found else 'of unknown version'}"

    def filtered(self, source, output="y4m"):
        """Returns the ffmpeg command that writes the pictures of a filter graph."""
        outputs = {
            "y4m": ["-f", "yuv4mpegpipe", "-pix_fmt", "yuv420p", "-"],
            "raw": ["-f", "rawvideo", "-pix_fmt", "bgra", "-"],
            "null": ["-f", "null", "-"],
        }
        return self.ffmpeg and [self.ffmpeg, "-v", "error", "-nostdin", "-f", "lavfi", "-i", source, *outputs[output]]

    def clock(self, seconds, size="1920x1080", output="y4m", rate=30):
        """The local time, by drawtext on black. BGRA is drawn in BGRA, which saves ffmpeg a conversion."""
        source = f"color=c=black:s={size}:r={rate}:d={seconds}" + (",format=bgra" if output == "raw" else "")
        # The text has the same share of the height in all sizes, as ours has.
        font_size = FONT_SIZE * int(size.split("x")[1]) // 1080
        source += f",drawtext=text='%{{localtime\\:%T}}':fontsize={font_size}:fontcolor=white"
        return self.filtered(source + ":x=(w-text_w)/2:y=(h-text_h)/2", output)

    def clock_movie(self, path, seconds):
        """A clock as mp4, with libx264 and its default preset, which is also the default of ours."""
        # A centered text of drawtext moves with the widths of its digits, so it has a fixed place here.
        source = f"color=c=black:s=1920x1080:r=30:d={seconds},drawtext=text='%{{pts\\:gmtime\\:0\\:%T}}'"
        source += f":font=DejaVu Sans:fontsize={FONT_SIZE}:fontcolor=white:x=638:y=483"
        return self.ffmpeg and [
            self.ffmpeg, "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i", source,
            "-c:v", "libx264", "-preset", "medium", "-pix_fmt", "yuv420p", path,
        ]  # fmt: skip

    def line(self, text, y="(h-text_h)/2", speed=200):
        """The filter that moves a line as our ticker does, but only to whole pixels."""
        return f"drawtext=text='{text}':font=sans:fontsize=48:fontcolor=white:x='w-mod(t*{speed}\\,w+tw)':y={y}"

    def ticker(self, text, seconds):
        return self.filtered(f"color=c=black:s=1920x1080:r=60:d={seconds},{self.line(text)}")

    def gradient(self, text, seconds, is_scrolled):
        """The moving gradient with the moving line over it.

        It is drawn once and scrolled, which is only a copy of each row, or drawn anew by `gradients`.
        """
        colors = ["0xcc3333", "0x33b34d", "0x334dcc"]
        stops = ":".join(f"c{index}={colors[index % 3]}" for index in range(7))
        source = f"gradients=s=1920x1080:r=60:n=7:type=linear:x0=0:y0=0:x1=1919:y1=0:{stops}"
        if is_scrolled:
            source += f":speed=0.00001,format=yuv420p,loop=loop={60 * seconds - 1}:size=1,trim=end_frame={60 * seconds}"
            source += ",setpts=N/60/TB,scroll=horizontal=-0.0104167"
        else:
            source += f":speed=0.05:d={seconds},format=yuv420p"
        return self.filtered(f"{source},{self.line(text)}")

    def subtitles(self, path, seconds):
        """Captions by libass, in its default style, which has an outline and no shadow, in a size similar to ours."""
        return self.filtered(f"color=c=black:s=1920x1080:r=30:d={seconds},subtitles={path}")

    def live_clock(self, seconds, rate=60, width=1920, height=1080):
        """A live clock by clockoverlay in the default font size, the cheapest: ours takes four times as much."""
        return self.gstreamer and [
            self.gstreamer, "-q", "videotestsrc", "pattern=black", "is-live=true", f"num-buffers={rate * seconds}", "!",
            f"video/x-raw,format=I420,width={width},height={height},framerate={rate}/1", "!",
            "clockoverlay", "!", "fakesink", "sync=true",
        ]  # fmt: skip


PAGE = """<!doctype html><style>body{margin:0;background:#000;color:#fff;font:bold 144px sans-serif}
div{position:fixed;inset:0;display:grid;place-items:center}</style><div></div><script>
const box = document.querySelector("div")
function show() { box.textContent = new Date().toTimeString().slice(0, 8); SCHEDULE }
show()</script>"""
SCHEDULES = {"a timer": "setTimeout(show, 1000 - Date.now() % 1000)", "every frame": "requestAnimationFrame(show)"}


def page_share(chromium, schedule, seconds, startup_seconds=4):
    """Returns the share of a core, in percent, that all processes of Chromium take for a page with a clock.

    The start does not count. The page delivers no frames to anyone.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path = os.path.join(folder, "clock.html")
        with open(path, "w") as file:
            file.write(PAGE.replace("SCHEDULE", SCHEDULES[schedule]))
        command = [chromium, "--headless=new", "--no-sandbox", "--window-size=1920,1080", "--no-first-run"]
        command += ["--remote-debugging-port=0", f"--user-data-dir={folder}/profile", f"file://{path}"]
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        try:
            time.sleep(startup_seconds)
            began, before = time.monotonic(), session_seconds(process.pid)
            time.sleep(seconds)
            share = 100 * (session_seconds(process.pid) - before) / (time.monotonic() - began)
            if process.poll() is not None:
                raise RuntimeError(f"Chromium ended early, with status {process.returncode}")
            return share
        finally:
            for stop in (signal.SIGTERM, signal.SIGKILL):
                try:
                    os.killpg(process.pid, stop)
                    process.wait(timeout=5)
                except (ProcessLookupError, subprocess.TimeoutExpired):
                    continue


def session_seconds(session):
    """Returns the user + system seconds of all processes of a session."""
    ticks = 0
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                # The name of the program, in parentheses, can contain spaces.
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")
