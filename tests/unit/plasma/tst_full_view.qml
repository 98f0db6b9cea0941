// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Layouts
import QtTest
import org.kde.kirigami as Kirigami
import org.headroomd.private.headroom
import org.headroomd.test

/// The whole view against the daemon: its texts in each state, mouse and keys, and names that are
/// meant to break it.
TestCase {
    id: test

    name: "FullView"
    when: windowShown
    visible: true
    width: Kirigami.Units.gridUnit * 26 // the width that the applet requests
    height: 600

    property Item view: null

    Daemon {
        id: daemon
    }
    Sampling {
        id: sampling
        daemon: daemon
        running: test.view?.looking ?? false
    }
    Apps {
        id: apps
        daemon: daemon
        sampling: sampling
    }
    AppsByHurt {
        id: sorted
        sourceModel: apps
    }
    Acts {
        id: acts
        daemon: daemon
    }
    PressureRecord {
        id: record
        sampling: sampling
    }
    Component {
        id: made

        ColumnLayout {
            readonly property bool looking: body.looking

            signal explanationWanted

            width: test.width
            height: 600

            LevelHeader {
                Layout.fillWidth: true
                level: daemon.level
                cause: daemon.levelReason
            }
            FullView {
                id: body
                Layout.fillWidth: true
                Layout.fillHeight: true
                daemon: daemon
                apps: sorted
                record: record
            }
            Footer {
                Layout.fillWidth: true
                acts: acts
                capabilities: daemon.capabilities
                onExplanationWanted: parent.explanationWanted()
            }
        }
    }
    SignalSpy {
        id: explanation
        target: test.view
        signalName: "explanationWanted"
    }

    function init(): void {
        FakeDaemon.reset();
        tryCompare(daemon, "state", Daemon.Absent);
        view = createTemporaryObject(made, test);
        explanation.clear();
    }

    function cleanup(): void {
        view = null;
    }

    function ready(...list): void {
        FakeDaemon.apps = list;
        FakeDaemon.appear();
        tryCompare(daemon, "state", Daemon.Ready);
        tryVerify(() => list.length === 0 || row(0) !== null);
    }

    function part(name: string): Item {
        return findChild(view, name);
    }

    function row(index: int): Item {
        const list = findChild(view, "apps");
        list.forceLayout();
        return list.itemAtIndex(index);
    }

    function opened(index: int): Item {
        const item = row(index);
        mouseClick(item, 20, 10);
        tryCompare(item, "open", true);
        return item;
    }

    function test_absent(): void {
        const placeholder = part("placeholder");
        verify(placeholder.visible);
        compare(placeholder.text, "Headroom is not running");
        verify(placeholder.helpfulAction !== null);
    }

    function test_incompatible(): void {
        FakeDaemon.properties = {Version: "0.0.1"};
        FakeDaemon.appear();
        tryCompare(daemon, "state", Daemon.Incompatible);
        verify(part("placeholder").visible);
        verify(part("placeholder").explanation.includes("0.0.1"));
        compare(part("placeholder").helpfulAction, null);
    }

    function test_level_with_its_cause(): void {
        FakeDaemon.properties = {Version: "0.1.0", Level: "high",
            LevelReason: "a process waited for memory 34 % of the last 0.2 s", Focused: "",
            WindowSource: "kwin"};
        ready();
        verify(!part("placeholder").visible);
        compare(part("level").text, "High");
        tryCompare(part("cause"), "text", "A process waited for memory 34 % of the last 0.2 s");
        FakeDaemon.change({Level: "calm"});
        tryCompare(part("level"), "text", "Calm");
        compare(part("cause").text, "The active app does not have to wait.");
        FakeDaemon.change({Level: "splendid"});
        tryCompare(part("level"), "text", "splendid");
    }

    function test_facts(): void {
        FakeDaemon.measures = {hog: {memory: 3221225472, "memory-needed": 1073741824,
            "pressure-memory": 30, "worst-pressure": "memory"}};
        FakeDaemon.machine = {memory: {"some-avg10": 12.4}};
        ready({Id: "hog", State: "napped"});
        tryVerify(() => row(0).facts
            === "Slowed down · waiting for memory 30 % of the time · "
            + "3.0 GiB in memory, 1.0 GiB in use", 5000, row(0).facts);
        // The figure may appear later than the rest: a chart is created once there is something to
        // show.
        tryVerify(() => findChild(part("memory"), "now")?.text === "12 %");
        tryVerify(() => findChild(part("io"), "now")?.text === "not known");
    }

    function test_memory_data(): var {
        const gib = 1073741824;
        return [
            {tag: "all", figures: {memory: 3 * gib, "memory-needed": gib, swap: 2 * gib},
                said: "3.0 GiB in memory, 1.0 GiB in use, 2.0 GiB in swap"},
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
        tryVerify(() => row(0).facts === row_.said, 5000, row(0).facts);
    }

    function test_all_that_is_known_fits_in_a_line(): void {
        FakeDaemon.measures = {hog: {memory: 3221225472, "memory-needed": 1073741824,
            swap: 2147483648, "pressure-io": 30, "worst-pressure": "io"}};
        ready({Id: "hog"});
        tryVerify(() => row(0).facts.endsWith(" in swap"), 5000, row(0).facts);
        const line = findChild(row(0), "facts");
        tryVerify(() => !line.truncated, 5000,
            `${line.implicitWidth} in ${line.width} of ${row(0).width}`);
    }

    function test_frozen_by_hand(): void {
        ready({Id: "a"});
        const item = opened(0);
        mouseClick(findChild(item, "freeze"));
        tryVerify(() => FakeDaemon.calls.includes("Freeze a"));
        FakeDaemon.changeApp(0, {State: "frozen", Frozen: true,
            Reason: "paused a: you requested it"});
        tryCompare(findChild(item, "freeze"), "text", "Resume");
        mouseClick(findChild(item, "freeze"));
        tryVerify(() => FakeDaemon.calls.includes("Thaw a"));
        mouseClick(findChild(item, "close"));
        tryVerify(() => FakeDaemon.calls.includes("Close a"));
        mouseClick(findChild(item, "never"));
        tryVerify(() => FakeDaemon.calls.includes("SetSetting App-a/Rule never"));
    }

    function test_never_can_be_taken_back(): void {
        FakeDaemon.settings = {"App-a/Rule": "never"};
        ready({Id: "a"});
        const never = findChild(opened(0), "never");
        verify(never.checked);
        mouseClick(never);
        tryVerify(() => FakeDaemon.calls.includes("SetSetting App-a/Rule "));
    }

    function test_refused_is_said(): void {
        FakeDaemon.refusals = {Freeze: "a has the focus"};
        ready({Id: "a"});
        verify(!part("refusal").visible);
        mouseClick(findChild(opened(0), "freeze"));
        tryCompare(part("refusal"), "visible", true);
        compare(part("refusal").text, "a has the focus");
        FakeDaemon.refusals = {};
        mouseClick(findChild(row(0), "freeze"));
        tryCompare(part("refusal"), "visible", false);
    }

    function test_a_name_in_a_refusal_is_no_markup(): void {
        FakeDaemon.refusals = {Freeze: "<b>a</b> & <img src='x'> has the focus"};
        ready({Id: "a"});
        mouseClick(findChild(opened(0), "freeze"));
        tryCompare(part("refusal"), "visible", true);
        compare(part("refusal").text, "&lt;b>a&lt;/b> &amp; &lt;img src='x'> has the focus");
        FakeDaemon.refusals = {};
    }

    function test_an_app_without_a_unit_is_not_frozen(): void {
        ready({Id: "a", Units: []});
        const item = opened(0);
        verify(!findChild(item, "freeze").visible);
        verify(!findChild(item, "close").visible);
        verify(findChild(item, "never").visible);
    }

    function test_by_keys_alone(): void {
        ready({Id: "a"}, {Id: "b"});
        const list = part("apps");
        list.forceActiveFocus();
        tryCompare(list, "currentIndex", 0);
        keyClick(Qt.Key_Down);
        compare(list.currentIndex, 1);
        keyClick(Qt.Key_Return);
        tryVerify(() => row(1).open);
        let item = null;
        for (let i = 0; i < 4 && item !== findChild(row(1), "freeze"); ++i) {
            keyClick(Qt.Key_Tab);
            item = test.Window.window.activeFocusItem;
        }
        compare(item, findChild(row(1), "freeze"));
        keyClick(Qt.Key_Space);
        tryVerify(() => FakeDaemon.calls.includes("Freeze b"));
        keyClick(Qt.Key_Escape);
        tryVerify(() => !row(1).open);
    }

    function test_said_to_who_cannot_see(): void {
        ready({Id: "a", Name: "Editor", State: "frozen"});
        compare(row(0).Accessible.name, "\u2068Editor\u2069: Paused");
        verify(findChild(view, "memory").Accessible.name.startsWith("Memory: waits"));
    }

    function test_missing(): void {
        FakeDaemon.missing = {"io-weight": "The disk heeds no weights.",
            windows: "No compositor reports."};
        ready();
        tryCompare(part("missing"), "text", "Windows can't be detected: No compositor reports.");
        mouseClick(part("explain"));
        compare(explanation.count, 1);
    }

    function test_nothing_missing(): void {
        ready();
        verify(!part("explain").visible);
    }

    function test_names_made_to_break_it_data(): var {
        return [
            {tag: "markup", name: "<h1>big</h1><a href='x'>y</a>"},
            {tag: "300 characters", name: "wide ".repeat(60)},
            {tag: "300 characters without a gap", name: "w".repeat(300)},
            {tag: "right to left", name: "محرر النصوص الطويل جدا ".repeat(10)}
        ];
    }

    function test_names_made_to_break_it(row_): void {
        ready({Id: "x", Name: row_.name, Reason: row_.name});
        const item = opened(0);
        const label = findChild(item, "name");
        compare(label.text, row_.name.trim());
        compare(label.textFormat, Text.PlainText);
        compare(label.lineCount, 1);
        verify(label.width > 0 && label.mapToItem(view, label.width, 0).x <= view.width,
            "within the view");
        verify(item.width <= view.width);
    }

    function test_without_icon_and_desktop_file(): void {
        ready({Id: "org.example.Nowhere", Name: ""}, {Id: "no/such<>id", Name: "\u200b"});
        const names = [0, 1].map(index => findChild(row(index), "name").text).sort();
        compare(names, ["no/such<>id", "org.example.Nowhere"],
            "there is something to tell them apart");
        compare(row(0).iconName, "application-x-executable");
        compare(row(1).iconName, "application-x-executable");
    }

    function test_five_hundred(): void {
        ready(...Array.from({length: 500}, (_, i) => ({Id: "app" + i})));
        const list = part("apps");
        tryCompare(list, "count", 500);
        list.positionViewAtEnd();
        tryVerify(() => row(499) !== null);
        let there = 0;
        for (let i = 0; i < 500; ++i)
            there += list.itemAtIndex(i) !== null;
        verify(there < 60, there + " rows were made");
    }

    function test_nobody_looks_nothing_is_asked(): void {
        ready({Id: "a"});
        tryVerify(() => FakeDaemon.calls.includes("Measure"));
        view.visible = false;
        wait(100);
        FakeDaemon.forgetCalls();
        wait(2500); // longer than the time between two looks
        compare(FakeDaemon.calls, []);
    }
}
