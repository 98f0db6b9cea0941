# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomd: changes of headroomrc take effect immediately, and invalid lines change nothing."""

import json
import os

import pytest
from gi.repository import GLib

from headroomd import error_of
from private_bus import until

KATE = "org.kde.kate"
MINE = "# mine\n[Other]\nkey[$e]=$HOME\n\n[Boost]\n  CpuWeight = 600\n"


@pytest.fixture
def rc(tmp_path):
    """The user's file, which doesn't exist yet; its directory does."""
    (tmp_path / ".config").mkdir()
    return tmp_path / ".config" / "headroomrc"


@pytest.fixture
def system(tmp_path):
    """The system's files. The first one takes precedence."""
    for name in ("xdg", "etc"):
        (tmp_path / name).mkdir()
    return tmp_path / "xdg" / "headroomrc", tmp_path / "etc" / "headroomrc"


def replace(file, text):
    """Saves like KConfig and most editors."""
    beside = file.with_name("headroomrc.new")
    beside.write_text(text, encoding="utf-8")
    beside.rename(file)


def await_setting(headroomd, name, value):
    until(lambda: headroomd.get("Settings").get(name) == value, f"{name} is {value}")


def set_setting(headroomd, name, value):
    headroomd.call("SetSetting", "(ss)", name, value)


def weights_of(systemd, count):
    return [
        dict(properties).get("CPUWeight")
        for _, _, properties in systemd.await_calls("SetUnitProperties", count)
    ]


def test_defaults_without_a_file(start_headroomd, rc):
    settings = start_headroomd().get("Settings")
    assert len(settings) >= 20
    assert (
        settings["Pressure/Response"],
        settings["Boost/CpuWeight"],
        settings["General/Notifications"],
    ) == ("freeze", "500", "true")


@pytest.mark.parametrize(
    "write",
    [replace, lambda file, text: file.write_text(text, encoding="utf-8")],
    ids=["renamed", "in place"],
)
def test_a_changed_file_changes_the_weight_at_once(desk, rc, write):
    _, window = desk.app(KATE)
    headroomd = desk.start(focus=window)
    assert weights_of(desk.systemd, 1) == [500]
    write(rc, "[Boost]\nCpuWeight=600\n")
    assert weights_of(desk.systemd, 2) == [500, 600]
    assert headroomd.get("Settings")["Boost/CpuWeight"] == "600"
    write(rc, "[Boost]\nCpuWeight=700\n")
    assert weights_of(desk.systemd, 3)[2] == 700
    rc.unlink()
    assert weights_of(desk.systemd, 4)[3] == 500


def test_a_pattern_counts_for_all_without_a_rule_of_their_own(desk, rc):
    _, window = desk.app(KATE)
    other, _ = desk.app("org.example.Other")
    headroomd = desk.start(focus=window)
    assert weights_of(desk.systemd, 1) == [500]
    set_setting(headroomd, "App-org.example.*/Rule", "foreground")
    unit, _, properties = desk.systemd.await_calls("SetUnitProperties", 2)[1]
    assert unit == other.name and dict(properties)["CPUWeight"] == 500
    assert headroomd.of_app("org.example.Other", "Rule") == "foreground"
    assert headroomd.of_app(KATE, "Rule") == "normal"
    set_setting(headroomd, "App-org.example.Other/Rule", "normal")
    unit, _, properties = desk.systemd.await_calls("SetUnitProperties", 3)[2]
    assert unit == other.name and dict(properties)["CPUWeight"] != 500
    assert headroomd.of_app("org.example.Other", "Rule") == "normal"


def test_the_first_file_of_all_is_seen(start_headroomd, rc):
    """Qt saves a new file like this: it has no name until it is complete, and is never renamed."""
    headroomd = start_headroomd()
    here = os.open(rc.parent, os.O_RDONLY | os.O_DIRECTORY)
    made = os.open(".", os.O_TMPFILE | os.O_WRONLY, 0o600, dir_fd=here)
    os.write(made, b"[Boost]\nCpuWeight=700\n")
    os.link(
        f"/proc/self/fd/{made}", rc.name, src_dir_fd=here, dst_dir_fd=here, follow_symlinks=True
    )
    os.close(made)
    os.close(here)
    await_setting(headroomd, "Boost/CpuWeight", "700")


