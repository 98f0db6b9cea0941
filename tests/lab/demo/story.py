# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""`tests/lab/lab demo`: shows what Headroom does, in a real Plasma session. The first argument is
the directory for the pictures."""

import json
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from seat import apps, cgroups, headroom, kwin  # noqa: E402
from seat.busy import Busy, share  # noqa: E402
from seat.latency import Reports, Written  # noqa: E402
from seat.waiting import until  # noqa: E402

PATIENCE = 120  # seconds until an app is up on an emulated machine


class Story:
    """Prints chapters, and after each what Headroom has logged to the journal meanwhile."""

    def __init__(self, pictures):
        self.pictures = Path(pictures)
        self.began = time.time()
        self.cursor = headroom.journal_cursor()
        self.shots = 0

    def chapter(self, title, *sentences):
        print(f"\n{title}\n{'-' * len(title)}", flush=True)
        for sentence in sentences:
            print(sentence, flush=True)

    def tell_acts(self):
        entries = subprocess.run(
            [
                "sudo",
                "journalctl",
                "-o",
                "json",
                "--no-pager",
                "_COMM=headroomd",
                f"--after-cursor={self.cursor}",
            ],
            check=True,
            capture_output=True,
            text=True,
        ).stdout.splitlines()
        rows = [json.loads(entry) for entry in entries]
        if rows:
            self.cursor = rows[-1]["__CURSOR"]
        acts = [row for row in rows if "HEADROOM_ACTION" in row]
        if acts:
            print(
                "\n    when      done      to                                        why",
                flush=True,
            )
        for row in acts:
            when = int(row["__REALTIME_TIMESTAMP"]) / 1e6 - self.began
            print(
                f"    {when:6.2f} s  {row['HEADROOM_ACTION']:<8}  "
                f"{row['HEADROOM_UNIT'][:40]:<40}  {row['MESSAGE']}",
                flush=True,
            )
        print(flush=True)

    def picture(self, name):
        self.shots += 1
        file = self.pictures / f"{self.shots}-{name}.png"
        kwin.picture(file)
        print(f"    picture: {file.name}", flush=True)


def focus(app):
    kwin.activate_pid(app.pid)
    until(
        lambda: headroom.status()["focused"] == app.app_id, f"{app.app_id} is in front", within=30
    )


def a_desktop(story):
    story.chapter(
        "1. Applications, and where they live",
        "KWrite and Konsole are started from the menu, "
        "so Plasma gives each a systemd unit of its own.",
        "GNOME's text editor is started over D-Bus: dbus-daemon forks it into its own unit, "
        "together with every other application",
        "that was started this way. Headroom sees its window, and gives it a unit of its own.",
    )
    apps.from_menu("org.kde.kwrite")
    headroom.wait_for_app(
        "org.kde.kwrite", lambda entry: entry["windows"] > 0, "its window is up", PATIENCE
    )
    apps.from_menu("org.kde.konsole")
    headroom.wait_for_app(
        "org.kde.konsole", lambda entry: entry["windows"] > 0, "its window is up", PATIENCE
    )
    apps.by_bus("org.gnome.TextEditor")
    adopted = headroom.wait_for_app(
        "org.gnome.TextEditor",
        lambda entry: any(u.startswith("app-headroom-") for u in entry["units"]),
        "it was adopted",
        PATIENCE,
    )
    story.tell_acts()
    print(headroom.ctl("status").stdout, flush=True)
    story.picture("applications")
    return adopted["units"]


def a_busy_machine(story):
    story.chapter(
        "2. Two applications want the same processor",
        "Both are editors with a busy loop beside them, "
        "as a background build or a runaway tab is, on one processor.",
    )
    work, build = Busy("org.example.Work", PATIENCE), Busy("org.example.Build", PATIENCE)
    results = []
    headroom.user("stop", "headroomd.service")
    results.append(("without Headroom, Work in front", share(work, build)))
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    focus(work)
    results.append(("with Headroom, Work in front", share(work, build)))
    story.picture("work-in-front")
    focus(build)
    results.append(("with Headroom, Build in front", share(work, build)))
    story.tell_acts()
    for name, part in results:
        print(
            f"    {name:<34} Work gets {part:6.1%} of the processor  {'#' * round(part * 40)}",
            flush=True,
        )
    work.stop()
    build.stop()
    return results


def a_frozen_app(story):
    story.chapter(
        "3. An application is frozen, and wakes when it is needed",
        "KWrite is frozen on request: not one of its instructions runs. "
        "A click on its window thaws it.",
    )
    kwin.place("org.kde.kwrite", 0, 0, 600, 600)
    kwin.place("org.kde.konsole", 640, 0, 600, 600)
    kwin.activate("org.kde.kwrite")
    kwin.activate("org.kde.konsole")
    until(
        lambda: headroom.status()["focused"] == "org.kde.konsole", "Konsole is in front", within=30
    )
    unit = headroom.units("org.kde.kwrite")[0]
    print(headroom.ctl("freeze", "org.kde.kwrite").stdout, flush=True)
    until(lambda: cgroups.is_frozen(unit), "KWrite stands still", within=30)
    story.picture("frozen")
    file = cgroups.directory(unit) / "cgroup.freeze"
    reports, written = Reports(), Written(file)
    clicked = int(time.time() * 1000)
    click = kwin.begin_click(300, 300)
    thawed = written.when(lambda: file.read_text(encoding="ascii").strip() == "0")
    took = thawed - reports.focus_sent_after(clicked)
    click.wait(timeout=60)
    reports.close()
    story.tell_acts()
    print(f"    from KWin's report of the click to the thaw: {took:.1f} ms", flush=True)
    print(
        "    " + headroom.ctl("why", "org.kde.kwrite").stdout.strip().replace("\n", "\n    "),
        flush=True,
    )
    story.picture("thawed")


def main():
    headroom.wait_for_daemon()
    story = Story(sys.argv[1])
    print(
        "Headroom keeps the application in front of you responsive. "
        "This is a real Plasma session, and all figures are measured in it."
    )
    units = a_desktop(story)
    weights = headroom.status()["capabilities"]["cpu-weight"]
    results = []
    if weights["available"]:
        results = a_busy_machine(story)
    else:
        print(f"\nProcessor shares are left out here: {weights['reason']}.")
    a_frozen_app(story)
    apps.stop(*units)
    if results and not (results[1][1] >= 0.75 and results[2][1] <= 0.25):
        sys.exit(
            "the shares are not what Headroom promises: 75 % and more for the application in front"
        )


main()
