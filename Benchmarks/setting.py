"""What a benchmark runs with: the programs under test, the peers, the number of runs, and whether it is a full one."""

import dataclasses
import os
import re
import shutil
import subprocess

from measuring import in_turn, output_of
from peers import FONT_SIZE, Peers
from report import commit_of

SIZE = "1920x1080"
START = ["--start", "2023-11-14T22:13:20Z", "--time-zone", "UTC"]


@dataclasses.dataclass(frozen=True)
class Build:
    """The programs of one state of the sources: the command and RenderCost."""

    command: str
    cost: str
    # The abbreviated hash of the clone; None if it is not known.
    commit: str | None = None

    def clock(self, *options, size=SIZE, rate=30, seconds=60, output="-"):
        """Returns the command for a clock with seconds, in the same share of the height in all sizes."""
        font_size = max(FONT_SIZE * int(size.split("x")[1]) // 1080, 1)
        return [
            self.command, "clock", "--quiet", "--size", size, "--font-size", str(font_size), "--fps", str(rate),
            "--duration", f"{seconds}s", *([] if output is None else ["-o", output]), *options,
        ]  # fmt: skip

    def null_clock(self, seconds, rate):
        return self.clock("--live", "--as", "null", rate=rate, seconds=seconds, output=None)

    def stream(self, content, *options):
        """Returns the command of RenderCost that writes frames: the format, size and number of frames are optional."""
        return [self.cost, "stream", content, *map(str, options)]

    def change(self, content, pixels="bgra"):
        """Returns the measured cost of a changed second."""
        return output_of(self.cost, "change", content, pixels)

    def copied(self, folder):
        """Returns a copy in a folder, so that a build in the clone does not change what is measured meanwhile."""
        os.mkdir(folder)
        programs = [self.command, self.cost, self.timer]
        command, cost, timer = (os.path.join(folder, os.path.basename(path)) for path in programs)
        for path, copy in zip(programs, (command, cost, timer)):
            if os.path.exists(path):
                shutil.copy2(path, copy)
                drop_from_memory(copy)
        return Build(command, cost, self.commit)

    @property
    def timer(self):
        """The program that measures a bare timer, which is built with RenderCost."""
        return os.path.join(os.path.dirname(self.cost), "TimerLateness")

    def contents(self):
        """Returns the names of the contents that RenderCost has. An older one has fewer."""
        text = subprocess.run([self.cost], capture_output=True, text=True).stdout
        return set(re.findall(r"[a-z][a-z-]+", text.partition("CONTENT is one of")[2]))


@dataclasses.dataclass
class Setting:
    """The builds, the peers, and how much is measured."""

    ours: Build
    baseline: Build | None
    runs: int
    live_seconds: int
    is_full: bool
    peers: Peers = dataclasses.field(default_factory=Peers)

    def compare(self, measure, other=None, limit=None, runs=None, content=None, has_baseline=True):
        """Measures ours, the baseline, a peer and a limit in turn. Returns the arguments of a row.

        `measure` is a function of a build, the others have no argument. `content` is one that the baseline must have.
        """
        measures = {"ours": lambda: measure(self.ours)}
        if self.baseline and has_baseline and (content is None or content in self.baseline.contents()):
            measures["before"] = lambda: measure(self.baseline)
        if other:
            measures["other"] = other
        if limit:
            measures["limit"] = limit
        return in_turn(runs or self.runs, measures)

    def limit(self, output="y4m", size=SIZE, frames=1800):
        """Returns the command that writes the same picture again and again: the same bytes by reference."""
        return [self.ours.cost, "limit", output, size, str(frames)]


def drop_from_memory(path):
    """Removes a file from the page cache.

    The pages of a file that was just written lie in memory in larger pieces than those that were read from a disk, and
    a program then has up to 4 MiB more of its file resident.
    """
    with open(path, "rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def build_of(command):
    """Returns the build of a command in the release folder of a clone, with the RenderCost of that clone."""
    if not os.path.exists(command):
        raise RuntimeError(f"BASELINE: there is no {command}")
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(command))))
    cost = os.environ.get("BASELINE_COST") or os.path.join(root, "Benchmarks", ".build", "release", "RenderCost")
    if not os.path.exists(cost):
        raise RuntimeError(f"BASELINE: there is no {cost}: build the benchmarks of that clone, or set BASELINE_COST")
    return Build(command, cost, commit_of(root))
