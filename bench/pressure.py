# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# floor: vm
# memory: 1200
# package: stress-ng
# cases: no-swap zram disk-swap two-hogs tail thirty cpu-stress cpu-make io-read io-write
# boots: 5
"""What the application in front feels of a load in the background, without and with Headroom, in the same boot. Its control is the application alone.

A case is refused as meaningless in a boot where the load did no harm without Headroom. `script` cases have a dozen lines of Python in Headroom's
place, which freeze the load by its name: whether the measurement can tell a difference can be tried without Headroom being any good.
"""

import json
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from seat import apps, headroom, machine  # noqa: E402
from seat.loads import Load  # noqa: E402
from seat.probe import Probe  # noqa: E402

SECONDS, CONTROL_SECONDS, IDLE_SECONDS = 45, 20, 20
# Less than that is the emulator's own noise, and whoever makes nothing of it has shown nothing.
LEAST_STALL_SECONDS = 3
NOTIFIED = "interface='org.freedesktop.Notifications',member='Notify'"


@dataclass(frozen=True)
class Case:
    kinds: tuple[str, ...]
    zram_mib: int = 0
    disk_mib: int = 0
    answer: str = "headroom"
    must_stall: bool = True     # of a load on memory; what the others do is said by the frames that came in time
    has_idle: bool = False


CASES = {
    "no-swap": Case(("hog",)),
    "zram": Case(("hog",), zram_mib=512),
    "disk-swap": Case(("hog",), disk_mib=1024),
    "two-hogs": Case(("hog", "hog")),
    "tail": Case(("tail",)),
    "thirty": Case(("thirty",)),
    "cpu-stress": Case(("stress",), must_stall=False, has_idle=True),
    "cpu-make": Case(("make",), must_stall=False, has_idle=True),
    "io-read": Case(("read",), must_stall=False),
    "io-write": Case(("write",), must_stall=False),
    "no-swap-script": Case(("hog",), answer="script"),
    "zram-script": Case(("hog",), zram_mib=512, answer="script"),
}

SCRIPT = """
import glob, re, time
before, at = None, None
while True:
    some = int(re.search(r'some .*total=(\\d+)', open('/proc/pressure/memory').read())[1]) / 1e6
    now = time.monotonic()
    if before is not None and some - before > 0.1 * (now - at):
        for path in glob.glob('/sys/fs/cgroup/user.slice/user-*.slice/user@*.service/app.slice/app-org.example.Hog*/cgroup.freeze'):
            open(path, 'w').write('1')
    before, at = some, now
    time.sleep(0.1)
"""


class Answer:
    """Who answers the load: nobody, Headroom, or the script. Headroom runs before, because it says when the probe is in front."""

    def __init__(self, name):
        self.name = name
        self._unit = None
        self._cursor = headroom.journal_cursor()
        self._notified = tempfile.TemporaryFile()
        self._listener = None
        if name != "headroom":
            headroom.user("stop", "headroomd.service")
        if name == "script":
            self._unit = "pressure-script.service"
            subprocess.run(["systemd-run", "--user", f"--unit={self._unit}", "--slice=session.slice", "--collect", sys.executable, "-c", SCRIPT], check=True,
                           capture_output=True)
        if name == "headroom":
            self._listener = subprocess.Popen(["busctl", "--user", "monitor", "--json=short", "--match", NOTIFIED], stdout=self._notified,
                                              stderr=subprocess.DEVNULL)

    def what_it_did(self, began, loads):
        killed = machine.killed(self._cursor)
        did = {"killed": ", ".join(killed) or "nothing"}
        if self.name != "headroom":
            return did
        acts = headroom.acts(self._cursor)
        first = {act["HEADROOM_ACTION"]: round(act["at"] - began, 2) for act in reversed(acts) if act["at"] >= began}
        did |= {f"first_{action}_s": first[action] for action in ("nap", "warn", "freeze", "thaw") if action in first}
        did["frozen_apps"] = ", ".join(sorted({act["HEADROOM_APP"] for act in acts if act["HEADROOM_ACTION"] == "freeze"})) or "nobody"
        self._notified.seek(0)
        said = self._notified.read().decode(errors="replace")
        did["notified"] = len(said.splitlines())
        did["named"] = all(load.app_id in said or load.app_id.rpartition(".")[2] in said for load in loads)
        return did

    def close(self):
        if self._unit:
            apps.kill(self._unit)
        if self._listener:
            self._listener.terminate()
            self._listener.wait()
        self._notified.close()


