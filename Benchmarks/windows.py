"""Measures windows of picture in picture on an X server, a Wayland compositor and a sound server that are started here.

The servers are private: each has a folder of its own, and ends with its measurement.
"""

import contextlib
import json
import os
import pwd
import re
import resource
import shutil
import subprocess
import tempfile
import time

# The refresh rate at which the clock is drawn.
FRAMES_PER_SECOND = 60
# The seconds after which the start of a process is over.
STARTUP_SECONDS = 2
MINUTE_SECONDS = 60
MOVIE_SECONDS = 20
# The variables that name the servers of the desktop on which the benchmark runs.
DESKTOP_VARIABLES = ("DISPLAY", "WAYLAND_DISPLAY", "SWAYSOCK", "DBUS_SESSION_BUS_ADDRESS", "PULSE_SERVER")


def private_environment(folder, **variables):
    """Returns the environment without the servers of the desktop, and with a folder for all files of the user."""
    environment = {name: value for name, value in os.environ.items() if name not in DESKTOP_VARIABLES}
    return environment | {"XDG_RUNTIME_DIR": folder, "XDG_STATE_HOME": folder} | variables


@contextlib.contextmanager
def private_folder(user=None):
    """Provides a folder that only its user can read."""
    with tempfile.TemporaryDirectory() as folder:
        if user:
            os.chown(folder, user.pw_uid, user.pw_gid)
        yield folder


@contextlib.contextmanager
def server(command, environment, user=None, stdout=subprocess.DEVNULL):
    """Runs a server until the end of the block."""
    rights = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}
    process = subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.DEVNULL, **rights
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_until(condition, server):
    """Waits until a server is ready. Raises an error if it is not within ten seconds."""
    end = time.monotonic() + 10
    while not (result := condition()):
        if time.monotonic() > end:
            raise RuntimeError(f"{server} did not become ready in ten seconds")
        time.sleep(0.01)
    return result


@contextlib.contextmanager
def x11_desktop():
    """Provides the environment of clients of an X server with a window manager."""
    arguments = ["-displayfd", "1", "-noreset", "-nolisten", "tcp", "-screen", "0", "2560x1440x24"]
    with private_folder() as folder:
        environment = private_environment(folder)
        with server(["Xvfb", *arguments], environment, stdout=subprocess.PIPE) as screen:
            environment["DISPLAY"] = ":" + screen.stdout.readline().decode().strip()
            with server(["openbox"], environment):
                check = ["xprop", "-root", "_NET_SUPPORTING_WM_CHECK"]
                is_managed = lambda: b"window id" in subprocess.run(check, env=environment, capture_output=True).stdout
                wait_until(is_managed, "openbox")
                yield environment


@contextlib.contextmanager
def wayland_desktop():
    """Provides the environment of clients of a Wayland compositor with layer-shell."""
    # sway refuses root.
    user = pwd.getpwnam("nobody") if os.geteuid() == 0 else None
    with private_folder(user) as folder, private_folder() as own_folder:
        configuration = os.path.join(folder, "config")
        with open(configuration, "w") as file:
            file.write("xwayland disable\noutput HEADLESS-1 resolution 2560x1440\n")
            # A program in a usual window has the size that it requests.
            file.write("default_border none\nfor_window [app_id=.*] floating enable\n")
        variables = {"WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"}
        os.chmod(configuration, 0o644)
        with server(["sway", "-c", configuration], private_environment(folder, HOME=folder, **variables), user):

            def socket():
                names = sorted(os.listdir(folder))
                is_ready = any(name.startswith("sway-ipc") for name in names)
                return is_ready and next((name for name in names if name.startswith("wayland-")), None)

            display = os.path.join(folder, wait_until(socket, "sway"))
            yield private_environment(own_folder, WAYLAND_DISPLAY=display)


def processor_seconds(process):
    """Returns the user + system seconds of a process so far, with the resolution of the scheduler."""
    # The identifier of the clock of another process: see clock_getcpuclockid(3).
    return time.clock_gettime(~process.pid << 3 | 2)


def waits(process):
    """Returns how often each thread of a process has waited so far."""
    counts = {}
    for thread in os.listdir(f"/proc/{process.pid}/task"):
        # A thread may end in the meantime.
        with contextlib.suppress(OSError), open(f"/proc/{process.pid}/task/{thread}/status") as status:
            counts |= {thread: int(line.split()[1]) for line in status if line.startswith("voluntary_ctxt_switches:")}
    return counts


def read_statistics(path):
    with open(path) as file:
        return json.load(file)


def window_cost(clock, environment, timer, seconds):
    """Shows a clock in a window. Returns its share of a core in percent, wake-ups, lateness and peak memory."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "stats.json")
        command = [*clock, "--pip", "--close-after", f"{seconds}s", "--stats", path]
        bare = subprocess.Popen([timer, str(seconds)], stdout=subprocess.PIPE, text=True)
        process = subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        start = time.monotonic()
        time.sleep(STARTUP_SECONDS)
        try:
            first = (time.monotonic(), processor_seconds(process), waits(process))
            time.sleep(start + seconds - 0.3 - first[0])
            last = (time.monotonic(), processor_seconds(process), waits(process))
        except (OSError, ValueError):
            raise RuntimeError(f"the window ended early: {process.communicate()[1].strip()}") from None
        message = process.communicate()[1]
        if process.returncode != 0:
            raise RuntimeError(f"{command[0]} ended with status {process.returncode}: {message.strip()}")
        bare_lateness = float(bare.communicate()[0])
        statistics = read_statistics(path)
    elapsed = last[0] - first[0]
    # The share in a minute, which contains the start, also if the run is shorter.
    steady = (last[1] - first[1]) / elapsed
    share = (first[1] + steady * (MINUTE_SECONDS - STARTUP_SECONDS)) / MINUTE_SECONDS
    lateness = statistics["latenessMilliseconds"]["p99"] - bare_lateness
    # Waiting threads are woken. A thread that has ended does not count.
    wakeups = sum(count - first[2].get(thread, 0) for thread, count in last[2].items())
    return 100 * share, wakeups / elapsed, lateness, statistics["peakResidentBytes"]


def null_memory(clock):
    """Returns the peak of resident memory, in bytes, of the live clock without an output.

    The clock reaches its peak within the first seconds.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "stats.json")
        duration = f"{STARTUP_SECONDS + 1}s"
        subprocess.check_call([*clock, "--live", "--as", "null", "--duration", duration, "--stats", path])
        return read_statistics(path)["peakResidentBytes"]


