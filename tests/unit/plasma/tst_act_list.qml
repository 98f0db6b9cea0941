// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtTest
import org.headroomd.private.headroom
import org.headroomd.test

/// The last acts: a few, the newest first, and a text if there are none.
TestCase {
    id: test

    name: "ActList"
    when: windowShown
    visible: true
    width: 300
    height: 200

    property Item list: null

    Daemon {
        id: daemon
    }
    Acts {
        id: acts
        daemon: daemon
    }
    Component {
        id: made

        ActList {
            width: 300
            acts: acts
        }
    }

    function init(): void {
        FakeDaemon.reset();
        tryCompare(daemon, "state", Daemon.Absent);
        list = createTemporaryObject(made, test);
    }

    function cleanup(): void {
        list = null;
    }

    function ready(...history): void {
        FakeDaemon.history = history;
        FakeDaemon.appear();
        tryCompare(daemon, "state", Daemon.Ready);
        tryCompare(acts, "known", true);
    }

    function shown(): var {
        return Array.from(list.children)
            .filter(each => each instanceof ActLine && each.visible)
            .map(each => each.reason);
    }

    function test_nothing_yet(): void {
        ready();
        verify(findChild(list, "nothing").visible);
        compare(shown(), []);
        FakeDaemon.act("freeze", "a", "paused a: you requested it");
        tryCompare(findChild(list, "nothing"), "visible", false);
        compare(shown(), ["paused a: you requested it"]);
    }

    function test_a_slow_daemon_is_asked_again(): void {
        FakeDaemon.late = ["History", "History"];
        ready({action: "freeze", app: "b", reason: "paused b"});
        tryVerify(() => shown().join() === "paused b", 5000, shown().join());
    }

    function test_that_there_is_nothing_is_not_said_before_the_answer(): void {
        FakeDaemon.refusals = {History: "No such method"};
        FakeDaemon.appear();
        tryCompare(daemon, "state", Daemon.Ready);
        verify(!findChild(list, "nothing").visible, "there is no answer yet");
        tryVerify(() => FakeDaemon.calls.includes("History"));
        wait(50); // for an answer that must not count
        verify(!findChild(list, "nothing").visible);
        FakeDaemon.act("freeze", "a", "paused a");
        tryVerify(() => shown().join() === "paused a", 5000, shown().join());
    }

    function test_the_newest_three(): void {
        ready(...["one", "two", "three", "four"]
            .map(reason => ({action: "nap", app: "a", reason: reason})));
        tryVerify(() => shown().join() === "four,three,two", 5000, shown().join());
        FakeDaemon.act("wake", "a", "five");
        tryVerify(() => shown().join() === "five,four,three", 5000, shown().join());
        list.shown = 1;
        compare(shown(), ["five"]);
    }

    function test_every_change_of_focus_is_none(): void {
        const focused = {action: "boost", app: "a", reason: "boosted a", news: false};
        const frozen = {action: "freeze", app: "b", reason: "paused b"};
        ready(focused, frozen,
            {action: "unboost", app: "a", reason: "no longer boosting a", news: false});
        tryVerify(() => shown().join() === "paused b", 5000, shown().join());
        FakeDaemon.act("boost", "a", "boosted a", false);
        FakeDaemon.act("freeze", "a", "paused a");
        tryVerify(() => shown().join() === "paused a,paused b", 5000, shown().join());
    }

    function test_gone_with_the_daemon(): void {
        ready({action: "freeze", app: "b", reason: "paused b"});
        tryVerify(() => shown().length === 1);
        FakeDaemon.vanish();
        tryVerify(() => shown().length === 0);
        verify(findChild(list, "nothing").visible);
    }
}
