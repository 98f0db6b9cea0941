// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtTest
import org.headroomd.private.headroom
import org.headroomd.test

/// The rows of apps: their facts, mouse and keys.
ShownView {
    id: test

    name: "Rows"

    function test_facts(): void {
        FakeDaemon.measures = {hog: {memory: 3221225472, "memory-needed": 1073741824,
            "pressure-memory": 30, "worst-pressure": "memory"}};
        ready({Id: "hog", State: "napped"});
        tryVerify(() => row(0).facts === "Slowed down · waiting for memory 30 % of the time", 5000,
            row(0).facts);
        FakeDaemon.changeApp(0, {State: "frozen", Frozen: true});
        tryVerify(() => row(0).facts === "Paused", 5000, "it doesn't wait any more");
    }

    function test_memory_data(): var {
        const gib = 1073741824;
        return [
            {tag: "all", figures: {memory: 3 * gib, "memory-needed": gib, swap: 2 * gib},
                said: "3.0 GiB in memory, 1.0 GiB in use, 2.0 GiB in swap"},
            {tag: "measured",
                figures: {memory: 3 * gib, "memory-needed": gib, "memory-needed-measured": true},
                said: "3.0 GiB in memory, 1.0 GiB needed, as measured"},
            {tag: "estimated", figures: {memory: 3 * gib, "memory-needed": gib,
                "memory-needed-measured": false}, said: "3.0 GiB in memory, 1.0 GiB in use"},
            {tag: "what it needs is not known", figures: {memory: 3 * gib, swap: 2 * gib},
                said: "3.0 GiB in memory, 2.0 GiB in swap"},
            {tag: "what it has is not known", figures: {"memory-needed": gib, swap: 2 * gib},
                said: "1.0 GiB in use, 2.0 GiB in swap"},
            {tag: "next to nothing in swap", figures: {memory: 3 * gib, "memory-needed": gib,
                swap: 4096}, said: "3.0 GiB in memory, 1.0 GiB in use"},
            {tag: "swap alone", figures: {swap: 2 * gib}, said: "2.0 GiB in swap"}
        ];
    }

    function test_memory(row_): void {
        FakeDaemon.measures = {hog: row_.figures};
        ready({Id: "hog"});
        const memory = findChild(opened(0), "memory");
        tryCompare(memory, "text", row_.said);
        compare(row(0).facts, "", "only the details have it");
    }

    function test_all_that_is_known_fits_in_a_line(): void {
        FakeDaemon.measures = {hog: {"pressure-io": 30, "worst-pressure": "io"}};
        FakeDaemon.properties = {Version: FakeDaemon.version, Level: "calm", Focused: "hog",
            WindowSource: ""};
        ready({Id: "hog", State: "napped", Rule: "never"});
        tryVerify(() => row(0).facts.split(" · ").length === 4, 5000, row(0).facts);
        const line = labelled(row(0), row(0).facts);
        tryVerify(() => !line.truncated, 5000,
            `${line.implicitWidth} in ${line.width} of ${row(0).width}`);
    }

    function test_frozen_by_hand(): void {
        ready({Id: "a"});
        const item = opened(0);
        mouseClick(findChild(item, "freeze"));
        tryVerify(() => FakeDaemon.calls.includes("Freeze a"));
        mouseClick(findChild(item, "close"));
        tryVerify(() => FakeDaemon.calls.includes("Close a"));
        mouseClick(findChild(item, "never"));
        tryVerify(() => FakeDaemon.calls.includes("SetSetting App-a/Rule never"));
        FakeDaemon.changeApp(0, {State: "frozen", Frozen: true,
            Reason: "paused a: you requested it"});
        const place = findChild(item, "close").x;
        tryCompare(findChild(item, "freeze"), "enabled", false);
        compare(findChild(item, "close").x, place, "a second click does not close it");
    }

    function test_a_paused_app_is_resumed_without_opening_its_row(): void {
        ready({Id: "a"}, {Id: "b", State: "frozen", Frozen: true});
        verify(labelled(row(0), "Resume") === null || !labelled(row(0), "Resume").visible);
        mouseClick(labelled(row(1), "Resume"));
        tryVerify(() => FakeDaemon.calls.includes("Thaw b"));
        verify(!row(1).expanded);
        FakeDaemon.changeApp(1, {State: "running", Frozen: false});
        tryVerify(() => !labelled(row(1), "Resume")?.visible);
    }

    function test_all_are_resumed_at_once(): void {
        ready({Id: "a"}, {Id: "b", State: "frozen", Frozen: true});
        verify(!part("resumeAll").visible, "there is only one");
        FakeDaemon.changeApp(0, {State: "frozen", Frozen: true});
        tryCompare(part("resumeAll"), "visible", true);
        mouseClick(part("resumeAll"));
        tryVerify(() => FakeDaemon.calls.includes("ThawAll"));
    }

    function test_rows_stay_where_resume_all_was(): void {
        ready({Id: "a", State: "frozen", Frozen: true}, {Id: "b", State: "frozen", Frozen: true});
        tryCompare(part("resumeAll"), "visible", true);
        verify(waitForPolish(view));
        const top = () => part("apps").mapToItem(view, 0, 0).y;
        const before = top();
        FakeDaemon.changeApp(0, {State: "running", Frozen: false});
        tryCompare(part("resumeAll"), "visible", false);
        verify(waitForPolish(view));
        compare(top(), before, "a second click on Resume hits the same row");
        view.visible = false;
        view.visible = true;
        tryVerify(() => top() < before, 5000, "its place is gone with the applet");
    }

    function test_a_click_meant_for_another_app_is_none(): void {
        FakeDaemon.late = Array(100).fill("Measure");
        FakeDaemon.measures = {a: {"hurt-rank": 1}, b: {"hurt-rank": 0}};
        ready({Id: "a", State: "frozen", Frozen: true}, {Id: "b", State: "frozen", Frozen: true});
        tryCompare(part("resumeAll"), "visible", true);
        const before = Date.now();
        FakeDaemon.late = [];
        tryVerify(() => row(0).appId === "b", 8000, "figures have come");
        verify(row(0).movedAt >= before && row(1).movedAt >= before);
        row(0).movedAt += 60000; // however slow this machine is
        mouseClick(labelled(row(0), "Resume"));
        row(0).movedAt = 0;
        mouseClick(labelled(row(0), "Resume"));
        tryVerify(() => FakeDaemon.calls.includes("Thaw b"));
        compare(FakeDaemon.calls.filter(call => call === "Thaw b").length, 1);
        row(1).movedAt = 0;
        FakeDaemon.removeApp(1);
        tryVerify(() => row(0)?.appId === "a" && row(1) === null);
        verify(row(0).movedAt > 0, "it has moved up");
    }

    function test_no_button_of_a_row_acts_while_it_moves(): void {
        ready({Id: "a"});
        const item = opened(0);
        item.movedAt = Date.now() + 60000; // however slow this machine is
        ["freeze", "close", "never"].forEach(name => mouseClick(findChild(item, name)));
        item.movedAt = 0;
        mouseClick(findChild(item, "close"));
        tryVerify(() => FakeDaemon.calls.includes("Close a"));
        const requests = ["Freeze a", "Close a", "SetSetting App-a/Rule never"];
        compare(FakeDaemon.calls.filter(call => requests.includes(call)), ["Close a"]);
        verify(!findChild(item, "never").checked);
    }

    function test_one_row_is_open(): void {
        ready({Id: "a"}, {Id: "b"});
        opened(0);
        opened(1);
        tryCompare(row(0), "expanded", false);
        verify(row(1).expanded);
    }

    function test_rows_are_closed_with_the_applet(): void {
        ready({Id: "a"});
        opened(0);
        view.visible = false;
        tryCompare(sorted, "settled", false);
        view.visible = true;
        tryCompare(row(0), "expanded", false);
    }

    function test_the_end_of_an_app_with_an_open_row_lets_rows_move(): void {
        ready({Id: "a"}, {Id: "b"});
        opened(0);
        verify(sorted.settled);
        FakeDaemon.removeApp(0);
        tryCompare(sorted, "settled", false, 8000, "once the pointer has rested for three seconds");
    }

    function test_never_can_be_taken_back(): void {
        ready({Id: "a", Rule: "never"});
        const never = findChild(opened(0), "never");
        verify(never.checked);
        mouseClick(never);
        tryVerify(() => FakeDaemon.calls.includes("SetSetting App-a/Rule normal"), 5000,
            "an empty value would leave the rule of a pattern or of the administrator in force");
        FakeDaemon.changeApp(0, {Rule: "normal"});
        tryCompare(never, "checked", false);
    }

    function test_never_shows_the_rule_in_force_after_a_refusal(): void {
        FakeDaemon.refusals = {SetSetting: "App-a/Rule is fixed by /etc/xdg/headroomrc"};
        ready({Id: "a"});
        const never = findChild(opened(0), "never");
        mouseClick(never);
        tryCompare(part("refusal"), "visible", true);
        verify(!never.checked);
        FakeDaemon.changeApp(0, {Rule: "never"});
        tryCompare(never, "checked", true, 5000, "it still follows the rule");
    }

    function test_an_app_without_a_unit_is_not_frozen(): void {
        ready({Id: "a", Units: []});
        const item = opened(0);
        verify(!findChild(item, "freeze").visible);
        verify(!findChild(item, "close").visible);
        verify(findChild(item, "never").visible);
    }

    function test_rows_keep_their_place_under_the_keyboard(): void {
        ready({Id: "a"}, {Id: "b"});
        tryCompare(sorted, "settled", false, 8000);
        part("apps").forceActiveFocus();
        keyClick(Qt.Key_Down);
        tryCompare(sorted, "settled", true);
        tryCompare(sorted, "settled", false, 8000, "no key was pressed for three seconds");
    }

    function test_rows_keep_their_place_while_the_keyboard_is_on_a_button(): void {
        ready({Id: "a", State: "frozen", Frozen: true}, {Id: "b"});
        tryCompare(sorted, "settled", false, 8000);
        const resume = labelled(row(0), "Resume");
        resume.forceActiveFocus(Qt.TabFocusReason);
        tryCompare(resume, "visualFocus", true);
        tryCompare(sorted, "settled", true);
        wait(3500); // longer than a key counts elsewhere
        verify(sorted.settled);
        part("byResource").forceActiveFocus(Qt.TabFocusReason);
        tryCompare(sorted, "settled", false, 8000);
    }

    function test_rows_keep_their_place_under_a_finger(): void {
        ready({Id: "a"}, {Id: "b"});
        tryCompare(sorted, "settled", false, 8000);
        const finger = touchEvent(row(0));
        finger.press(0, row(0)).commit();
        tryCompare(sorted, "settled", true);
        finger.release(0, row(0)).commit();
        tryCompare(row(0), "expanded", true, 5000, "and a tap opens the row that it hits");
    }

    function test_the_first_figures_leave_no_row_open_that_shows_another_app(): void {
        FakeDaemon.late = Array(100).fill("Measure");
        FakeDaemon.measures = {a: {"hurt-rank": 1}, b: {"hurt-rank": 0}};
        ready({Id: "a"}, {Id: "b"});
        opened(0);
        FakeDaemon.late = [];
        tryVerify(() => row(0).appId === "b", 8000, "figures have come");
        tryVerify(() => !row(0).expanded && !row(1).expanded);
    }

    function test_by_keys_alone(): void {
        ready({Id: "a"}, {Id: "b"});
        const list = part("apps");
        list.forceActiveFocus();
        keyClick(Qt.Key_Down);
        tryCompare(list, "currentIndex", 0);
        keyClick(Qt.Key_Down);
        compare(list.currentIndex, 1);
        keyClick(Qt.Key_Return);
        tryVerify(() => row(1).expanded && findChild(row(1), "freeze")?.visible);
        let item = null;
        for (let i = 0; i < 4 && item !== findChild(row(1), "freeze"); ++i) {
            keyClick(Qt.Key_Tab);
            item = test.Window.window.activeFocusItem;
        }
        compare(item, findChild(row(1), "freeze"));
        keyClick(Qt.Key_Space);
        tryVerify(() => FakeDaemon.calls.includes("Freeze b"));
        keyClick(Qt.Key_Escape);
        tryVerify(() => !row(1).expanded);
        FakeDaemon.changeApp(1, {State: "frozen", Frozen: true});
        tryVerify(() => row(1).isFrozen);
        row(1).forceActiveFocus();
        keyClick(Qt.Key_Return);
        tryVerify(() => FakeDaemon.calls.includes("Thaw b"));
    }
}
