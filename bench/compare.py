# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# floor: vm
# memory: 1400
# package: earlyoom libnotify-bin nohang psi-notify systemd-oomd
"""What Headroom and similar programs cost while nothing happens. All run in the same quiet session
and are observed in the same minutes. Also the time that `headroomctl run` and `systemd-run` add to
the start of a program, by bench/run.py.
"""

import contextlib
import json
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from seat import headroom, machine, peers, quiet, surroundings  # noqa: E402

MINUTES = 3
SETTLING_S = 30
DAEMONS = {
    "headroomd": None,
    "earlyoom": "earlyoom",
    "nohang-desktop": "nohang",
    "systemd-oomd": "oomd-fedora",
    "psi-notify": "psi-notify",
}


def main_pid(name, configuration):
    """The process of a daemon, in the manager that runs it."""
    unit = f"{name}.service"
    show = ("show", "--value", "-p", "MainPID", unit)
    of_user = configuration is None or peers.CONFIGURATIONS[configuration].user_units
    said = headroom.user(*show).stdout if of_user else machine.root("systemctl", *show)
    pid = int(said)
    assert pid, f"{unit} does not run"
    return pid


def observed(pids):
    """For each daemon, what it does in each minute, and its private memory at the end."""
    quiet.end_what_would_end_by_itself()
    time.sleep(SETTLING_S)  # what the start of the daemons has caused is over then
    done = {name: [] for name in pids}
    for _ in range(MINUTES):
        before = {name: quiet.effort(pid) for name, pid in pids.items()}
        time.sleep(quiet.MINUTE_S)  # the length of the measurement
        for name, pid in pids.items():
            done[name].append(quiet.effort(pid).since(before[name]))
    return {
        name: {
            "wake_ups_a_minute": [each.switches for each in done[name]],
            "cpu_ms_a_minute": [round(each.cpu_ns / 1e6, 2) for each in done[name]],
            "private_kib": quiet.rolled_up(
                machine.root("cat", f"/proc/{pid}/smaps_rollup"), quiet.PRIVATE
            ),
        }
        for name, pid in pids.items()
    }


def starts():
    ran = subprocess.run(
        [sys.executable, "-B", str(Path(__file__).with_name("run.py"))],
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(ran.stdout.splitlines()[-1])


def measure():
    peers.stop_all()
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    with contextlib.ExitStack() as held:
        for configuration in filter(None, DAEMONS.values()):
            held.enter_context(peers.CONFIGURATIONS[configuration].set_up())
        pids = {name: main_pid(name, configuration) for name, configuration in DAEMONS.items()}
        cost = observed(pids)
        pressure = quiet.pressure()
    return {
        "machine": surroundings.facts(),
        "minutes": MINUTES,
        "pressure": pressure,
        "daemons": cost,
        "starts": starts(),
    }


if __name__ == "__main__":
    print(json.dumps(measure()))