def test_nonsense_leaves_what_was_in_force_and_the_line_is_named(desk, rc):
    rc.write_text("[Boost]\nCpuWeight=600\n", encoding="utf-8")
    _, window = desk.app(KATE)
    headroomd = desk.start(focus=window)
    assert weights_of(desk.systemd, 1) == [600]
    replace(rc, "[Boost]\n# too much\nCpuWeight=60000\nIoWeight=700\n")
    headroomd.await_log(
        f'{rc}:3: Boost/CpuWeight is "60000", but must be a whole number from 100 to 10000; it '
        f"stays 600"
    )
    await_setting(headroomd, "Boost/IoWeight", "700")
    assert headroomd.get("Settings")["Boost/CpuWeight"] == "600"
    replace(rc, "[Boost]\n# too much\nCpuWeight=60000\nIoWeight=800\n")
    await_setting(headroomd, "Boost/IoWeight", "800")
    assert headroomd.log.count(":3: ") == 1, "the log has it once"
    assert {
        dict(arguments[2])["CPUWeight"]
        for method, arguments in desk.systemd.calls
        if method == "SetUnitProperties"
    } == {600}


def test_a_file_that_is_none_leaves_what_was_in_force(start_headroomd, rc):
    rc.write_text("[Boost]\nCpuWeight=600\n", encoding="utf-8")
    headroomd = start_headroomd()
    replace(rc, "[Boost]\nCpuWeight=700\n" + "#" * 2**20)
    headroomd.await_log(f"{rc} is longer than 1 MiB; its last values stay in force")
    assert headroomd.get("Settings")["Boost/CpuWeight"] == "600"
    os.mkfifo(rc.with_name("fifo"))
    rc.with_name("fifo").rename(rc)
    headroomd.await_log(f"{rc} is no plain file")
    assert headroomd.get("Settings")["Boost/CpuWeight"] == "600"
    replace(rc, "\n".join(["["] * 5000))
    headroomd.await_log("4992 more lines of settings are invalid")
    assert headroomd.get("Settings")["Boost/CpuWeight"] == "600"


def test_what_is_set_is_written_and_survives_a_restart(start_headroomd, rc):
    rc.write_text(MINE, encoding="utf-8")
    rc.chmod(0o640)
    headroomd = start_headroomd()
    set_setting(headroomd, "Pressure/Response", "WARN")
    set_setting(headroomd, f"App-{KATE}/Rule", "never")
    set_setting(headroomd, "Boost/CpuWeight", "700")
    wanted = {"Pressure/Response": "warn", f"App-{KATE}/Rule": "never", "Boost/CpuWeight": "700"}
    assert wanted.items() <= headroomd.get("Settings").items()
    written = (
        MINE.replace("  CpuWeight = 600", "CpuWeight=700")
        + f"\n[Pressure]\nResponse=warn\n\n[App-{KATE}]\nRule=never\n"
    )
    assert rc.read_text(encoding="utf-8") == written
    assert rc.stat().st_mode & 0o7777 == 0o640
    assert [path.name for path in rc.parent.iterdir()] == ["headroomrc"]
    assert headroomd.terminate() == 0
    headroomd = start_headroomd()
    assert wanted.items() <= headroomd.get("Settings").items()
    set_setting(headroomd, "Boost/CpuWeight", "")
    set_setting(headroomd, "Pressure/Response", "freeze")
    set_setting(headroomd, f"App-{KATE}/Rule", "normal")
    assert not wanted.keys() & {f"App-{KATE}/Rule"} & headroomd.get("Settings").keys()
    assert (
        rc.read_text(encoding="utf-8")
        == MINE.replace("  CpuWeight = 600\n", "") + f"\n[Pressure]\n\n[App-{KATE}]\n"
    )


