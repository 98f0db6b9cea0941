// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick
import QtTest
import org.headroomd.private.headroom
import org.headroomd.test

/// What the page in System Settings says first. Unlike the applet, it also offers to resume apps
/// that are no cause of anything.
TestCase {
    id: test

    name: "Situation"

    Daemon {
        id: daemon
    }
    Situation {
        id: situation
        daemon: daemon
    }

    readonly property var culprit: ({app: "a", sentence: "paused a: it grew", resource: "memory",
        shortage: "memory ran short", paused: true})

    function init(): void {
        FakeSystemd.reset();
        FakeDaemon.reset();
        situation.paused = 0;
        situation.pointed = false;
        situation.turnedAt = 0;
        tryCompare(daemon, "state", Daemon.Absent);
    }

    function ready(level: string): void {
        FakeDaemon.appear();
        tryCompare(daemon, "state", Daemon.Ready);
        FakeDaemon.change({Level: level});
        tryCompare(daemon, "level", level);
        FakeDaemon.forgetCalls();
    }

    function test_apps_are_paused_while_it_is_calm_data(): var {
        return [
            {tag: "none", paused: 0, text: "", action: ""},
            {tag: "one", paused: 1, text: "One app is paused.", action: "Resume"},
            {tag: "two", paused: 2, text: "2 apps are paused.", action: "Resume All"}
        ];
    }

    function test_apps_are_paused_while_it_is_calm(row): void {
        ready("calm");
        situation.paused = row.paused;
        compare(situation.title, "Calm");
        compare(situation.cause, "The active app hardly has to wait.");
        compare(situation.consequence, row.text);
        compare(situation.action, row.action);
        if (row.action.length === 0)
            return;
        situation.act();
        tryVerify(() => FakeDaemon.calls.includes("ThawAll"));
    }

    function test_the_cause_comes_first(): void {
        ready("high");
        situation.paused = 2;
        FakeDaemon.change({Culprit: culprit});
        tryCompare(situation, "consequence", "Paused a: it grew"); // an older daemon has no summary
        FakeDaemon.change({CulpritSummary: "paused a"});
        tryCompare(situation, "consequence", "Paused a");
        compare(situation.cause, "Memory ran short");
        compare(situation.action, "Resume");
        situation.act();
        tryVerify(() => FakeDaemon.calls.includes("Thaw a"));
        compare(FakeDaemon.calls.includes("ThawAll"), false);
    }

    function blame(app: string, paused: bool): void {
        FakeDaemon.change({Culprit: Object.assign({}, culprit, {app: app, paused: paused})});
        tryVerify(() => daemon.culprit.app === app && daemon.culprit.paused === paused);
    }

    /// A button loses the finger before it reports the click.
    function test_a_finger_acts_on_the_app_that_it_was_put_on(): void {
        ready("high");
        blame("a", false);
        tryCompare(situation, "action", "Pause");
        situation.pointed = true;
        blame("b", false);
        situation.pointed = false;
        situation.act();
        tryVerify(() => FakeDaemon.calls.includes("Freeze a"));
        tryVerify(() => situation.culprit.app === "b");
        compare(FakeDaemon.calls.includes("Freeze b"), false);
    }

    function test_a_second_tap_does_not_undo_the_first(): void {
        ready("high");
        blame("a", false);
        const before = Date.now();
        blame("a", true);
        tryCompare(situation, "action", "Resume");
        verify(situation.turnedAt >= before, "no finger is on the button between two taps");
    }

    function test_what_can_not_be_paused_has_no_button(): void {
        ready("high");
        FakeDaemon.change({Culprit: {app: "a", sentence: "", resource: "cpu",
            shortage: "the CPU was busy", paused: false}, Focused: "a"});
        tryCompare(situation, "hasCulprit", true);
        compare(situation.action, "", "an older daemon refuses the active app");
        FakeDaemon.change({CanFreezeCulprit: true});
        tryCompare(situation, "action", "Pause");
        FakeDaemon.change({CanFreezeCulprit: false, Focused: ""});
        tryCompare(situation, "action", "");
        situation.act();
    }

    function test_nothing_is_resumed_one_by_one_while_headroom_rests(): void {
        ready("calm");
        situation.paused = 2;
        FakeDaemon.change({DisabledUntil: 1700000000000000});
        tryCompare(situation, "action", "Resume Headroom");
        compare(situation.consequence, "");
    }

    function test_trouble_comes_before_all(): void {
        situation.paused = 2;
        tryCompare(situation, "title", "Headroom Is Not Running");
        compare(situation.consequence, "");
        compare(situation.action, "Start Headroom");
    }
}
