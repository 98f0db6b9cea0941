// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtTest
import "../../../applet/kcm/ui"

/// Picks an app on the page in System Settings, by mouse or by keys, and never without the user's
/// choice.
TestCase {
    id: test

    name: "AppPicker"
    when: windowShown
    visible: true
    width: 600
    height: 600

    /// The context that System Settings provides to a page.
    readonly property QtObject kcm: QtObject {
        readonly property ListModel choices: ListModel {
            property int refreshed: 0
            property string filter: ""

            function refresh(): void {
                ++refreshed;
                setFilterFixedString(filter);
            }
            function setFilterFixedString(text: string): void {
                const all = [
                    {appId: "org.kde.kate", name: "Kate", iconName: "kate", running: true},
                    {appId: "firefox", name: "<b>Firefox</b>", iconName: "", running: false},
                    {appId: "org.kde.dolphin", name: "Dolphin", iconName: "dolphin", running: false}
                ];
                filter = text;
                clear();
                all.filter(each => each.name.toLowerCase().includes(text))
                    .forEach(each => append(each));
            }
            function data(index: var, role: int): var {
                return role === Qt.UserRole + 1 ? get(index.row).appId : undefined;
            }
        }
    }

    property Item search: null
    property Item choices: null

    Component {
        id: made

        AppPicker {
            parent: test
        }
    }
    SignalSpy {
        id: picked
        signalName: "picked"
    }

    function opened(): var {
        const picker = createTemporaryObject(made, test);
        picked.target = picker;
        picked.clear();
        picker.open();
        tryCompare(picker, "opened", true);
        search = findChild(picker.header, "search") ?? picker.header;
        choices = findChild(picker.contentItem, "choices");
        tryCompare(choices, "count", 3);
        choices.forceLayout();
        return picker;
    }

    function init(): void {
        kcm.choices.filter = "";
    }

    function cleanup(): void {
        picked.target = null;
    }

    function test_what_there_is_is_looked_up_when_it_opens(): void {
        const before = kcm.choices.refreshed;
        const picker = createTemporaryObject(made, test);
        compare(kcm.choices.refreshed, before, "it takes a moment");
        picker.open();
        tryCompare(picker, "opened", true);
        compare(kcm.choices.refreshed, before + 1);
    }

    function test_by_hand(): void {
        const picker = opened();
        const row = choices.itemAtIndex(1);
        compare(row.text, "<b>Firefox</b>");
        compare(findChild(row, "name").text, "<b>Firefox</b>");
        compare(findChild(row, "name").textFormat, Text.PlainText);
        mouseClick(row);
        compare(picked.count, 1);
        compare(picked.signalArguments[0][0], "firefox");
        tryCompare(picker, "visible", false);
    }

    function test_by_keys(): void {
        const picker = opened();
        tryCompare(search, "activeFocus", true);
        keyClick(Qt.Key_D);
        keyClick(Qt.Key_Backspace);
        keyClick(Qt.Key_Down);
        keyClick(Qt.Key_Return);
        compare(picked.count, 1);
        compare(picked.signalArguments[0][0], "firefox");
        tryCompare(picker, "visible", false);
    }

    function test_typing_finds_and_chooses_nothing(): void {
        const picker = opened();
        tryCompare(search, "activeFocus", true);
        keyClick(Qt.Key_K);
        tryCompare(kcm.choices, "filter", "k");
        compare(choices.count, 1);
        wait(600); // a search field that accepts by itself would do so within this time
        compare(picked.count, 0);
        verify(picker.opened);
        keyClick(Qt.Key_Return);
        compare(picked.signalArguments[0][0], "org.kde.kate");
    }

    function test_a_pattern_data(): var {
        return [
            {tag: "by keys", typed: "org.&kde.*", mouse: false},
            {tag: "by mouse", typed: "org.&kde.*", mouse: true},
            {tag: "with spaces around it, by keys", typed: "  org.&kde.* ", mouse: false},
            {tag: "with spaces around it, by mouse", typed: "  org.&kde.* ", mouse: true}
        ];
    }

    function test_a_pattern(row_): void {
        const picker = opened();
        verify(!picker.isPattern);
        verify(!choices.headerItem.visible);
        search.text = row_.typed;
        tryCompare(choices.headerItem, "visible", true);
        compare(choices.headerItem.text, "All apps that match “org.&kde.*”");
        if (row_.mouse)
            mouseClick(choices.headerItem);
        else
            keyClick(Qt.Key_Return);
        compare(picked.count, 1);
        compare(picked.signalArguments[0][0], "org.&kde.*");
        tryCompare(picker, "visible", false);
    }

    function test_what_was_looked_for_before_is_over(): void {
        kcm.choices.filter = "kate"; // left over from a closed page's search field
        opened();
        compare(search.text, "");
        compare(choices.count, 3);
    }

    function test_nothing_is_found(): void {
        const picker = opened();
        tryCompare(search, "activeFocus", true);
        keyClick(Qt.Key_Z);
        tryCompare(choices, "count", 0);
        tryCompare(findChild(choices, "nothing"), "visible", true);
        keyClick(Qt.Key_Return);
        compare(picked.count, 0);
        verify(picker.opened);
        search.text = "z*";
        tryVerify(() => !findChild(choices, "nothing").visible, 5000, "a pattern can be picked");
    }
}