def test_a_set_weight_takes_effect_before_the_answer(desk, rc):
    _, window = desk.app(KATE)
    headroomd = desk.start(focus=window)
    assert weights_of(desk.systemd, 1) == [500]
    set_setting(headroomd, "Boost/CpuWeight", "600")
    assert weights_of(desk.systemd, 2) == [500, 600]


@pytest.mark.parametrize(
    "name, value, sentence",
    [
        (
            "Pressure/Response",
            "maybe",
            'Pressure/Response is "maybe", but must be one of off, warn, freeze',
        ),
        (
            "Boost/CpuWeight",
            "99",
            'Boost/CpuWeight is "99", but must be a whole number from 100 to 10000',
        ),
        (
            "Boost/CpuWeight",
            "500\n[Pressure]",
            'Boost/CpuWeight is "500?[Pressure]", but must be a whole number from 100 to 10000',
        ),
        ("No/Such", "1", 'there is no setting "No/Such"'),
        ("No/Such", "", 'there is no setting "No/Such"'),
        ("", "", 'there is no setting ""'),
        ("App-/Rule", "never", 'there is no setting "App-/Rule"'),
        ("App-a\nb/Rule", "never", 'there is no setting "App-a?b/Rule"'),
    ],
)
def test_what_makes_no_sense_is_not_set(start_headroomd, rc, name, value, sentence):
    headroomd = start_headroomd()
    with pytest.raises(GLib.Error) as error:
        set_setting(headroomd, name, value)
    assert error_of(error) == ("BadInput", sentence)
    assert not rc.exists()


def test_an_app_id_cannot_break_out_of_its_group(start_headroomd, rc):
    headroomd = start_headroomd()
    set_setting(headroomd, "App-a][$i/Rule", "never")
    set_setting(headroomd, "App-$i/Rule", "eager")
    settings = start_headroomd_again(headroomd, start_headroomd).get("Settings")
    assert (settings["App-a][$i/Rule"], settings["App-$i/Rule"]) == ("never", "eager")


def start_headroomd_again(headroomd, start_headroomd):
    assert headroomd.terminate() == 0
    return start_headroomd()


def test_the_systems_files_count_by_their_weight(start_headroomd, rc, system):
    first, second = system
    first.write_text("[Boost]\nCpuWeight=600\n", encoding="utf-8")
    second.write_text(
        "[Boost]\nCpuWeight=700\nIoWeight=700\n[Pressure]\nResponse=off\n", encoding="utf-8"
    )
    rc.write_text("[Boost]\nIoWeight=800\n", encoding="utf-8")
    headroomd = start_headroomd()
    assert {
        "Boost/CpuWeight": "600",
        "Boost/IoWeight": "800",
        "Pressure/Response": "off",
    }.items() <= headroomd.get("Settings").items()
    # A value equal to our default is still a choice if the system's file has another value.
    set_setting(headroomd, "Pressure/Response", "freeze")
    assert headroomd.get("Settings")["Pressure/Response"] == "freeze"
    set_setting(headroomd, "Boost/IoWeight", "")
    assert headroomd.get("Settings")["Boost/IoWeight"] == "700"
    replace(second, "")
    await_setting(headroomd, "Boost/IoWeight", "500")


def test_what_the_system_has_fixed_is_not_set(start_headroomd, rc, system):
    _, second = system
    second.write_text("[Pressure]\nResponse[$i]=warn\n[Boost][$i]\n", encoding="utf-8")
    rc.write_text("[Pressure]\nResponse=off\n", encoding="utf-8")
    headroomd = start_headroomd()
    assert headroomd.get("Settings")["Pressure/Response"] == "warn"
    for name, value in (
        ("Pressure/Response", "off"),
        ("Pressure/Response", ""),
        ("Boost/CpuWeight", "600"),
    ):
        with pytest.raises(GLib.Error) as error:
            set_setting(headroomd, name, value)
        assert error_of(error) == ("Refused", f"{name} is fixed by {second}")
    set_setting(headroomd, "Pressure/NapWeight", "30")
    assert rc.read_text(encoding="utf-8") == "[Pressure]\nResponse=off\nNapWeight=30\n"


