# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Chromium as Plasma's menu starts it: two units. It requests a scope from systemd for its browser
process, and leaves all other processes where they are."""

import re
import shutil
import tempfile
import uuid
from pathlib import Path

from seat import apps, cgroups, headroom, kwin
from seat.waiting import SLOWNESS, until

PROGRAM = "chromium"
# Suppress what a user sees once and never again.
_QUIET = ("--no-first-run", "--no-default-browser-check", "--password-store=basic")

# The tab's state is a number that only grows. The page's title, and so the window's, shows it.
COUNTER = """<!doctype html><title>tab 0</title><script>
let seen = 0;
setInterval(() => { document.title = "tab " + ++seen; }, 200);
</script>"""

# Allocates 8 MiB at a time once the page is clicked. Half of it is noise, like the memory of apps.
HOG = """<!doctype html><title>waits</title><body style="height: 4000px"><script>
const held = [];
addEventListener("mousedown", () => {
  document.title = "takes";
  setInterval(() => {
    const block = new Uint8Array(8 << 20);
    for (let at = 0; at < block.length; at += 65536)
      crypto.getRandomValues(block.subarray(at, at + 32768));
    held.push(block);
  }, 60);
});
</script>"""


def page(text):
    """The address of a page with this text."""
    with tempfile.NamedTemporaryFile(
        "w", suffix=".html", prefix="seat-", delete=False, encoding="utf-8"
    ) as file:
        file.write(text)
    Path(file.name).chmod(0o644)
    return f"file://{file.name}"


class Chromium:
    """One browser with one window, and the app that Headroom makes of it. It has a profile of its
    own, since after a kill its title would differ at the next start."""

    def __init__(self, address, patience=120):
        self._data = tempfile.mkdtemp(prefix="seat-")
        self.unit = apps.own_unit(PROGRAM, uuid.uuid4().hex, *self.command(address))
        try:
            until(self.titles, "it has a window", within=patience)
            until(lambda: len(self.units()) == 2, "both its units are one app", within=30)
        except BaseException:
            self.end()
            raise

    def command(self, address):
        """The command that starts it, or opens another page in it."""
        return [PROGRAM, f"--user-data-dir={self._data}", *_QUIET, address]

    def entry(self):
        return next(
            (entry for entry in headroom.status()["apps"] if self.unit in entry["units"]), None
        )

    def app_id(self):
        return self.entry()["id"]

    def units(self):
        entry = self.entry()
        return entry["units"] if entry else []

    def paths(self):
        return [path for path in map(cgroups.directory, self.units()) if path]

    def titles(self):
        """Of its windows. Its main process owns them all."""
        return kwin.ask(
            "return workspace.windowList().filter(w => w.normalWindow && w.resourceClass == "
            "'chromium').map(w => w.caption);"
        )

    def is_titled(self, word):
        return any(word in title for title in self.titles())

    def counted(self):
        """The number in the title of the window with the counter; None: no window has one."""
        found = [re.match(r"tab (\d+)", title) for title in self.titles()]
        return next((int(each[1]) for each in found if each), None)

    def hide(self):
        kwin.minimise("chromium")

    def show(self):
        kwin.activate("chromium")

    def is_frozen(self):
        """Whether all its units are frozen."""
        units = self.units()
        return len(units) == 2 and all(map(cgroups.is_frozen, units))

    def end(self):
        headroom.ctl("thaw", "--all", check=False)
        apps.kill(*{self.unit, *self.units()})
        until(lambda: not cgroups.pids_running(PROGRAM), "it is gone", within=30 * SLOWNESS)
        shutil.rmtree(self._data, ignore_errors=True)
