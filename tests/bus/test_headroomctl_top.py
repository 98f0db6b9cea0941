# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomctl top, in a terminal of its own: the screen, the keys, and the terminal's settings
afterwards."""

import os
import pty
import re
import signal
import subprocess
import time

import pytest
from gi.repository import GLib

from conftest import HEADROOMCTL
from fake_headroomd import ERROR, FIREFOX, KATE, FakeHeadroomd
from fake_systemd import FakeSystemd
from language import language
from private_bus import PATIENCE, end_the_bus, until
from terminal import Terminal

SMCUP, RMCUP, CNORM = b"\x1b[?1049h", b"\x1b[?1049l", b"\x1b[?25h"
DOLPHIN = {**KATE, "Id": "org.kde.dolphin", "Name": "Dolphin", "Boosted": False, "Reason": ""}
CALM = {"some-avg10": 0.0, "some-avg60": 0.0, "some-avg300": 0.0}


def measure(used, needed, rank=0, worst=None, **pressures):
    sizes = {"memory": GLib.Variant("t", used), "memory-needed": GLib.Variant("t", needed)}
    return {
        **sizes,
        **{f"pressure-{name}": GLib.Variant("d", value) for name, value in pressures.items()},
        **({"worst-pressure": GLib.Variant("s", worst)} if worst else {}),
        "hurt-rank": GLib.Variant("u", rank),
    }


@pytest.fixture
def busy(daemon):
    """A daemon with something to show."""
    daemon.apps = [KATE, FIREFOX, DOLPHIN]
    daemon.measures = {
        "org.kde.kate": measure(3 * 2**30, 2**30, 2, "cpu", memory=1.0, cpu=12.5, io=0.0),
        "firefox": measure(5 * 2**30, 4 * 2**30, 0, "memory", memory=80.0, cpu=3.0, io=2.0),
        "org.kde.dolphin": measure(2**30, 2**29, 1, "io", memory=0.0, cpu=0.0, io=31.0),
    }
    daemon.machine = {
        "cpu": {"some-avg10": 12.0, "some-avg60": 4.0, "some-avg300": 1.0},
        "memory": {"some-avg10": 85.0, "some-avg60": 60.0, "some-avg300": 14.0},
    }
    return daemon


@pytest.fixture
def terminal(environment):
    """Starts a terminal with headroomctl top in it, or with another command; it is gone after the
    test."""
    started = []

    def start(*command, **options):
        env = {**environment, "TERM": "xterm-256color", **options.pop("env", {})}
        made = Terminal(env, *(command or (HEADROOMCTL, "top")), **options)
        started.append(made)
        return made

    yield start
    for made in started:
        made.close()


def names(lines):
    """The apps on the screen, from the top."""
    rows = lines[
        next((at for at, line in enumerate(lines) if line.startswith("  APP")), len(lines)) + 1 :
    ]
    return [found[1] for line in rows if (found := re.match(r"[> ] (\S+(?: \S+)*)  ", line))]


def chosen(lines):
    return next((line[2:].split("  ")[0] for line in lines if line.startswith("> ")), None)


def test_the_level_and_why(busy, terminal):
    busy.properties.update(
        Level="high", LevelReason="Kate stalled for memory 35 % of the last second"
    )
    page = terminal()
    assert (
        page.line_with("stalled for memory")
        == "Level: high  Kate stalled for memory 35 % of the last second"
    )
    busy.change(Level="critical", LevelReason="less than 2 % is left")
    assert page.line_with("2 % is left") == "Level: critical  less than 2 % is left"
    busy.change(Level="calm")
    page.until(lambda lines: lines[0] == "Level: calm", "the level is calm, without a reason")


def test_what_each_app_waits_for_and_needs(busy, terminal):
    page = terminal()
    page.line_with("4.0 GiB")
    apps = [
        re.split(r"  +", line[2:])
        for line in page.lines()
        if line[:2] in ("> ", "  ") and line[2:3].isalpha()
    ]
    assert apps == [
        ["APP", "STATE", "WAITS FOR", "IN USE", "MEMORY"],
        ["Firefox Web Browser", "paused", "80 % memory", "4.0 GiB", "5.0 GiB"],
        ["Dolphin", "running", "31 % disk", "512.0 MiB", "1.0 GiB"],
        ["Kate", "active", "12 % CPU", "1.0 GiB", "3.0 GiB"],
    ]


def test_pressure_of_the_last_minutes_as_bars(busy, terminal):
    page = terminal(columns=165)
    memory = page.line_with("Memory   85 %")
    assert memory.startswith("Memory   85 % ") and memory.endswith("█" * 5)
    assert (
        set(memory[15:]) <= set("▁▂▃▄▅▆▇█") and len(memory[15:]) == 150
    ), "five minutes, two seconds each"
    assert memory[15] == "▃", "the first four minutes: (300 * 14 - 60 * 60) / 240 = 2.5 %"
    assert (
        memory[-10] == "▇"
    ), "the last minute, without its last ten seconds: (60 * 60 - 10 * 85) / 50 = 55 %"
    assert (
        page.line_with("Disk ", first=True) == "Disk      ?"
    ), "the kernel reports no disk pressure"


def test_the_bars_have_a_heading_so_that_they_are_not_read_as_usage(busy, terminal):
    page = terminal()
    page.line_with("Memory   85 %")
    lines = page.lines()
    heading = lines.index("Whole computer waited for:")
    assert heading == 1 and lines[2].startswith("CPU  ")
    page.resize(80, 11)
    page.until(
        lambda shown: not any("85 %" in line or line.startswith("Whole") for line in shown),
        "a low page has neither",
    )
    page.resize(80, 12)
    page.line_with("Whole computer waited for:")
    page.line_with("> Firefox")


def test_one_figure_has_one_name(busy, terminal, ctl):
    page = terminal()
    page.line_with("4.0 GiB")
    name = ctl("status", "-o", "needed").stdout.splitlines()[0].strip()
    assert name in re.split(r"  +", page.line_with("WAITS FOR"))


def test_a_terminal_without_utf8(busy, terminal):
    busy.apps = [{**KATE, "Name": "Kätchen – Ω"}]
    page = terminal(
        env={"LC_ALL": "C", "TERM": "vt220"}
    )  # xterm repeats characters by a sequence that the tests' terminal doesn't support
    page.line_with("K?tchen ? ?")
    assert re.fullmatch(r"Memory   85 %  :+\*+#+", page.line_with("Memory   85 %"))
    assert max(page.written) < 0x80


def test_unknown_is_not_zero(daemon, terminal):
    daemon.measures = {}
    page = terminal()
    assert re.split(r"  +", page.line_with("Kate").strip()) == ["Kate", "active", "?", "?", "?"]
    assert page.line_with("CPU  ", first=True).split() == ["CPU", "?"]


def test_nothing_waited_for_is_no_word(daemon, terminal):
    daemon.measures = {"org.kde.kate": measure(2**20, 2**20, 0, "cpu", memory=0.0, cpu=0.4, io=0.0)}
    assert re.split(r"  +", terminal().line_with("1.0 MiB").strip("> ")) == [
        "Kate",
        "active",
        "–",
        "1.0 MiB",
        "1.0 MiB",
    ]


def test_nothing_can_be_measured(daemon, terminal):
    daemon.failures["Measure"] = (ERROR + "Unavailable", "The kernel was built without pressure.")
    terminal().line_with(
        "Memory and pressure are not known: The kernel was built without pressure."
    )


def test_sorting_keys(busy, terminal):
    page = terminal()
    for key, title, order in [
        ("n", "name", ["Dolphin", "Firefox Web Browser", "Kate"]),
        ("m", "in use", ["Firefox Web Browser", "Kate", "Dolphin"]),
        ("c", "CPU", ["Kate", "Firefox Web Browser", "Dolphin"]),
        ("i", "disk", ["Dolphin", "Firefox Web Browser", "Kate"]),
        ("w", "memory", ["Firefox Web Browser", "Kate", "Dolphin"]),
        ("h", "waits", ["Firefox Web Browser", "Dolphin", "Kate"]),
    ]:
        page.press(key)
        page.until(
            lambda lines, key=key, title=title: f"[{key} {title}]" in lines[-1],
            f"{key} is marked as the order",
        )
        page.until(lambda lines, order=order: names(lines) == order, f"{key} sorts: {order}")


def test_what_hurts_comes_first_as_the_daemon_has_it(busy, terminal):
    busy.add_app({**DOLPHIN, "Id": "gimp", "Name": "Another"})
    page = terminal()
    order = ["Firefox Web Browser", "Dolphin", "Kate", "Another"]
    page.until(lambda lines: names(lines) == order, "the one without figures is last")
    busy.measures = {
        "org.kde.kate": measure(2**30, 2**30, 0),
        "org.kde.dolphin": measure(2**30, 2**30, 1, "memory", memory=99.0),
        "firefox": measure(2**30, 2**30, 1),
    }
    order = ["Kate", "Dolphin", "Firefox Web Browser", "Another"]
    page.until(lambda lines: names(lines) == order, "equal ones are sorted by name")


def test_the_wait_that_is_sorted_by_is_shown(busy, terminal):
    page = terminal()
    page.press("w")
    page.until(
        lambda lines: any(re.search(r"Kate +active +1 % memory", line) for line in lines),
        "Kate waits most for the CPU, but the order is by memory",
    )


def test_the_choice_stays_with_its_app(busy, terminal):
    page = terminal()
    page.line_with("4.0 GiB")
    page.until(lambda lines: chosen(lines) == "Firefox Web Browser", "the first row is selected")
    for keys, app in [
        ("j", "Dolphin"),
        ("\x1bOB", "Kate"),
        ("k", "Dolphin"),
        ("n", "Dolphin"),
        ("\x1bOF", "Kate"),
        ("\x1bOH", "Dolphin"),
        ("\x1b[6~", "Kate"),
        ("\x1b[5~", "Dolphin"),
    ]:
        page.press(keys)
        page.until(lambda lines, app=app: chosen(lines) == app, f"{keys!r} selects {app}")
    busy.remove_last_app()
    page.until(
        lambda lines: names(lines) == ["Firefox Web Browser", "Kate"] and chosen(lines) is None,
        "no other row is selected when the selected app is gone",
    )
    page.press("j")
    page.until(lambda lines: chosen(lines) == "Firefox Web Browser", "the first is selected")


def ask_dolphin_to_quit(page):
    page.until(lambda lines: chosen(lines) == "Firefox Web Browser", "the worst is selected")
    page.press("j")
    page.until(lambda lines: chosen(lines) == "Dolphin", "the next one is selected")
    page.press("C")
    page.line_with("Dolphin was asked to quit.")


def test_a_key_that_repeats_closes_no_other_app(busy, terminal):
    page = terminal()
    ask_dolphin_to_quit(page)
    busy.remove_last_app()
    page.until(lambda lines: "Dolphin" not in names(lines), "it has ended")
    page.press("C")
    page.press("j")
    page.until(lambda lines: chosen(lines) == "Firefox Web Browser", "both keys were read")
    assert busy.arguments_of("Close") == ("org.kde.dolphin",)


def test_close_and_never(busy, terminal):
    page = terminal()
    ask_dolphin_to_quit(page)
    assert busy.arguments_of("Close") == ("org.kde.dolphin",)
    page.press("N")
    page.line_with("Dolphin is never slowed down or paused from now on.")
    assert busy.arguments_of("SetSetting") == ("App-org.kde.dolphin/Rule", "never")


def test_never_is_taken_back(busy, terminal):
    page = terminal()
    page.until(lambda lines: chosen(lines) == "Firefox Web Browser", "the worst is selected")
    page.press("N")
    page.line_with("Firefox Web Browser is treated like all others again.")
    assert busy.arguments_of("SetSetting") == ("App-firefox/Rule", "normal")


@pytest.mark.parametrize("resume, pause", ["rp", "tf"])
def test_freeze_and_thaw(busy, terminal, resume, pause):
    page = terminal()
    page.line_with("p pause  r resume")
    page.line_with("4.0 GiB")
    page.press("n")
    page.until(lambda lines: chosen(lines) == "Firefox Web Browser", "the rows are sorted by name")
    page.press(resume)
    page.line_with("Firefox Web Browser was resumed.")
    assert busy.arguments_of("Thaw") == ("firefox",)
    busy.change_app(1, State="running", Frozen=False)
    page.until(
        lambda lines: any(re.search("Firefox Web Browser +running", line) for line in lines),
        "the row shows that it runs",
    )
    page.press(pause)
    page.line_with("Firefox Web Browser is paused.")
    assert busy.arguments_of("Freeze") == ("firefox", 0)
    page.press("k")
    page.until(
        lambda lines: not any("is paused." in line for line in lines),
        "the next key removes the message",
    )


def test_a_refusal_is_the_daemons_own_sentence(busy, terminal):
    busy.failures["Freeze"] = (
        ERROR + "Refused",
        "Kate is the active app, which is never paused.",
    )
    page = terminal()
    page.line_with("4.0 GiB")
    page.press("n\x1bOF")
    page.until(lambda lines: chosen(lines) == "Kate", "Kate is selected")
    page.press("f")
    page.line_with("Kate is the active app, which is never paused.")
    assert busy.arguments_of("Freeze") == ("org.kde.kate", 0)


def test_apps_come_and_go(busy, terminal):
    page = terminal()
    page.line_with("Dolphin")
    busy.add_app({**DOLPHIN, "Id": "gimp", "Name": "GIMP"})
    page.line_with("GIMP")
    busy.change_app(3, State="napped")
    page.until(
        lambda lines: any(re.search("GIMP +slowed down", line) for line in lines),
        "GIMP is shown as slowed down",
    )
    busy.change(Focused="gimp")
    busy.change_app(3, State="running")
    page.until(
        lambda lines: any(re.search("GIMP +active", line) for line in lines),
        "GIMP is shown as active",
    )
    busy.remove_last_app()
    page.until(lambda lines: not any("GIMP" in line for line in lines), "GIMP is gone")


def test_what_headroom_did_last(busy, terminal):
    busy.history = [
        (1, "freeze", "firefox", "", "high", "paused firefox: it grew by 130 MiB/s", True),
        (2, "boost", "org.kde.kate", "", "high", "boosted org.kde.kate", False),
    ]
    page = terminal()
    page.line_with("Last: paused firefox: it grew by 130 MiB/s")
    busy.act("boost", "org.kde.kate", "boosted org.kde.kate: it is the active app", news=False)
    busy.act("thaw", "firefox", "resumed firefox: it was activated")
    page.line_with("Last: resumed firefox: it was activated")


def test_the_culprit_before_what_was_done_last(busy, terminal):
    busy.history = [(1, "thaw", "a", "", "calm", "resumed a: it was activated", True)]
    page = terminal()
    page.line_with("Last: resumed a")
    busy.change(
        Level="high",
        LevelReason="it waited for the CPU",
        Culprit=("firefox", "paused Firefox: it took 2 GiB", "memory", "memory ran short", True),
    )
    assert page.line_with("memory ran short") == "Level: high  memory ran short"
    assert page.line_with("it took 2 GiB") == "paused Firefox: it took 2 GiB"
    busy.change(Culprit=("", "", "", "", False))
    page.line_with("Last: resumed a")
    page.line_with("it waited for the CPU")


@pytest.mark.parametrize("lines", [24, 12])
def test_while_it_is_disabled(busy, environment, terminal, lines):
    environment["TZ"] = "UTC"
    busy.properties["Culprit"] = ("firefox", "slowed down Firefox", "cpu", "", False)
    busy.properties["DisabledUntil"] = 1_800_000_000_000_000
    page = terminal(lines=lines)
    page.line_with("Headroom is paused until 2027-01-15 08:00. To resume")
    busy.change(DisabledUntil=0)
    page.until(lambda shown: not any("paused until" in line for line in shown), "it is resumed")


@pytest.mark.parametrize("code", ["en", "de", "es", "fr", "ja", "pt_BR", "ru", "uk", "zh_CN"])
def test_all_keys_are_there_in_each_language(busy, locales, terminal, code):
    spoken = language(code, locales)
    page = terminal(*spoken.command, HEADROOMCTL, "top", env=spoken.environment)
    page.until(lambda lines: re.match(r"q \S", lines[-2]), "the keys are there")
    acts, orders = (re.split(r"  +", line.strip()) for line in page.lines()[-2:])
    assert [each[0] for each in acts] == list("qprCN")
    assert [each.strip("[]")[0] for each in orders] == list("hmwcin")
    assert all(re.match(r"\[?\w \S", each) for each in acts + orders), "each has its word"


def test_figures_are_asked_for_every_two_seconds(busy, terminal):
    began = time.monotonic()
    page = terminal()
    busy.await_calls("Measure", 3)
    assert time.monotonic() - began > 3.9
    busy.measures = {"org.kde.kate": measure(2**30, 7 * 2**30)}
    page.line_with("7.0 GiB")


def test_a_slow_daemon_is_not_asked_again(busy, terminal):
    busy.postpone = {"Measure"}
    page = terminal()
    page.line_with("Kate")
    busy.await_call("Measure")
    time.sleep(2.5)  # longer than the period: no event reports that nothing is sent
    busy.change(Level="uneasy")
    page.line_with("Level: uneasy")
    assert [method for method, _ in busy.calls].count("Measure") == 1


def test_the_daemon_ends_and_another_one_comes(bus, busy, terminal):
    page = terminal()
    page.line_with("Firefox Web Browser")
    busy.__exit__()
    page.line_with("headroomd is not running.")
    assert not any(
        "Firefox" in line or "Level" in line for line in page.lines()
    ), "nothing stale is shown"
    with FakeHeadroomd(bus) as another:
        another.await_call("Measure")
        page.line_with("Level: calm")
        page.line_with("Firefox Web Browser")
        page.press("q")
        assert page.wait() == 0


def test_the_bus_ends(bus, busy, terminal):
    """Nothing would come back by itself."""
    page = terminal()
    page.line_with("Firefox Web Browser")
    end_the_bus(bus, busy)
    assert page.wait() == 3
    assert b"The session bus has gone away." in page.written[page.written.rindex(RMCUP) :]
    assert page.settings() == page.settings_before


@pytest.mark.parametrize(
    "columns,lines",
    [(1, 1), (3, 2), (10, 3), (14, 4), (20, 6), (39, 10), (40, 11), (60, 13), (300, 90)],
)
def test_any_size(busy, terminal, columns, lines):
    busy.properties["Level"] = "critical"
    page = terminal(columns=columns, lines=lines)
    page.until(
        lambda shown: shown[0].startswith("Level: critical"[: max(columns - 1, 0)]) and shown[0],
        "the level comes first",
    )
    if lines >= 2 and columns >= 14:
        page.line_with("> Firefox W"[:columns])
    page.press("jjjkkkhmwcinqq")
    assert page.wait() == 0


def test_narrow_pages_leave_out_what_matters_least(busy, terminal):
    page = terminal(columns=80)
    page.line_with("IN USE")
    for columns, title, gone in [
        (58, "IN USE", "MEMORY"),
        (48, "WAITS FOR", "IN USE"),
        (30, "STATE", "WAITS FOR"),
    ]:
        page.resize(columns, 24)
        page.until(
            lambda lines, title=title, gone=gone: any(title in line for line in lines)
            and not any(gone in line for line in lines),
            f"{title} is shown, but not {gone}",
        )
        page.line_with("> Firefox")
    page.resize(100, 40)
    page.line_with("IN USE")


@pytest.mark.parametrize(
    "name,shown",
    [
        ("x" * 300, "x" * 39 + "…"),
        ("a\x1b[2Jb\nc\x9b5mq", "a\ufffd[2Jb\ufffdc\ufffd5mq"),
        ("שלום עולם", "שלום עולם"),
        ("abc\u202eevil", "abc\ufffdevil"),
        ("\u2067abc", "\ufffdabc"),
        ("文字" * 30, "文字" * 9),
        ("e\u0301" * 60, "\u00e9" * 20),
        ("", ""),
        ("%s%n", "%s%n"),
    ],
)
def test_wicked_names_stay_in_their_column(busy, terminal, name, shown):
    busy.apps = [{**KATE, "Name": name}, FIREFOX]
    page = terminal(columns=100)
    page.line_with("Firefox Web Browser")
    row = page.line_with("active")
    assert row[2:].replace(" ", "").startswith(shown.replace(" ", "")), row
    title = page.column_of("STATE")
    assert title > 0 and page.column_of("active") == title


def test_five_hundred_apps(busy, terminal):
    busy.apps = [
        {**KATE, "Id": f"org.example.App{index:03}", "Name": f"App {index:03}"}
        for index in range(500)
    ]
    page = terminal()
    page.press("n")
    page.until(lambda lines: chosen(lines) == "App 000", "the first app is selected")
    page.press("\x1bOF")
    page.until(
        lambda lines: chosen(lines) == "App 499" and not any("App 000" in line for line in lines),
        "the last app is selected",
    )
    page.press("\x1b[5~")
    page.until(
        lambda lines: chosen(lines) not in ("App 499", None), "the selection is a page higher"
    )
    page.press("\x1bOH")
    page.until(lambda lines: chosen(lines) == "App 000", "the first app is selected")


def colours(written):
    return re.findall(rb"\x1b\[(?:\d+;)*3[0-7](?:;\d+)*m", written)


def test_colours_only_where_they_are_wanted_and_never_alone(busy, terminal):
    busy.properties["Level"] = "high"
    coloured, plain = terminal(), terminal(env={"NO_COLOR": "1"})
    monochrome = terminal(env={"TERM": "vt100"})
    for page in (coloured, plain, monochrome):
        page.line_with("80 % memory")
    assert colours(coloured.written)
    assert not colours(plain.written) and not colours(monochrome.written)
    # Each asks for figures on its own, and may show one more of them for a moment.
    until(lambda: coloured.lines() == plain.lines(), "both show the same text")


@pytest.mark.parametrize(
    "number",
    [
        None,
        signal.SIGTERM,
        signal.SIGINT,
        signal.SIGHUP,
        signal.SIGQUIT,
        signal.SIGSEGV,
        signal.SIGABRT,
        signal.SIGTRAP,
    ],
)
def test_the_terminal_is_as_it_was_however_it_ends(busy, terminal, number):
    page = terminal()
    page.line_with("4.0 GiB")
    assert SMCUP in page.written and page.settings() != page.settings_before
    if number is None:
        page.press("q")
    else:
        page.process.send_signal(number)
    assert page.wait() == (0 if number is None else -number)
    assert page.settings() == page.settings_before
    assert page.written.rindex(RMCUP) > page.written.rindex(SMCUP)
    assert page.written.rindex(CNORM) > page.written.rindex(b"\x1b[?25l")


def test_ctrl_c(busy, terminal):
    page = terminal()
    page.line_with("4.0 GiB")
    page.press("\x03")
    assert page.wait() == -signal.SIGINT
    assert page.settings() == page.settings_before


def test_stopped_and_continued(busy, terminal):
    page = terminal(
        "bash",
        "-c",
        f"set -m; '{HEADROOMCTL}' top; echo back in the shell; read -r; fg >/dev/null; echo "
        f"ended with $?",
    )
    page.line_with("4.0 GiB")
    page.press("\x1a")
    page.until_written(b"back in the shell")
    assert (
        page.settings()[3] == page.settings_before[3]
    ), "the terminal echoes, and reads whole lines"
    assert page.written.rindex(RMCUP) > page.written.rindex(SMCUP)
    page.press("\n")
    until(
        lambda: page.written.rindex(SMCUP) > page.written.rindex(RMCUP), "the screen is shown again"
    )
    page.line_with("> Firefox Web Browser")
    page.press("q")
    page.until_written(b"ended with 0")


@pytest.mark.parametrize("env", [{"TERM": "dumb"}, {"TERM": "no-such-terminal"}, {"TERM": ""}])
def test_a_terminal_that_can_show_no_page(busy, terminal, env):
    page = terminal(env=env)
    assert page.wait() == 2
    assert b"can't show a page" in page.written and not busy.calls


def test_no_terminal(daemon, environment, ctl):
    assert ctl("top", check=2).stderr == (
        'headroomctl: top needs a terminal. For a program or a pipe, use "headroomctl status".\n'
    )
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [HEADROOMCTL, "top"],
        env={**environment, "TERM": "xterm"},
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=subprocess.PIPE,
        timeout=PATIENCE,
        check=False,
    )
    os.close(ours)
    os.close(theirs)
    assert done.returncode == 2 and b"needs a terminal" in done.stderr
    assert not daemon.calls


@pytest.mark.parametrize(
    "state, words",
    [
        ({"LoadState": "masked", "FragmentPath": "/etc/systemd/user/headroomd.service"}, "masked"),
        ({"LoadState": "loaded", "UnitFileState": "disabled"}, "disabled"),
        ({"LoadState": "loaded", "UnitFileState": "enabled"}, "is not running."),
    ],
)
def test_why_the_daemon_has_ended(bus, busy, terminal, state, words):
    systemd = FakeSystemd(bus)
    systemd.describe(
        "headroomd.service", **{name: GLib.Variant("s", value) for name, value in state.items()}
    )
    with systemd:
        page = terminal()
        page.line_with("Firefox Web Browser")
        busy.__exit__()
        page.line_with(words)
        page.line_with("The apps appear here when it starts.")
        page.line_with("q quit")
        shown = " ".join(page.lines())
        command = (
            "sudo systemctl --global unmask" if words == "masked" else "enable --now headroomd"
        )
        assert command in shown, shown


def test_no_daemon(terminal):
    page = terminal()
    assert page.wait() == 3
    assert b"systemctl --user enable --now headroomd" in page.written and SMCUP not in page.written


def test_one_word_too_many(terminal):
    page = terminal(HEADROOMCTL, "top", "firefox")
    assert page.wait() == 2
    assert b"Unexpected argument" in page.written