@contextlib.contextmanager
def sound_server(environment):
    """Provides the environment of clients of a sound server with a device that plays nothing."""
    arguments = ["-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"]
    with private_folder() as folder:
        # The server has a folder of the name "pulse" there.
        socket = os.path.join(folder, "sound")
        modules = ["module-null-sink", f"module-native-protocol-unix socket={socket} auth-anonymous=1"]
        command = ["pulseaudio", *arguments, *(argument for module in modules for argument in ("-L", module))]
        with server(command, private_environment(folder, HOME=folder)):
            wait_until(lambda: os.path.exists(socket), "PulseAudio")
            yield environment | {"PULSE_SERVER": f"unix:{socket}"}


def movie_cost(ours, environment, movie):
    """Plays a movie in a window.

    Returns the number of pictures, the 99th percentile of lateness in milliseconds, and the share of a core in percent.
    """
    command = [ours, "play", movie, "--verbose", "--size", "960x540"]
    start = time.monotonic()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if run.returncode != 0:
        raise RuntimeError(f"{command[0]} ended with status {run.returncode}: {run.stderr.strip()}")
    shown = re.search(r"(\d+) pictures shown; .* ([\d.]+) ms at the 99th percentile", run.stderr)
    if not shown:
        raise RuntimeError(f"{command[0]} reports no pictures: {run.stderr.strip()}")
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return int(shown[1]), float(shown[2]), 100 * seconds / (time.monotonic() - start)


def measure(report, setting):
    """Measures clocks and a movie in windows."""
    timer = setting.ours.timer
    table = report.section(
        "Windows",
        f"A clock is shown for {max(setting.live_seconds, 2 * STARTUP_SECONDS)} s at {FRAMES_PER_SECOND} Hz, the movie "
        f"for {MOVIE_SECONDS} s, once each, on private servers: Xvfb with openbox, headless sway, PulseAudio. The share "
        "of a core is measured in a minute, which contains the start. `TimerLateness` waits on a bare timer meanwhile.",
    )
    bench_windows(table, setting.ours.command, timer, setting.live_seconds)
    bench_movie(table, setting.ours.command)


def bench_movie(table, ours):
    """Measures a movie with sound in a window."""
    programs = ("Xvfb", "openbox", "xprop", "ffmpeg", "pulseaudio")
    missing = [program for program in programs if not shutil.which(program)]
    if missing:
        return table.skip("a movie in a window on X11", f"{', '.join(missing)} not installed: make gate-deps")
    with tempfile.TemporaryDirectory() as folder, x11_desktop() as display, sound_server(display) as environment:
        movie = os.path.join(folder, "movie.mp4")
        sources = ["-f", "lavfi", "-i", "testsrc2=s=1920x1080:r=30", "-f", "lavfi", "-i", "sine"]
        codecs = ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-c:a", "aac"]
        subprocess.check_call(["ffmpeg", "-v", "error", *sources, "-t", str(MOVIE_SECONDS), *codecs, movie])
        pictures, lateness, share = movie_cost(ours, environment, movie)
    table.row("a 1080p30 movie with sound in a window on X11, CPU", share, "%")
    table.row("  pictures that are not shown", max(30 * MOVIE_SECONDS - pictures, 0), "", budget=0)
    table.row("  99th percentile of lateness", lateness, "ms", budget=40)


def bench_windows(table, ours, timer, seconds):
    """Measures a clock in a window of two sizes on each kind of desktop."""
    seconds = max(seconds, 2 * STARTUP_SECONDS)
    desktops = [
        ("X11", x11_desktop, ("Xvfb", "openbox", "xprop"), 1),
        ("Wayland", wayland_desktop, ("sway",), 2),
    ]
    for desktop, start, programs, pictures in desktops:
        missing = [program for program in programs if not shutil.which(program)]
        if missing:
            table.skip(f"a clock in a window on {desktop}", f"{', '.join(missing)} not installed: make gate-deps")
            continue
        for width, height in [(480, 270), (1920, 1080)]:
            clock = [ours, "clock", "--quiet", "--size", f"{width}x{height}", "--fps", str(FRAMES_PER_SECOND)]
            # The background of a window, also for the run without one.
            clock += ["--background", "#0d0f17cc"]
            with start() as environment:
                share, wakeups, lateness, memory = window_cost(clock, environment, timer, seconds)
            name = f"a clock in a window on {desktop}, {width}x{height}"
            table.row(f"{name}, CPU", share, "%", budget=0.3)
            table.row("  wake-ups a second", wakeups, "", budget=3)
            table.row("  99th percentile of lateness over a bare timer", lateness, "ms", budget=5)
            picture = width * height * 4 / 2**20
            budget = 12 if width < 1000 else pictures * picture + 8
            table.row("  peak resident memory over null", (memory - null_memory(clock)) / 2**20, "MiB", budget=budget)
