// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtTest
import "../../../applet/kcm/ui"

/// One thing that works or is missing, as the page in System Settings shows it.
TestCase {
    id: test

    name: "CapabilityRow"
    when: windowShown
    visible: true
    width: 500
    height: 200

    /// The context that System Settings provides to a page.
    readonly property QtObject kcm: QtObject {
        property list<string> copied

        function copy(text: string): void {
            copied.push(text);
        }
    }

    Component {
        id: made

        CapabilityRow {
            width: 500
            title: "Pausing apps"
        }
    }

    function row(available: bool, reason: string, remedy: string): CapabilityRow {
        return createTemporaryObject(made, test, {
            modelData: {name: "freeze", available: available, reason: reason, remedy: remedy}});
    }

    function test_what_works(): void {
        const shown = row(true, "apps can be paused", "");
        compare(shown.Accessible.name, "Works: Pausing apps");
        compare(findChild(shown, "reason").text, "Apps can be paused");
        verify(!findChild(shown, "remedy").visible);
        compare(shown.Accessible.description, "Apps can be paused");
    }

    function test_what_is_missing(): void {
        const shown = row(false, "the kernel has no cgroup.freeze here", "run a newer kernel");
        compare(shown.Accessible.name, "Missing: Pausing apps");
        compare(findChild(shown, "reason").text, "The kernel has no cgroup.freeze here");
        compare(findChild(shown, "remedy").text, "To fix it: run a newer kernel");
        compare(shown.Accessible.description,
            "The kernel has no cgroup.freeze here. To fix it: run a newer kernel");
    }

    function test_what_could_work_better(): void {
        const shown = row(true, "pressure is reported", "install the package x");
        compare(findChild(shown, "remedy").text, "For more: install the package x");
    }

    function test_a_command_data(): var {
        return [
            {tag: "alone", remedy: "systemctl --user restart x.service",
                command: "systemctl --user restart x.service"},
            {tag: "none", remedy: "run a newer kernel", command: ""},
            {tag: "at the end", remedy: "install x, or run: sudo cp -r /a /b",
                command: "sudo cp -r /a /b"},
            {tag: "before a semicolon", remedy: "run: systemctl --user restart x; log in again",
                command: "systemctl --user restart x"},
            {tag: "in Japanese", remedy: "次を実行：headroomctl enable-extension",
                command: "headroomctl enable-extension"},
            {tag: "no colon", remedy: "use \"headroomctl hold\" for them", command: ""}
        ];
    }

    function test_a_command(row_): void {
        const shown = row(false, "there is none", row_.remedy);
        const copy = findChild(shown, "copy");
        compare(copy.visible, row_.command.length > 0);
        compare(shown.command, row_.command);
    }

    function test_a_command_is_copied_data(): var {
        return [{tag: "by keys"}, {tag: "by mouse"}];
    }

    function test_a_command_is_copied(row_): void {
        kcm.copied = [];
        const shown = row(false, "there is none", "run: sudo cp -r /a /b");
        const copy = findChild(shown, "copy");
        compare(copy.Accessible.name, "Copy Command: Pausing apps");
        copy.forceActiveFocus(Qt.TabFocusReason);
        if (row_.tag === "by keys")
            keyClick(Qt.Key_Space);
        else
            mouseClick(copy);
        compare(kcm.copied, ["sudo cp -r /a /b"]);
        compare(copy.text, "Command copied");
        shown.forceActiveFocus();
        compare(copy.text, "Copy Command");
    }
}
