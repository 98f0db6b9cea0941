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
    height: 100

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
}