def start_headroom():
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()


def measured(case, answer, kinds, seconds, words=()):
    """One stretch: the frames of the probe while the loads run, and what became of everybody."""
    start_headroom()
    machine.empty_swap()
    machine.drop_caches()
    probe, loads = Probe(*words), []
    answering = Answer(answer)
    try:
        calm = machine.wait_for_calm()
        probe.begin()
        began = time.monotonic()
        loads = [Load(kind, number + 1) for number, kind in enumerate(kinds)]
        used = [load.used_us() for load in loads]
        time.sleep(seconds)  # the length of the measurement
        frames = probe.end()
        result = {"calm_before": calm, "free_mib": machine.memory()["MemAvailable"], "fate": ", ".join(load.fate() for load in loads)}
        if loads and not case.must_stall:
            result["work_s"] = round(sum(load.used_us() - before for load, before in zip(loads, used)) / 1e6, 1)
        result |= answering.what_it_did(began, loads)
        if answer == "headroom":
            result["held_mib"] = sum(load.held_mib() or 0 for load in loads)
        return frames, result
    finally:
        answering.close()
        probe.stop()
        for load in loads:
            load.stop()


def shown(frames, threshold_ms):
    print(json.dumps({"gaps": [(round(at, 2), gap) for at, gap in frames.gaps if gap > 40]}))
    return {"stall_s": round(frames.stall_seconds(threshold_ms), 2), "worst_ms": round(frames.worst_ms, 1), "on_time": round(frames.on_time, 3),
            "recorder_ms": frames.recorder_ms}


def one_boot(case, boot):
    if case.zram_mib:
        machine.swap_on_zram(case.zram_mib)
    if case.disk_mib:
        machine.swap_on_disk(case.disk_mib)
    control, beside = measured(case, "nobody", (), CONTROL_SECONDS)
    threshold = max(100.0, 1.5 * control.worst_ms)
    # Who comes second finds a machine that has been through something: so each is second in every other boot.
    order = ["nobody", case.answer] if boot % 2 == 0 else [case.answer, "nobody"]
    found = {answer: measured(case, answer, case.kinds, SECONDS) for answer in order}
    document = {"first": "without" if order[0] == "nobody" else "with", "free_mib": beside["free_mib"], "threshold_ms": round(threshold, 1),
                "control": shown(control, threshold)}
    for title, answer in (("without", "nobody"), ("with", case.answer)):
        frames, result = found[answer]
        document[title] = shown(frames, threshold) | result
    stall = document["without"]["stall_s"]
    if case.must_stall and stall < LEAST_STALL_SECONDS:
        document["refused"] = f"only {stall} s of stall without Headroom: this load does no harm here"
    if case.must_stall and stall:
        document["share_of_stall"] = round(document["with"]["stall_s"] / stall, 3)
    if case.has_idle:
        # In front is an application that does nothing: what does the background get then?
        idle = {answer: measured(case, answer, case.kinds, IDLE_SECONDS, ("--work-us", "0", "--anon-mib", "1", "--file-mib", "1", "--idle"))[1]["work_s"]
                for answer in order}
        document["idle"] = {"without_work_s": idle["nobody"], "with_work_s": idle[case.answer], "kept": round(idle[case.answer] / idle["nobody"], 3)}
    return document


if __name__ == "__main__":
    print(json.dumps(one_boot(CASES[sys.argv[1]], int(sys.argv[2]))))
