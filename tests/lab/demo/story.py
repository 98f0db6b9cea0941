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

from seat import applet, apps, cgroups, headroom, kwin, machine, reader  # noqa: E402
from seat.busy import Busy, share  # noqa: E402
from seat.latency import Reports, Written  # noqa: E402
from seat.loads import Load  # noqa: E402
from seat.peers import HEADROOM, NOBODY  # noqa: E402
from seat.pressure import stretch  # noqa: E402
from seat.waiting import until  # noqa: E402

PATIENCE = 120  # seconds until an app is up on an emulated machine
FREE_MIB, ZRAM_MIB = 450, 512
SHORTAGE_S = 40
STALL_MS = 250  # an emulated machine has shorter gaps of its own


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
        "1. Apps, and where they live",
        "KWrite and Konsole are started from the menu, "
        "so Plasma gives each a systemd unit of its own.",
        "GNOME's text editor is started over D-Bus: dbus-daemon forks it into its own unit, "
        "together with every other app",
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
    story.picture("apps")
    return adopted["units"]


def a_busy_machine(story):
    story.chapter(
        "2. Two apps want the same processor",
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
        "3. An app is paused, and resumes when it is needed",
        "KWrite is paused on request: not one of its instructions runs. "
        "A click on its window resumes it.",
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
    story.picture("paused")
    file = cgroups.directory(unit) / "cgroup.freeze"
    reports, written = Reports(), Written(file)
    clicked = int(time.time() * 1000)
    click = kwin.begin_click(300, 300)
    thawed = written.when(lambda: file.read_text(encoding="ascii").strip() == "0")
    took = thawed - reports.focus_sent_after(clicked)
    click.wait(timeout=60)
    reports.close()
    story.tell_acts()
    print(f"    from KWin's report of the click until KWrite runs: {took:.1f} ms", flush=True)
    print(
        "    " + headroom.ctl("why", "org.kde.kwrite").stdout.strip().replace("\n", "\n    "),
        flush=True,
    )
    story.picture("resumed")


def a_shortage(story):
    story.chapter(
        "4. An app takes all memory",
        "In front is a program that draws 60 times a second. An app behind it takes 130 MiB more "
        "each second,",
        f"of {FREE_MIB} MiB and {ZRAM_MIB} MiB of compressed swap. First without Headroom, then "
        "with it.",
    )
    results = []
    with machine.only_free(FREE_MIB):
        machine.swap_on_zram(ZRAM_MIB)
        for name, answer in (("without Headroom", NOBODY), ("with Headroom", HEADROOM)):
            results.append((name, stretch(answer, ["hog"], SHORTAGE_S)))
        story.tell_acts()
        for name, one in results:
            stalled = one.frames.stall_seconds(STALL_MS)
            print(
                f"    {name:<18} the app in front stood still for {stalled:5.1f} of {SHORTAGE_S} s"
                f"   {'#' * round(stalled)}\n"
                f"    {'':<18} {what_became(one)}",
                flush=True,
            )
        resume_by_a_click(story)
        machine.no_swap()
    return [one.frames.stall_seconds(STALL_MS) for _, one in results]


def what_became(one):
    if one.killed:
        return f"the kernel killed {', '.join(one.killed)}"
    return {"frozen": "the app behind it was paused", "runs": "the app behind it went on"}.get(
        one.fates[0], "the app behind it has ended"
    )


def resume_by_a_click(story):
    print("\n    Once more. The panel names the app, and a click resumes it.", flush=True)
    load = Load("hog", 9)
    until(load.is_frozen, "it is paused", within=90)
    reader.listen()
    applet.open_it()
    until(lambda: reader.find(applet.SHELL, "Resume", "button"), "it can be resumed", within=60)
    story.picture("named")
    print(f"    the panel: {applet.row_of(load.app_id)}", flush=True)
    reader.click_on(applet.SHELL, "Resume", "button")
    until(lambda: not load.is_frozen(), "it runs again", within=30)
    load.stop()
    print("    It ran again.", flush=True)
    story.tell_acts()


def main():
    headroom.wait_for_daemon()
    story = Story(sys.argv[1])
    print(
        "Headroom keeps the app in front of you responsive. "
        "This is a real Plasma session, and all figures are measured in it."
    )
    units = a_desktop(story)
    shares = a_busy_machine(story)
    a_frozen_app(story)
    apps.stop(*units)
    without, stalled = a_shortage(story)
    if not (shares[1][1] >= 0.75 and shares[2][1] <= 0.25):
        sys.exit("the shares are not what Headroom promises: 75 % and more for the app in front")
    if stalled > without / 10:
        sys.exit("the app in front stood still for longer than Headroom promises")


main()
