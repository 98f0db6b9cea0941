// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtTest
import org.headroomd.private.headroom
import org.headroomd.test

/// What an app needs, in the details of its row: the button that has it measured, and one line.
ShownView {
    id: test

    name: "Need"

    readonly property int mib: 1048576

    function button(): Item {
        return findChild(row(0), "measure");
    }

    function said(): string {
        const need = findChild(row(0), "need");
        return need.visible ? need.text : "";
    }

    /// The day as the applet writes it.
    function written(year: int, month: int, day: int): string {
        return new Date(year, month - 1, day).toLocaleDateString(Qt.locale(), Locale.ShortFormat);
    }

    function test_a_click_measures_and_another_cancels(): void {
        ready({Id: "hog", Measurement: {}});
        opened(0);
        compare(button().text, "Measure");
        verify(button().Accessible.description.includes("up to 20 minutes"));
        compare(said(), "");
        mouseClick(button());
        tryVerify(() => FakeDaemon.calls.includes("MeasureNeed hog"));
        FakeDaemon.changeApp(0, {Measurement: {"under-way": true}});
        tryVerify(said, 5000, "it is under way");
        compare(said(), "Measuring begins once the app has been unused for a minute…");
        FakeDaemon.changeApp(0, {Measurement: {"under-way": true, used: 800 * mib,
            now: 480 * mib}});
        tryVerify(() => said() === "Measuring: 480.0 MiB needed at most so far…", 5000, said());
        compare(button().text, "Cancel");
        compare(button().Accessible.description, said());
        compare(row(0).facts, "", "only the details have it");
        mouseClick(button());
        tryVerify(() => FakeDaemon.calls.includes("CancelMeasurement hog"));
        const why = "did not measure what hog needs: you have cancelled it";
        FakeDaemon.changeApp(0, {Measurement: {"under-way": false, sentence: why}, Reason: why});
        tryCompare(button(), "text", "Measure");
        compare(said(), "", "what was done last is said below");
        FakeDaemon.changeApp(0, {Reason: "boosted hog: hog has the focus"});
        tryVerify(() => said() === "Did not measure what hog needs: you have cancelled it", 5000,
            said());
    }

    function test_a_refusal_is_said_and_nothing_changes(): void {
        FakeDaemon.refusals = {MeasureNeed: "hog is the active app"};
        ready({Id: "hog", Measurement: {}});
        opened(0);
        mouseClick(button());
        tryCompare(part("refusal"), "visible", true);
        compare(part("refusal").text, "hog is the active app");
        compare(button().text, "Measure");
        compare(said(), "");
    }

    function test_what_was_found_data(): var {
        const needed = {"memory-needed": 210 * mib};
        const last = {"memory-needed-last": 200 * mib, "memory-needed-last-day": "2026-11-05"};
        const day = written(2026, 11, 5);
        return [
            {tag: "nothing yet", figures: needed, memory: "210.0 MiB in use", need: ""},
            {tag: "it is measured now", figures: Object.assign({"memory-needed-measured": true},
                needed, last), memory: `210.0 MiB needed, as measured on ${day}`, need: ""},
            {tag: "it was measured then", figures: Object.assign({}, needed, last),
                memory: "210.0 MiB in use",
                need: `200.0 MiB needed when it was measured on ${day}`},
            {tag: "nothing is known now", figures: last, memory: "",
                need: `200.0 MiB needed when it was measured on ${day}`}
        ];
    }

    function test_what_was_found(row_: var): void {
        FakeDaemon.measures = {hog: row_.figures};
        ready({Id: "hog", Measurement: {}});
        opened(0);
        tryCompare(findChild(row(0), "memory"), "text", row_.memory);
        tryVerify(() => said() === row_.need, 5000, said());
        compare(row(0).facts, "", "only the details have it");
    }

    function test_what_it_needed_before_outlasts_a_failure(): void {
        FakeDaemon.measures = {hog: {"memory-needed-last": 200 * mib,
            "memory-needed-last-day": "2026-11-05"}};
        ready({Id: "hog", Measurement: {"under-way": false, sentence: "did not measure it"}});
        opened(0);
        tryVerify(() => said().startsWith("200.0 MiB needed"), 5000, said());
        FakeDaemon.changeApp(0, {Measurement: {"under-way": true, now: 480 * mib}});
        tryVerify(() => said().startsWith("Measuring: 480.0 MiB"), 5000, said());
    }

    function test_nothing_to_measure_data(): var {
        return [
            {tag: "an older daemon", app: {Id: "hog"}},
            {tag: "no unit of its own", app: {Id: "hog", Measurement: {}, Units: []}}
        ];
    }

    function test_nothing_to_measure(row_: var): void {
        ready(row_.app);
        opened(0);
        verify(!button().visible);
        compare(said(), "");
    }

    function test_by_keys_alone(): void {
        ready({Id: "hog", Measurement: {}});
        const list = part("apps");
        list.forceActiveFocus();
        keyClick(Qt.Key_Down);
        keyClick(Qt.Key_Return);
        tryVerify(() => row(0).expanded && button()?.visible);
        for (let i = 0; i < 6 && test.Window.window.activeFocusItem !== button(); ++i)
            keyClick(Qt.Key_Tab);
        compare(test.Window.window.activeFocusItem, button());
        keyClick(Qt.Key_Space);
        tryVerify(() => FakeDaemon.calls.includes("MeasureNeed hog"));
        FakeDaemon.changeApp(0, {Measurement: {"under-way": true}});
        tryCompare(button(), "text", "Cancel");
        verify(button().activeFocus, "the same button cancels it");
        keyClick(Qt.Key_Space);
        tryVerify(() => FakeDaemon.calls.includes("CancelMeasurement hog"));
    }
}
