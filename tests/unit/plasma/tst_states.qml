// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtTest
import org.headroomd.private.headroom
import org.headroomd.test

/// What the applet says at its top, and the button there, in each state of the daemon.
ShownView {
    id: test

    name: "States"

    Words {
        id: words
    }

    function test_absent_data(): var {
        return [
            {tag: "stopped", active: "inactive", load: "loaded", text: "Headroom Is Not Running",
                action: "Start Headroom"},
            {tag: "failed", active: "failed", load: "loaded", text: "Headroom Has Failed",
                action: "Start Headroom"},
            {tag: "masked", active: "inactive", load: "masked", text: "Headroom Is Not Running",
                action: ""},
            {tag: "missing", active: "inactive", load: "not-found",
                text: "Headroom Is Not Installed", action: ""}
        ];
    }

    function test_absent(row_): void {
        FakeSystemd.change(row_.active, row_.load);
        tryCompare(daemon, "trouble", row_.tag); // two of them have the same title
        const placeholder = part("placeholder");
        tryCompare(placeholder, "text", row_.text);
        verify(placeholder.visible && placeholder.explanation.length > 0);
        compare(placeholder.helpfulAction?.text ?? "", row_.action);
        placeholder.helpfulAction?.trigger();
        tryVerify(() => row_.action.length === 0
            || FakeSystemd.calls.includes("StartUnit headroomd.service replace"));
    }

    function test_a_mask_is_said_with_what_takes_it_back(): void {
        FakeSystemd.reload("masked", "/home/u/.config/systemd/user/headroomd.service");
        tryCompare(part("placeholder"), "explanation",
            "It is masked, so it can't start. To allow it again: "
            + "systemctl --user unmask headroomd.service");
    }

    function test_why_it_does_not_start_is_said(): void {
        FakeSystemd.refusal = "Unit headroomd.service is masked.";
        part("placeholder").helpfulAction.trigger();
        tryCompare(part("refusal"), "visible", true);
        compare(part("refusal").text, "Unit headroomd.service is masked.");
    }

    function test_incompatible(): void {
        FakeDaemon.properties = {Version: "0.0.1"};
        FakeDaemon.appear();
        tryCompare(daemon, "state", Daemon.Incompatible);
        verify(part("placeholder").visible);
        compare(part("placeholder").explanation, "The previous version is still running.");
        part("placeholder").helpfulAction.trigger();
        tryVerify(() => FakeSystemd.calls.includes("RestartUnit headroomd.service replace"));
    }

    function test_another_version_that_can_be_shown(): void {
        FakeDaemon.properties = {Version: "0.0.1", Level: "calm", Focused: "", WindowSource: ""};
        ready({Id: "a"});
        verify(!part("placeholder").visible);
        compare(part("level").text, "Headroom Has Been Updated");
        compare(part("remedy").text, "Restart Headroom");
        mouseClick(part("remedy"));
        tryVerify(() => FakeSystemd.calls.includes("RestartUnit headroomd.service replace"));
    }

    function test_nothing_is_said_of_a_level_that_is_not_known_yet(): void {
        FakeDaemon.holdAnswers(true);
        FakeDaemon.appear();
        tryCompare(daemon, "state", Daemon.Connecting);
        compare(words.stateSentence(daemon), "");
        FakeDaemon.holdAnswers(false);
        tryCompare(daemon, "state", Daemon.Ready);
        compare(words.stateSentence(daemon), "The active app hardly has to wait.");
        FakeDaemon.change({DisabledUntil: 1700000000000000});
        tryVerify(() => words.stateSentence(daemon) === "");
    }

    function test_level_with_its_cause(): void {
        FakeDaemon.properties = {Version: FakeDaemon.version, Level: "high",
            LevelReason: "a process waited for memory 34 % of the last 0.2 s", Focused: "",
            WindowSource: "kwin"};
        ready();
        verify(!part("placeholder").visible);
        compare(part("level").text, "High");
        tryCompare(part("cause"), "text", "A process waited for memory 34 % of the last 0.2 s");
        FakeDaemon.change({Level: "calm"});
        tryCompare(part("level"), "text", "Calm");
        compare(part("cause").text, "The active app hardly has to wait.");
        FakeDaemon.change({Level: "splendid"});
        tryCompare(part("level"), "text", "splendid");
    }

    function test_an_hour_of_rest_is_said_and_ended(): void {
        FakeDaemon.properties = {Version: FakeDaemon.version, Level: "high", Focused: "",
            WindowSource: "", DisabledUntil: 1700000000000000};
        ready();
        verify(part("level").text.startsWith("Paused until "));
        verify(!part("cause").visible);
        compare(part("remedy").text, "Resume Headroom");
        mouseClick(part("remedy"));
        tryVerify(() => FakeDaemon.calls.includes("DisableFor 0"));
        FakeDaemon.change({DisabledUntil: 0});
        tryCompare(part("level"), "text", "High");
        verify(!part("remedy").visible);
    }

    function test_the_culprit_is_resumed_at_the_top(): void {
        const hog = {app: "hog", sentence: "paused Hog: it took 2 GiB", resource: "memory",
            shortage: "memory ran short", paused: true};
        const reason = "the active app waited for the CPU 35 %";
        FakeDaemon.properties = {Version: FakeDaemon.version, Level: "high",
            LevelReason: reason, Focused: "kate", WindowSource: "", Culprit: hog,
            CulpritSummary: "paused Hog"};
        ready({Id: "hog", State: "frozen"});
        tryCompare(part("culprit"), "text", "Paused Hog");
        compare(words.culpritSentence(daemon), "Paused Hog");
        compare(part("cause").text, "Memory ran short", "why it was paused");
        compare(part("remedy").text, "Resume");
        mouseClick(part("remedy"));
        tryVerify(() => FakeDaemon.calls.includes("Thaw hog"));
        hog.sentence = "slowed down Hog: it used 90 %";
        hog.shortage = "the CPU was busy";
        hog.paused = false;
        FakeDaemon.change({Culprit: hog, CulpritSummary: "slowed down Hog"});
        tryCompare(part("remedy"), "text", "Pause");
        compare(part("cause").text, "The CPU was busy", "why it was slowed down");
        tryVerify(() => { // a click too soon was meant for "Resume"
            mouseClick(part("remedy"));
            return FakeDaemon.calls.includes("Freeze hog");
        });
        FakeDaemon.change({Focused: "hog"});
        tryCompare(part("remedy"), "visible", false, 5000, "the active app can't be paused");
        compare(part("culprit").text, "Slowed down Hog");
        FakeDaemon.change({CanFreezeCulprit: true});
        tryCompare(part("remedy"), "text", "Pause", 5000, "KWin minimises it first");
        FakeDaemon.change({Level: "calm", Focused: "", Culprit: {}, CulpritSummary: "",
            CanFreezeCulprit: false});
        tryCompare(part("culprit"), "visible", false);
        verify(!part("remedy").visible, "nothing is short");
        compare(words.culpritSentence(daemon), "");
    }

    function test_the_culprit_of_an_older_daemon(): void {
        blame("hog");
        ready({Id: "hog"});
        tryCompare(part("culprit"), "text", "Slowed down hog");
        FakeDaemon.change({DisabledUntil: 1700000000000000});
        tryVerify(() => words.culpritSentence(daemon) === "", 5000, "nothing is done now");
    }

    /// Two lines and a title, whatever the figures are.
    function test_the_figures_are_in_the_tip(): void {
        const wide = Array(5).fill("waited for the CPU 35 % of the last 0.2 s").join(", ");
        FakeDaemon.properties = {Version: FakeDaemon.version, Level: "high", Focused: "",
            LevelReason: "the active app " + wide, WindowSource: "",
            CulpritSummary: "slowed down" + " Hog".repeat(60),
            Culprit: {app: "hog", sentence: "slowed down Hog: it " + wide, shortage: ""}};
        ready({Id: "hog"});
        tryCompare(part("culprit"), "visible", true);
        compare(part("cause").text, "The active app often has to wait.");
        compare(part("cause").lineCount + part("culprit").lineCount, 2);
        const figures = "The active app " + wide + "\nSlowed down Hog: it " + wide;
        compare(part("culprit").Accessible.description, figures);
        const tip = findChild(view, "details"); // a tip is no Item
        mouseMove(part("culprit"), 5, 5);
        tryCompare(tip, "visible", true);
        compare(tip.contentItem.text, figures);
        compare(tip.contentItem.textFormat, Text.PlainText);
        verify(tip.width <= view.width && !tip.contentItem.truncated);
        mouseMove(part("remedy"), 5, 5);
        tryCompare(tip, "visible", false);
        FakeDaemon.change({Culprit: {}, CulpritSummary: ""});
        tryCompare(part("culprit"), "visible", false);
        compare(part("cause").text, "The active app " + wide);
        verify(part("cause").lineCount <= 2);
    }

    function blame(app: string): void {
        FakeDaemon.properties = {Version: FakeDaemon.version, Level: "high",
            LevelReason: "the active app waited for the CPU 35 %", Focused: "", WindowSource: "",
            Culprit: {app: app, sentence: "slowed down " + app}};
    }

    function test_the_button_stays_about_the_app_under_the_pointer(): void {
        blame("hog");
        ready({Id: "hog"}, {Id: "other"});
        tryCompare(part("remedy"), "text", "Pause");
        mouseMove(part("remedy"), 5, 5);
        tryCompare(part("remedy"), "hovered", true);
        FakeDaemon.change({Culprit: {app: "other", sentence: "slowed down other"}});
        tryVerify(() => daemon.culprit.app === "other");
        compare(part("culprit").text, "Slowed down hog");
        mouseClick(part("remedy"));
        tryVerify(() => FakeDaemon.calls.includes("Freeze hog"));
        mouseMove(part("level"), 5, 5);
        tryCompare(part("culprit"), "text", "Slowed down other");
        mouseMove(part("remedy"), 5, 5);
        tryCompare(part("remedy"), "hovered", true);
        FakeDaemon.change({Culprit: {app: "other", sentence: "paused other", paused: true}});
        tryCompare(part("remedy"), "text", "Resume", 5000, "it follows the app that it is about");
        FakeDaemon.change({Culprit: {}});
        tryCompare(part("remedy"), "visible", false, 5000, "there is no such app any more");
    }

    function test_the_button_stays_about_the_app_while_the_keyboard_is_on_it(): void {
        blame("hog");
        ready({Id: "hog"}, {Id: "other"});
        tryCompare(part("remedy"), "text", "Pause");
        part("remedy").forceActiveFocus(Qt.TabFocusReason);
        tryCompare(part("remedy"), "visualFocus", true);
        FakeDaemon.change({Culprit: {app: "other", sentence: "slowed down other"}});
        tryVerify(() => daemon.culprit.app === "other");
        compare(part("culprit").text, "Slowed down hog");
        keyClick(Qt.Key_Space);
        tryVerify(() => FakeDaemon.calls.includes("Freeze hog"));
        verify(!FakeDaemon.calls.includes("Freeze other"));
    }

    function test_a_second_click_does_not_undo_the_first(): void {
        blame("hog");
        ready({Id: "hog"});
        tryCompare(part("remedy"), "text", "Pause");
        mouseMove(part("remedy"), 5, 5);
        tryCompare(part("remedy"), "hovered", true);
        mouseClick(part("remedy"));
        tryVerify(() => FakeDaemon.calls.includes("Freeze hog"));
        FakeDaemon.change({Culprit: {app: "hog", sentence: "paused hog", paused: true}});
        tryCompare(part("remedy"), "text", "Resume");
        mouseClick(part("remedy"));
        verify(!FakeDaemon.calls.includes("Thaw hog"), "that was a double click");
        tryVerify(() => {
            mouseClick(part("remedy"));
            return FakeDaemon.calls.includes("Thaw hog");
        }, 5000, "half a second later it is a click on Resume");
    }

    function test_the_button_hides_the_refusal_of_an_earlier_request(): void {
        blame("hog");
        FakeDaemon.refusals = {Freeze: "hog has the focus"};
        ready({Id: "hog"});
        tryCompare(part("remedy"), "text", "Pause");
        mouseClick(part("remedy"));
        tryCompare(part("refusal"), "visible", true);
        FakeDaemon.refusals = {};
        mouseClick(part("remedy"));
        tryCompare(part("refusal"), "visible", false);
    }

    function test_a_culprit_that_the_user_has_paused(): void {
        FakeDaemon.properties = {Version: FakeDaemon.version, Level: "high",
            LevelReason: "the active app waited for the disk 35 %", Focused: "",
            WindowSource: "",
            Culprit: {app: "a", sentence: "paused a: you wanted it", paused: true}};
        ready();
        tryCompare(part("culprit"), "text", "Paused a: you wanted it");
        compare(part("cause").text, "The active app often has to wait.",
            "no rule has a reason for the pause");
        compare(part("remedy").text, "Resume");
    }
}
