// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick
import QtTest
import org.headroomd.private.headroom
import org.headroomd.test

/// What is wrong with the daemon itself, its rest for an hour, and the app that it blames.
TestCase {
    id: test

    name: "Trouble"

    Daemon {
        id: daemon
    }
    SignalSpy {
        id: refused
        target: daemon
        signalName: "refused"
    }

    function init(): void {
        FakeSystemd.reset();
        FakeDaemon.reset();
        tryCompare(daemon, "state", Daemon.Absent);
        refused.clear();
    }

    function ready(): void {
        FakeDaemon.appear();
        tryCompare(daemon, "state", Daemon.Ready);
    }

    function test_trouble_data(): var {
        return [
            {tag: "stopped", active: "inactive", load: "loaded", trouble: "stopped"},
            {tag: "failed", active: "failed", load: "loaded", trouble: "failed"},
            {tag: "not installed", active: "inactive", load: "not-found", trouble: "missing"},
            {tag: "masked", active: "inactive", load: "masked", trouble: "masked"},
            {tag: "masked after a crash", active: "failed", load: "masked", trouble: "masked"},
            {tag: "starting", active: "activating", load: "loaded", trouble: ""},
            {tag: "reading its files again", active: "reloading", load: "loaded", trouble: ""}
        ];
    }

    function test_trouble(row): void {
        FakeSystemd.change(row.active, row.load);
        tryCompare(daemon, "trouble", row.trouble);
        FakeDaemon.appear();
        tryCompare(daemon, "state", Daemon.Ready);
        compare(daemon.trouble, "");
        FakeSystemd.change("inactive", "loaded");
        FakeDaemon.vanish();
        tryCompare(daemon, "trouble", "stopped");
        FakeSystemd.change("failed", "loaded");
        tryCompare(daemon, "trouble", "failed", 5000, "later, by systemd's signal");
    }

    function test_the_mask_data(): var {
        return [
            {tag: "the user's", file: "/home/u/.config/systemd/user/headroomd.service",
                command: "systemctl --user unmask headroomd.service"},
            {tag: "until the next boot", file: "/run/user/7/systemd/user/headroomd.service",
                command: "systemctl --user unmask --runtime headroomd.service"},
            {tag: "the administrator's", file: "/etc/systemd/user/headroomd.service",
                command: "sudo systemctl --global unmask headroomd.service"}
        ];
    }

    function test_the_mask(row): void {
        FakeSystemd.reload("masked", row.file);
        tryCompare(daemon, "trouble", "masked");
        compare(daemon.unmaskCommand, row.command);
        FakeSystemd.reload("loaded", "/usr/lib/systemd/user/headroomd.service");
        tryCompare(daemon, "trouble", "stopped");
    }

    function test_versions_data(): var {
        return [{tag: "same", version: FakeDaemon.version, trouble: ""},
            {tag: "older", version: "0.0.9", trouble: "older"},
            {tag: "newer", version: "90.1", trouble: "newer"},
            {tag: "no version", version: "none", trouble: ""}];
    }

    function test_versions(row): void {
        FakeDaemon.properties = {Version: row.version, Level: "calm", Focused: "",
            WindowSource: ""};
        ready();
        compare(daemon.trouble, row.trouble);
    }

    function test_start_and_restart(): void {
        FakeSystemd.change("failed", "loaded");
        daemon.start();
        tryVerify(() => FakeSystemd.calls.length === 2);
        compare(FakeSystemd.calls, ["ResetFailedUnit headroomd.service",
            "StartUnit headroomd.service replace"]);
        daemon.restart();
        tryVerify(() => FakeSystemd.calls[2] === "RestartUnit headroomd.service replace");
        compare(refused.count, 0);
        FakeSystemd.refusal = "Unit headroomd.service is masked.";
        daemon.start();
        tryCompare(refused, "count", 1);
        compare(refused.signalArguments[0][1], "Unit headroomd.service is masked.");
    }

    function test_without_systemd(): void {
        FakeSystemd.vanish();
        daemon.start();
        tryCompare(refused, "count", 1);
        compare(daemon.trouble, "stopped");
    }

    function test_an_hour_of_rest(): void {
        ready();
        verify(!daemon.canDisable && !daemon.disabled, "an older daemon can't");
        FakeDaemon.change({DisabledUntil: 0});
        tryCompare(daemon, "canDisable", true);
        verify(!daemon.disabled);
        daemon.disableFor(3600);
        tryVerify(() => FakeDaemon.calls.includes("DisableFor 3600000000"));
        FakeDaemon.change({DisabledUntil: 1700000000000000});
        tryCompare(daemon, "disabled", true);
        compare(daemon.disabledUntil.getTime(), 1700000000000);
        daemon.disableFor(0);
        tryVerify(() => FakeDaemon.calls.includes("DisableFor 0"));
    }

    function test_the_culprit(): void {
        ready();
        compare(daemon.culprit.app, "", "an older daemon names none");
        FakeDaemon.change({Culprit: {app: "a", sentence: "slowed\ndown a", resource: "cpu",
            shortage: "the CPU was busy", paused: false}});
        tryCompare(daemon, "culprit", {app: "a", summary: "slowed down a",
            sentence: "slowed down a", shortage: "the CPU was busy", paused: false,
            canPause: true});
        FakeDaemon.change({Culprit: {app: "a", sentence: "paused a", resource: "memory",
            shortage: "memory ran short", paused: true}});
        tryVerify(() => daemon.culprit.paused);
        compare(daemon.culprit.shortage, "memory ran short");
        FakeDaemon.vanish();
        tryVerify(() => daemon.culprit.app === "");
    }
}
