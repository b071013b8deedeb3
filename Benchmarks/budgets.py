"""What must hold: the rows by which changes are judged, each with its limit and its verdict."""

import statistics
import subprocess

from measuring import (
    SHORT_RUNS, Figures, digest, first_frame_milliseconds, output_of, peak_resident_bytes, piped_seconds,
    seconds_at_once,
)  # fmt: skip
from report import AtMost
from setting import SIZE, START

# The commit for which the limits were set.
STARTING_COMMIT = "6b6b6ed"
# The limit of a changed second, and what it took at that commit, in us.
CHANGE = 20
STARTING_CHANGE = 31


def measure(report, setting):
    """Measures all rows, the cheap ones first."""
    table = report.section(
        "What must hold",
        "CPU is user + system, with the reader `cat >/dev/null` of a pipe. Figures are medians, and in parentheses the "
        "least and the most, of runs that alternate between ours, the baseline if there is one, the other program and "
        "the limit. The limit is one picture of the same size and format that is written again and again: the same "
        "bytes by reference. The limits in us, % and ms were set on another machine. If the baseline is commit "
        f"{STARTING_COMMIT}, for which they were set, a changed second is compared with one of the baseline instead: "
        f"{CHANGE} of {STARTING_CHANGE} us is a share of {CHANGE / STARTING_CHANGE:.3f}.",
    )
    pipes(table, report, setting)
    moving(table, report, setting)
    changes(table, report, setting)
    starts(table, report, setting)
    streams(table, report, setting)
    live(table, report, setting)
    compare(table, report, setting)
    hashes(report, setting)


def pipes(table, report, setting):
    """A clock as Y4M and as BGRA."""
    rows = [("y4m", "Y4M", [(1.05, "limit"), (0.6, "before"), (0.15, "other")]), ("raw", "raw BGRA", [(0.06, "other")])]
    for output, title, limits in rows:
        peer, limit = setting.peers.clock(60, output=output), setting.limit(output)
        # The peer takes long, and the limit is near.
        clock = lambda build: piped_seconds(build.clock("--as", output))
        by_reference = lambda: piped_seconds(limit)
        runs = max(setting.runs, SHORT_RUNS)
        near = setting.compare(clock, limit=by_reference, runs=runs, has_baseline=False)
        far = setting.compare(clock, other=peer and (lambda: piped_seconds(peer)), limit=by_reference)
        for value, of in limits:
            measured = near if of == "limit" else far
            table.row(
                f"1800 frames of {title}, CPU", unit="s", other_name="drawtext", at_most=AtMost(value, of), **measured
            )
        report.commands(setting.ours.clock("--as", output), peer, limit)


def moving(table, report, setting):
    """A ticker, and a gradient under it with which every pixel changes."""
    text = subprocess.check_output([setting.ours.cost, "news"], text=True).rstrip("\n")
    peer, limit = setting.peers.ticker(text, 10), setting.limit(frames=600)
    measured = setting.compare(
        lambda build: piped_seconds(build.stream("ticker")),
        other=peer and (lambda: piped_seconds(peer)),
        limit=lambda: piped_seconds(limit),
    )
    table.row(
        "a ticker at 60 fps, 600 frames of Y4M, CPU", unit="s", other_name="drawtext", at_most=AtMost(0.25), **measured
    )
    report.commands(setting.ours.stream("ticker"), peer, limit)
    for is_scrolled, name in [(False, "gradients, drawtext"), (True, "one gradient, scroll, drawtext")]:
        peer = setting.peers.gradient(text, 10, is_scrolled)
        measured = setting.compare(
            lambda build: piped_seconds(build.stream("gradient")),
            other=peer and (lambda: piped_seconds(peer)),
            limit=lambda: piped_seconds(limit),
            content="gradient",
        )
        table.row(
            "every pixel changes, 600 frames of Y4M, CPU", unit="s", other_name=name, at_most=AtMost(1), **measured
        )
        report.commands(setting.ours.stream("gradient"), peer)


