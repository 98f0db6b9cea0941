// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtTest
import org.headroomd.private.headroom

TestCase {
    id: test

    name: "CompactView"
    when: windowShown
    visible: true
    width: 100
    height: 100

    Component {
        id: made

        CompactView {
            width: 22
            height: 22
            level: "calm"
            frozen: 0
            description: "Headroom: Calm"
        }
    }
    Component {
        id: icon

        LevelIcon {}
    }
    SignalSpy {
        id: clicked
        signalName: "clicked"
    }

    function test_each_level_has_its_own_shape(): void {
        const shapes = ["calm", "uneasy", "high", "critical", "unknown"]
            .map(level => createTemporaryObject(icon, test, {level: level}).source);
        compare(new Set(shapes).size, 5);
        compare(createTemporaryObject(icon, test, {level: "splendid"}).source,
            "headroom-unknown-symbolic");
    }

    function test_frozen_apps_are_counted_data(): var {
        return [{tag: "none", frozen: 0, shown: false, text: ""},
            {tag: "one", frozen: 1, shown: true, text: "1"},
            {tag: "many", frozen: 400, shown: true, text: "9+"}];
    }

    function test_frozen_apps_are_counted(row): void {
        const badge = findChild(createTemporaryObject(made, test, {frozen: row.frozen}), "badge");
        compare(badge.visible, row.shown);
        if (row.shown)
            compare(badge.children[0].text, row.text);
        verify(badge.width <= 22);
    }

    function test_by_hand_and_by_key(): void {
        const view = createTemporaryObject(made, test);
        clicked.target = view;
        clicked.clear();
        mouseClick(view);
        compare(clicked.count, 1);
        view.forceActiveFocus();
        keyClick(Qt.Key_Space);
        keyClick(Qt.Key_Return);
        compare(clicked.count, 3);
        compare(view.Accessible.name, "Headroom: Calm");
        compare(view.Accessible.role, Accessible.Button);
    }
}
