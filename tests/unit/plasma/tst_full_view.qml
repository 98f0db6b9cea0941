// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtTest
import org.kde.kirigami as Kirigami
import org.headroomd.private.headroom
import org.headroomd.test

/// The whole view: what is refused or missing, and names that are meant to break it.
ShownView {
    id: test

    name: "FullView"

    function test_the_chart_has_what_the_active_app_waits_for(): void {
        FakeDaemon.machine = {memory: {"some-avg10": 90}, "foreground-memory": {"some-avg10": 12.4},
            "foreground-io": {"some-avg10": 3}};
        ready();
        compare(part("title").text, "Time spent waiting");
        // The figure may appear later than the rest: a chart is created once there is something to
        // show.
        tryVerify(() => findChild(part("worst"), "now")?.text === "12 %");
        verify(!part("memory"), "the rest is one click away");
        mouseClick(part("byResource"));
        tryVerify(() => findChild(part("memory"), "now")?.text === "12 %");
        compare(findChild(part("io"), "now").text, "3 %");
        compare(findChild(part("cpu"), "now").text, "not known");
        verify(part("memory").Accessible.name.startsWith("Memory: waits"));
        mouseClick(part("byResource"));
        tryVerify(() => !part("memory"));
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

    function test_a_refusal_is_gone_the_next_time(): void {
        FakeDaemon.refusals = {Freeze: "a has the focus"};
        ready({Id: "a"});
        mouseClick(findChild(opened(0), "freeze"));
        tryCompare(part("refusal"), "visible", true);
        view.visible = false;
        view.visible = true;
        verify(!part("refusal").visible);
    }

    /// In the panel's popup, refusal, acts and details together left no room for the details.
    function test_details_have_the_room_of_the_acts(): void {
        ready({Id: "a"});
        FakeDaemon.act("freeze", "b", "paused b");
        tryVerify(() => labelled(part("footer"), "What Headroom did last")?.visible);
        verify(waitForPolish(view)); // until then the list still has the footer's room
        const before = part("apps").height;
        opened(0);
        verify(!part("footer").visible, "nothing is missing, so it would be empty");
        tryVerify(() => part("apps").height > before); // the layout follows in the next frame
        mouseClick(row(0), 20, 10);
        tryVerify(() => part("footer").visible);
    }

    /// What is on the screen, whether it is plain text or markup.
    function shown(item: Item): string {
        if (item.getText)
            return item.getText(0, item.length);
        for (const child of item.children) {
            const text = shown(child);
            if (text.length > 0)
                return text;
        }
        return "";
    }

    function test_a_name_in_a_refusal_is_no_markup_data(): var {
        return [
            {tag: "tags", sentence: "<b>a</b> & <img src='x'> has the focus"},
            {tag: "an ampersand", sentence: "a & b has the focus"},
            {tag: "an entity", sentence: "a &amp; b has the focus"},
            {tag: "an entity that looks like a tag", sentence: "a &lt;b> has the focus"}
        ];
    }

    function test_a_name_in_a_refusal_is_no_markup(row_): void {
        FakeDaemon.refusals = {Freeze: row_.sentence};
        ready({Id: "a"});
        mouseClick(findChild(opened(0), "freeze"));
        tryCompare(part("refusal"), "visible", true);
        compare(shown(part("refusal")), row_.sentence);
    }

    function test_said_to_who_cannot_see(): void {
        ready({Id: "a", Name: "Editor", State: "frozen"});
        compare(row(0).Accessible.name, "\u2068Editor\u2069: Paused");
        compare(row(0).Accessible.role, Accessible.ListItem);
        compare(row(0).Accessible.description, "Collapsed");
        opened(0);
        compare(row(0).Accessible.description, "Expanded");
        compare(labelled(row(0), "Resume").Accessible.name, "Resume");
        verify(part("worst").Accessible.name.startsWith("Active app: waits"));
    }

    function test_missing(): void {
        FakeDaemon.missing = {"io-weight": "The disk heeds no weights.",
            windows: "No compositor reports."};
        ready();
        tryCompare(part("missing"), "text", "Windows can't be detected");
        mouseClick(part("explain"));
        compare(explanation.count, 1);
    }

    /// The smallest popup, such as that of a screen at 200 %, in a shortage.
    function test_two_apps_are_seen_in_little_room(): void {
        FakeDaemon.missing = {"io-weight": "The disk heeds no weights."};
        FakeDaemon.properties = {Version: FakeDaemon.version, Level: "high", Focused: "",
            WindowSource: "", LevelReason: "the active app waited for memory 35 %",
            Culprit: {app: "a", sentence: "paused a", shortage: "memory ran short", paused: true}};
        view.height = 440;
        ready({Id: "a", State: "frozen", Frozen: true}, {Id: "b"});
        ["one", "two", "three"].forEach(reason => FakeDaemon.act("freeze", "b", reason));
        tryVerify(() => acts.rowCount() === 3);
        waitForItemPolished(view);
        const list = part("apps");
        tryVerify(() => {
            const last = row(1);
            return last && last.mapToItem(list, 0, last.height).y <= list.height;
        }, 5000, `${list.height} for two rows of ${row(0).height}`);
        verify(part("missing").visible && part("remedy").visible);
        verify(part("footer").mapToItem(view, 0, part("footer").height).y <= view.height + 0.5);
        verify(!labelled(part("footer"), "What Headroom did last").visible);
        view.height = Kirigami.Units.gridUnit * 34;
        tryVerify(() => labelled(part("footer"), "What Headroom did last").visible, 5000,
            "there is room for them in the size that the applet requests");
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
        const label = labelled(item, row_.name.trim());
        compare(label.textFormat, Text.PlainText);
        compare(label.lineCount, 1);
        verify(label.width > 0 && label.mapToItem(view, label.width, 0).x <= view.width,
            "within the view");
        verify(item.width <= view.width);
    }

    function test_without_icon_and_desktop_file(): void {
        ready({Id: "org.example.Nowhere", Name: ""}, {Id: "no/such<>id", Name: "\u200b"});
        const names = [0, 1].map(index => row(index).title).sort();
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
        tryVerify(() => ["Measure", "MeasureMachine", "History"].every(
            call => FakeDaemon.calls.includes(call)), 5000, "no call is under way");
        view.visible = false;
        FakeDaemon.forgetCalls();
        wait(2500); // longer than the time between two looks
        compare(FakeDaemon.calls, []);
    }
}