def changes(table, report, setting):
    """One changed second in the process: the clock, and the clock with labels that do not change."""
    runs = max(setting.runs, SHORT_RUNS)
    is_start = setting.baseline and setting.baseline.commit == STARTING_COMMIT
    at_most = AtMost(CHANGE, "ours", then=STARTING_CHANGE if is_start else None)
    for content, title in [("lone-clock", "one changed second"), ("clock", "one changed second with an outline")]:
        # A baseline that does not know "still" does not convert, either.
        measured = setting.compare(
            lambda build: build.change(content, "yuv420p")["microseconds"], runs=runs, content="still"
        )
        name = f"{title}, resolve to convert (I420), CPU"
        table.row(name, unit="us", at_most=at_most, **measured)
        measured = setting.compare(lambda build: build.change(content)["microseconds"], runs=runs, content=content)
        table.row("  resolve to draw, without the conversion", unit="us", **measured)
        report.commands([setting.ours.cost, "change", content, "yuv420p"], [setting.ours.cost, "change", content])
    for content, title, value in [("labels", "1000", 1.15), ("many-labels", "10 000", 1.3)]:
        measured = setting.compare(
            lambda build: build.change(content)["microseconds"],
            other=lambda: setting.ours.change("clock")["microseconds"],
            runs=runs,
            content=content,
        )
        report.commands([setting.ours.cost, "change", content])
        name = f"{title} labels beside a clock, a changed second, CPU"
        table.row(name, unit="us", other_name="clock alone", at_most=AtMost(value), **measured)


def starts(table, report, setting):
    """The first frame on a pipe, and the memory of a run into one."""
    width, height = map(int, SIZE.split("x"))
    # The header of the stream has about sixty bytes. With it and "FRAME\n", this is the first complete frame or
    # slightly less.
    byte_count = width * height * 3 // 2
    peer = setting.peers.clock(60)
    # Fills the caches of fonts and files.
    first_frame_milliseconds(setting.ours.clock(), byte_count)
    measured = setting.compare(
        lambda build: first_frame_milliseconds(build.clock(), byte_count),
        other=peer and (lambda: first_frame_milliseconds(peer, byte_count)),
        runs=max(setting.runs, SHORT_RUNS),
    )
    table.row(
        "first frame on the pipe, from the start", unit="ms", other_name="drawtext", at_most=AtMost(0.4), **measured
    )
    table.row("first frame on the pipe, from the start", unit="ms", at_most=AtMost(100, "ours"), **measured)
    measured = setting.compare(lambda build: peak_resident_bytes(build.clock()) / 2**20)
    report.commands(setting.ours.clock(), peer)
    table.row("peak resident memory of a clock into a pipe", unit="MiB", at_most=AtMost(40, "ours"), **measured)


def streams(table, report, setting):
    """Many live clocks in one process, 1080p at 30 Hz, that write nothing."""
    for count, share, memory, lateness in [(100, 0.4, 90, 3), (1000, 3, 500, 15)]:
        results = {"ours": [], "before": []}
        floors = []
        for _ in range(setting.runs):
            for name, build in [("ours", setting.ours), ("before", setting.baseline)]:
                if build and build.cost:
                    results[name].append(output_of(build.cost, "streams", str(count), "13"))
            # Each stream draws one picture a second. A task of the floor is busy for as long.
            microseconds = results["ours"][-1]["coreShare"] * 1e6 / count
            floors.append(output_of(setting.ours.cost, "tasks", str(count), "9", str(microseconds)))

        def measured(value):
            return {name: Figures(tuple(map(value, list_))) for name, list_ in results.items() if list_}

        late = lambda result: result["latenessMilliseconds"]["p99"] - result["timerMilliseconds"]["p99"]
        loop = output_of(setting.ours.cost, "loop", str(count), "8")["microseconds"]
        report.commands([setting.ours.cost, "streams", str(count), "13"])
        name = f"{count} live clocks in one process"
        of_core = measured(lambda result: 100 * result["coreShare"])
        table.row(f"{name}, share of a core", unit="%", at_most=AtMost(share, "ours"), **of_core)
        resident = measured(lambda result: result["residentBytes"] / 2**20)
        table.row("  resident memory", unit="MiB", at_most=AtMost(memory, "ours"), **resident)
        table.row(
            "  p99 of lateness less a bare timer's", unit="ms", at_most=AtMost(lateness, "ours"), **measured(late)
        )
        floor = Figures(tuple(result["latenessMilliseconds"]["p99"] for result in floors))
        table.row("  p99 of lateness of tasks that share one timer, and are busy for as long", unit="ms", ours=floor)
        table.row("  only drawing the pictures, in a loop once a second, each", unit="us", ours=Figures((loop,)))


