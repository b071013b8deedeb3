"""What live clocks cost: at several refresh rates, many at once in one process, and as a page in a browser."""

from measuring import Figures, in_turn, output_of, seconds_at_once, steady_share
from peers import SCHEDULES, page_share

RATES = [1, 24, 30, 60, 120, 240]
COUNTS = [1, 10, 100, 1000]


def measure(report, setting):
    rates(report, setting)
    streams(report, setting)
    pages(report, setting)


def rates(report, setting):
    """The refresh rate: how often a second could turn. Nothing is drawn more often than that."""
    seconds = setting.live_seconds
    table = report.section(
        "Axis: refresh of a live clock into null",
        f"CPU of {seconds} s with the start, median (least to most) of {setting.runs} runs. Ours and clockoverlay run "
        "at the same time, because both mostly wait. There are no bytes, so there is no limit by reference.",
    )
    for rate in RATES if setting.is_full else [1, 30, 60, 240]:
        commands = {"ours": setting.ours.null_clock(seconds, rate), "other": setting.peers.live_clock(seconds, rate)}
        if setting.baseline:
            commands["before"] = setting.baseline.null_clock(seconds, rate)
        commands = {name: command for name, command in commands.items() if command}
        runs = [seconds_at_once(*commands.values()) for _ in range(setting.runs)]
        measured = {name: Figures(values) for name, values in zip(commands, zip(*runs))}
        table.row(f"{rate} Hz", unit="s", other_name="clockoverlay", **measured)
    report.commands(commands["ours"], commands.get("other"))


def streams(report, setting):
    """The number of live clocks in one process."""
    table = report.section(
        "Axis: overlays at once in one process",
        f"Live clocks in 1080p at 30 Hz that write nothing, {setting.live_seconds + 3} s, of which the first three do "
        f"not count; median (least to most) of {setting.runs} runs.",
    )
    for count in COUNTS if setting.is_full else COUNTS[:3]:
        command = [setting.ours.cost, "streams", str(count), str(setting.live_seconds + 3)]
        results = [output_of(*command) for _ in range(setting.runs)]
        measured = lambda value: Figures(tuple(map(value, results)))
        table.row(f"{count} {'clock' if count == 1 else 'clocks'}, share of a core", measured(lambda result: 100 * result["coreShare"]), "%")
        table.row("  start, CPU", measured(lambda result: result["startSeconds"]), "s")
        table.row("  resident memory", measured(lambda result: result["residentBytes"] / 2**20), "MiB")
        late = measured(lambda result: result["latenessMilliseconds"]["p99"])
        bare = measured(lambda result: result["timerMilliseconds"]["p99"])
        table.row("  99th percentile of lateness", late, "ms", other=bare, other_name="bare timer")
    report.commands(command)


def pages(report, setting):
    """A page with a clock in a browser."""
    seconds = setting.live_seconds
    table = report.section(
        "A live clock in Chromium",
        f"Share of a core of all processes for {seconds} s after the start; median (least to most) of {setting.runs} "
        "runs. The page shows the time in 1080p, set once a second by a timer, or on every frame by "
        "requestAnimationFrame. The browser is headless: it draws without a screen, in software, and delivers no "
        "frames to anyone, so its figure does not contain what a recording of the page would add. Ours delivers its "
        "frames to null, at 60 Hz.",
    )
    if not setting.peers.chromium:
        return table.skip("a live clock", "Chromium is not installed")
    for schedule in SCHEDULES:
        command = setting.ours.null_clock(seconds + 60, 60)
        measured = in_turn(
            setting.runs,
            {
                "ours": lambda: steady_share(command, seconds),
                "other": lambda: page_share(setting.peers.chromium, schedule, seconds),
            },
        )
        table.row(f"a live clock, the page uses {schedule}", unit="%", other_name="Chromium", **measured)
    page = ["--headless=new", "--window-size=1920,1080", "clock.html"]
    report.commands(command, [setting.peers.chromium, *page])
