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
    Component {
        id: drawn

        Image {
            width: 16
            height: 16
            sourceSize: Qt.size(16, 16)
        }
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

    /// How dark each of the 256 pixels is.
    function pixels(level: string): var {
        const item = createTemporaryObject(drawn, test, {source: Qt.resolvedUrl(
            `../../../applet/plasma/icons/status/headroom-${level}-symbolic.svg`)});
        tryCompare(item, "status", Image.Ready);
        const image = grabImage(item);
        item.visible = false; // else it would be seen through the next one
        return Array.from({length: 256},
            (_, i) => image.pixel(i % 16, Math.floor(i / 16)).hslLightness);
    }

    function test_shapes_differ_in_the_smallest_panel(): void {
        const levels = ["calm", "uneasy", "high", "critical", "unknown"];
        const drawings = levels.map(pixels);
        for (let i = 0; i < 5; ++i) {
            for (let j = 0; j < i; ++j) {
                const different = drawings[i]
                    .filter((value, at) => Math.abs(value - drawings[j][at]) > 0.4).length;
                verify(different >= 12, `${levels[i]}, ${levels[j]}: ${different} pixels`);
            }
        }
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