def live(table, report, setting):
    """A live clock for a minute, at the same time as the peer, because both wait nearly all the time."""
    commands = {"ours": setting.ours.null_clock(60, 60), "other": setting.peers.live_clock(60)}
    if setting.baseline:
        commands["before"] = setting.baseline.null_clock(60, 60)
    commands = {name: command for name, command in commands.items() if command}
    runs = [seconds_at_once(*commands.values()) for _ in range(setting.runs)]
    measured = {name: Figures(values) for name, values in zip(commands, zip(*runs))}
    name = "a live clock at 60 Hz into null, a minute, CPU"
    table.row(name, unit="s", other_name="clockoverlay", at_most=AtMost(0.025), **measured)
    report.commands(commands["ours"], commands.get("other"))


def compare(table, report, setting):
    """The overlay as video in the ways of `overlay-render compare`."""
    seconds = max(setting.live_seconds, 2) if setting.is_full else min(max(setting.live_seconds, 2), 6)
    for kind in ("clock", "subtitles"):
        options = [
            "compare",
            kind,
            "--refresh",
            "60",
            "--duration",
            f"{seconds}s",
            "--runs",
            str(setting.runs),
            "--json",
        ]
        shares = {"ours": ways_of(setting.ours, options)}
        if setting.baseline:
            try:
                shares["before"] = ways_of(setting.baseline, options)
            except TypeError:
                # A build from before this shape of JSON is not compared.
                pass
        mine = {name: of["view-to-video"] for name, of in shares.items()}
        others = [("blank-video", "blank video")] + ([("decode-only", "decoding only")] if kind == "clock" else [])
        for way, other_name in others:
            other = shares["ours"][way]
            name = f"compare {kind}, live, 60 Hz, {seconds} s, CPU"
            table.row(name, unit="s", other_name=other_name, other=other, at_most=AtMost(0.1), **mine)
        report.commands([setting.ours.command, *options])


def ways_of(build, options):
    """Returns the processor seconds of each way."""
    rows = output_of(build.command, *options)["sizes"][0]["rows"]
    seconds = lambda run: run["userSeconds"] + run["systemSeconds"]
    return {row["way"]: Figures(tuple(map(seconds, row["runs"]))) for row in rows}


def hashes(report, setting):
    """The bytes of the measured frames, which must not depend on how they are made."""
    contents = [
        ("a clock, 1800 frames of Y4M", None, lambda build: build.clock(*START)),
        ("a clock, 1800 frames of raw BGRA", None, lambda build: build.clock("--as", "raw", *START)),
        ("a ticker, 600 frames of Y4M", "ticker", lambda build: build.stream("ticker")),
        ("a gradient and a ticker, 600 frames of Y4M", "gradient", lambda build: build.stream("gradient")),
    ]
    report.section("The same bytes", "The SHA-256 of the frames; start and time zone are fixed.")
    lines = []
    for name, content, command in contents:
        mine = digest(command(setting.ours))
        verdict = ""
        if setting.baseline and (content is None or content in setting.baseline.contents()):
            verdict = (
                ", the same as before" if digest(command(setting.baseline)) == mine else ", **NOT the same as before**"
            )
            report.missed += "NOT" in verdict
        lines.append(f"- {name}: `{mine}`{verdict}")
        print(lines[-1], flush=True)
    report.text("\n".join(lines))
