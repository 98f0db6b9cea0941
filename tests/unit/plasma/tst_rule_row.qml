// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtTest
import "../../../applet/kcm/ui"

/// One app and its rule, as the page in System Settings shows them.
TestCase {
    id: test

    name: "RuleRow"
    when: windowShown
    visible: true
    width: 500
    height: 100

    /// The context that System Settings provides to a page.
    readonly property QtObject kcm: QtObject {
        readonly property QtObject rules: QtObject {
            property list<string> asked

            function setRule(row: int, rule: string): void {
                asked.push("set " + row + " " + rule);
            }
            function remove(row: int): void {
                asked.push("remove " + row);
            }
        }
    }

    Component {
        id: made

        RuleRow {
            width: 500
            index: 3
            appId: "org.kde.kate"
            name: "Kate"
            iconName: "kate"
            rule: "never"
            installed: true
            fixed: false
        }
    }

    function init(): void {
        kcm.rules.asked = [];
    }

    /// All texts in an item.
    function texts(item: Item): var {
        const found = [];
        for (const child of item.children) {
            if (child.visible && child.lineCount !== undefined)
                found.push(child.text);
            found.push(...texts(child));
        }
        return found;
    }

    function test_says_which_and_what_data(): var {
        return [
            {tag: "never", rule: "never", index: 0},
            {tag: "normal", rule: "normal", index: 1},
            {tag: "eager", rule: "eager", index: 2},
            {tag: "foreground", rule: "foreground", index: 3},
            {tag: "a newer word", rule: "later", index: -1}
        ];
    }

    function test_says_which_and_what(row_): void {
        const row = createTemporaryObject(made, test, {rule: row_.rule});
        compare(findChild(row, "rule").currentIndex, row_.index);
        compare(row.Accessible.name, "Kate");
        const said = texts(row.contentItem);
        verify(said.includes("Kate") && said.includes("org.kde.kate"), said.join());
    }

    function test_one_that_is_not_installed(): void {
        const row = createTemporaryObject(made, test, {installed: false});
        verify(texts(row.contentItem).includes("org.kde.kate, not installed"));
    }

    function test_a_pattern(): void {
        const row = createTemporaryObject(made, test, {
            appId: "steam_app_*", name: "steam_app_*", installed: false});
        const said = texts(row.contentItem);
        verify(said.includes("steam_app_*") && said.includes("All apps whose ID matches"),
            said.join());
    }

    function test_another_rule(): void {
        const row = createTemporaryObject(made, test);
        const box = findChild(row, "rule");
        box.forceActiveFocus();
        keyClick(Qt.Key_Down);
        keyClick(Qt.Key_Down);
        compare(kcm.rules.asked, ["set 3 normal", "set 3 eager"]);
    }

    function test_each_control_says_of_which_app_it_is(): void {
        const row = createTemporaryObject(made, test);
        compare(findChild(row, "rule").Accessible.name, "Rule for Kate");
        compare(findChild(row, "remove").Accessible.name, "Remove rule for Kate");
    }

    function test_the_tip_of_an_icon_is_shown_to_the_keyboard_too(): void {
        const row = createTemporaryObject(made, test);
        const remove = findChild(row, "remove");
        verify(!remove.ToolTip.visible);
        remove.forceActiveFocus(Qt.TabFocusReason);
        tryVerify(() => remove.ToolTip.visible);
        compare(remove.ToolTip.text, "Remove Rule");
    }

    function test_taken_away(): void {
        const row = createTemporaryObject(made, test);
        mouseClick(findChild(row, "remove"));
        compare(kcm.rules.asked, ["remove 3"]);
    }

    function test_what_is_fixed_stays(): void {
        const row = createTemporaryObject(made, test, {fixed: true});
        verify(!findChild(row, "rule").enabled);
        mouseClick(findChild(row, "remove"));
        compare(kcm.rules.asked, []);
    }

    function test_names_made_to_break_it_data(): var {
        return [{tag: "markup", name: "<b>bold</b> &amp;"}, {tag: "long", name: "wide ".repeat(80)},
            {tag: "right to left", name: "محرر النصوص"}];
    }

    function test_names_made_to_break_it(row_): void {
        const row = createTemporaryObject(made, test, {name: row_.name, appId: row_.name});
        verify(texts(row.contentItem).includes(row_.name));
        const remove = findChild(row, "remove");
        verify(remove.mapToItem(row, remove.width, 0).x <= row.width, "the button is still there");
    }
}
