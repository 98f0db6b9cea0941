// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtTest
import org.headroomd.private.headroom

/// One act: when and why. It fits on one line, whatever the reason is.
TestCase {
    id: test

    name: "ActLine"
    when: windowShown
    visible: true
    width: 300
    height: 100

    Component {
        id: made

        ActLine {
            width: 300
            time: new Date()
            reason: "paused Kate: you requested it"
            iconName: "kate"
        }
    }

    function label(line: Item): Item {
        return findChild(line, "reason");
    }

    function test_when_and_why(): void {
        const now = new Date();
        const line = createTemporaryObject(made, test, {time: now});
        compare(label(line).text, "Paused Kate: you requested it");
        const clock = now.toLocaleTimeString(Qt.locale(), Locale.ShortFormat);
        compare(findChild(line, "time").text, clock);
        compare(line.Accessible.name, clock + ": Paused Kate: you requested it");
        compare(line.Accessible.role, Accessible.ListItem);
    }

    function test_of_another_day_the_day_is_said(): void {
        const before = new Date(2020, 1, 29, 12, 30);
        const line = createTemporaryObject(made, test, {time: before});
        compare(findChild(line, "time").text,
            before.toLocaleString(Qt.locale(), Locale.ShortFormat));
    }

    function test_on_a_later_day_the_day_is_said(): void {
        const before = new Date(2020, 1, 29, 12, 30);
        const line = createTemporaryObject(made, test, {time: before, day: before, visible: false});
        compare(findChild(line, "time").text,
            before.toLocaleTimeString(Qt.locale(), Locale.ShortFormat));
        line.visible = true; // as when the applet is opened on another day
        const date = before.toLocaleString(Qt.locale(), Locale.ShortFormat);
        compare(findChild(line, "time").text, date);
        compare(line.Accessible.name, date + ": Paused Kate: you requested it");
    }

    function test_a_reason_made_to_break_it_data(): var {
        return [
            {tag: "markup", reason: "<h1>big</h1><img src='http://x'>", truncated: false},
            {tag: "long", reason: "because ".repeat(60), truncated: true},
            {tag: "long without a gap", reason: "w".repeat(500), truncated: true}
        ];
    }

    function test_a_reason_made_to_break_it(row): void {
        const line = createTemporaryObject(made, test, {reason: row.reason});
        waitForRendering(line);
        compare(label(line).textFormat, Text.PlainText);
        compare(label(line).text.toLowerCase(), row.reason);
        compare(label(line).lineCount, 1);
        compare(label(line).truncated, row.truncated);
        verify(label(line).mapToItem(line, label(line).width, 0).x <= line.width,
            "within the line");
        const tip = findChild(line, "whole");
        mouseMove(line, 290, 5);
        if (!row.truncated) {
            wait(tip.delay * 2); // no event says that nothing is shown
            verify(!tip.visible, "there is nothing more to read");
            return;
        }
        tryCompare(tip, "visible", true);
        compare(tip.contentItem.text, label(line).text);
        compare(tip.contentItem.textFormat, Text.PlainText);
        verify(tip.width <= line.width);
        verify(!tip.contentItem.truncated && tip.contentItem.lineCount > 1);
        mouseMove(test, 5, 99);
        tryCompare(tip, "visible", false);
    }
}