def test_a_directory_that_is_not_there_is_made_when_something_is_set(start_headroomd):
    headroomd = start_headroomd()
    headroomd.await_log(
        f"settings are read at the start only: {headroomd.rc.parent} is not there to be watched"
    )
    set_setting(headroomd, "Boost/CpuWeight", "600")
    assert headroomd.rc.read_text(encoding="utf-8") == "[Boost]\nCpuWeight=600\n"
    assert (headroomd.rc.parent.stat().st_mode & 0o777, headroomd.rc.stat().st_mode & 0o777) == (
        0o700,
        0o600,
    )
    replace(headroomd.rc, "[Boost]\nCpuWeight=700\n")  # the directory is watched from then on
    await_setting(headroomd, "Boost/CpuWeight", "700")


def test_a_link_stays_a_link_and_what_it_leads_to_is_watched(start_headroomd, rc, tmp_path):
    (tmp_path / "dotfiles").mkdir()
    target = tmp_path / "dotfiles" / "headroom"
    target.write_text(MINE, encoding="utf-8")
    rc.symlink_to(target)
    headroomd = start_headroomd()
    set_setting(headroomd, "Boost/CpuWeight", "700")
    assert rc.is_symlink() and target.read_text(encoding="utf-8") == MINE.replace(
        "  CpuWeight = 600", "CpuWeight=700"
    )
    target.write_text("[Boost]\nCpuWeight=800\n", encoding="utf-8")
    await_setting(headroomd, "Boost/CpuWeight", "800")


def test_a_directory_that_can_hold_no_file(start_headroomd, tmp_path):
    (tmp_path / ".config").write_text("", encoding="ascii")
    headroomd = start_headroomd()
    with pytest.raises(GLib.Error) as error:
        set_setting(headroomd, "Boost/CpuWeight", "600")
    assert error_of(error)[0] == "Failed"
    assert headroomd.get("Settings")["Boost/CpuWeight"] == "500"


def recorded(tmp_path):
    """The complete lines so far."""
    return [
        json.loads(line)
        for line in (tmp_path / "recording").read_text(encoding="utf-8").splitlines(True)
        if line.endswith("\n")
    ]


def test_a_recording_begins_with_the_settings(start_headroomd, start_ctl, rc, tmp_path):
    rc.write_text("[Boost]\nCpuWeight=600\n", encoding="utf-8")
    headroomd = start_headroomd()
    recording = start_ctl("record", str(tmp_path / "recording"))
    assert recording.stderr.readline().startswith("Recording.")
    until(lambda: len(recorded(tmp_path)) >= 2, "the recording has begun")
    first, second = recorded(tmp_path)[:2]
    assert (first["event"], first["settings"]) == (
        "SettingsRead",
        [{"name": "Boost/CpuWeight", "value": "600"}],
    )
    assert (second["event"], second["shown"]) == ("PopupChosen", True)
    set_setting(headroomd, "Boost/CpuWeight", "")
    until(
        lambda: any(line.get("settings") == [] for line in recorded(tmp_path)),
        "the setting is reset",
    )


def test_what_is_chosen_under_notifications_is_heeded(start_headroomd, start_ctl, rc, tmp_path):
    notifyrc = rc.with_name("headroom.notifyrc")
    notifyrc.write_text("[Event/memoryShort]\nAction=\n", encoding="utf-8")
    start_headroomd()
    recording = start_ctl("record", str(tmp_path / "recording"))
    assert recording.stderr.readline().startswith("Recording.")

    def chosen():
        return [line["shown"] for line in recorded(tmp_path) if line.get("event") == "PopupChosen"]

    until(lambda: chosen() == [False], "pop-ups are off")
    replace(notifyrc, "[Event/memoryShort]\nAction=Popup\n")
    until(lambda: chosen() == [False, True], "pop-ups are shown again")
