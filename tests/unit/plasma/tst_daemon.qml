// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick
import QtTest
import org.headroomd.private.headroom
import org.headroomd.test

/// What the applet knows about the daemon while it appears, vanishes, changes, or is an
/// incompatible version.
TestCase {
    id: test

    name: "Daemon"

    Daemon {
        id: daemon
    }
    Sampling {
        id: sampling
        daemon: daemon
    }
    Apps {
        id: apps
        daemon: daemon
        sampling: sampling
    }
    AppsByHurt {
        id: sorted
        sourceModel: apps
    }
    Acts {
        id: acts
        daemon: daemon
    }
    SignalSpy {
        id: refused
        target: daemon
        signalName: "refused"
    }

    function init(): void {
        FakeSystemd.reset();
        FakeDaemon.reset();
        tryCompare(daemon, "state", Daemon.Absent);
        sampling.running = false;
        sorted.settled = false;
        refused.clear();
    }

    function ready(...list) {
        FakeDaemon.apps = list;
        FakeDaemon.appear();
        tryCompare(daemon, "state", Daemon.Ready);
        tryVerify(() => FakeDaemon.calls.includes("History"));
    }

    function role(name: string): int {
        return Apps[name + "Role"];
    }

    function of(row: int, name: string): var {
        return sorted.data(sorted.index(row, 0), role(name));
    }

    function ids(): var {
        return Array.from({length: sorted.rowCount()}, (_, row) => of(row, "AppId"));
    }

    function test_absent(): void {
        compare(daemon.level, "unknown");
        compare(daemon.capabilities, []);
        daemon.freeze("org.kde.kate");
        wait(50); // for a call that must not come
        compare(FakeDaemon.calls, []);
    }

    function test_ready_with_everything(): void {
        FakeDaemon.properties = {Version: FakeDaemon.version, Level: "high",
            LevelReason: "the machine stalled", Focused: "b", WindowSource: "kwin"};
        FakeDaemon.missing = {"io-weight": "The disk heeds no weights."};
        FakeDaemon.history = [
            {action: "level", reason: "pressure is high: the machine stalled", news: false},
            {action: "boost", app: "b", reason: "boosted b", news: false},
                              {action: "freeze", app: "a", reason: "paused a: it grew"}];
        ready({Id: "a"}, {Id: "b", Name: "Bee", Rule: "never"});
        compare(daemon.level, "high");
        const missing = daemon.capabilities.filter(each => !each.available);
        compare(missing.length, 1);
        compare(missing[0].reason, "The disk heeds no weights.");
        tryVerify(() => ids().join() === "b,a" && of(0, "Name") === "Bee", 5000,
            "without figures, by name");
        verify(of(0, "Focused"));
        compare(of(0, "Rule"), "never");
        compare(of(1, "Rule"), "normal");
        tryVerify(() => acts.rowCount() === 1);
        compare(acts.data(acts.index(0, 0), Acts.ReasonRole), "paused a: it grew");
        compare(daemon.levelReason, "the machine stalled");
    }

    function test_what_changes(): void {
        ready({Id: "a"});
        FakeDaemon.change({Level: "critical"});
        tryCompare(daemon, "level", "critical");
        FakeDaemon.changeApp(0, {State: "frozen", Reason: "paused a"});
        tryCompare(apps, "frozen", 1);
        FakeDaemon.addApp({Id: "late"});
        tryVerify(() => ids().includes("late"));
        FakeDaemon.removeApp(0);
        tryVerify(() => ids().join() === "late");
        compare(apps.frozen, 0);
        FakeDaemon.act("thaw", "a", "resumed a: you asked");
        tryVerify(() => acts.rowCount() === 1);
    }

    function test_gone_is_gone(): void {
        ready({Id: "a", State: "frozen"});
        FakeDaemon.act("nap", "a", "slowed a");
        tryVerify(() => apps.frozen === 1 && acts.rowCount() === 1);
        FakeDaemon.vanish();
        tryCompare(daemon, "state", Daemon.Absent);
        compare(sorted.rowCount(), 0, "nothing stale");
        compare(apps.frozen, 0);
        compare(acts.rowCount(), 0);
        compare(daemon.level, "unknown");
        compare(daemon.version, "");
    }

    function test_restarted(): void {
        ready({Id: "before"});
        FakeDaemon.vanish();
        ready({Id: "after"});
        tryVerify(() => ids().join() === "after");
    }

    function test_slow_to_answer(): void {
        FakeDaemon.holdAnswers(true);
        FakeDaemon.appear();
        tryCompare(daemon, "state", Daemon.Connecting);
        FakeDaemon.holdAnswers(false);
        tryCompare(daemon, "state", Daemon.Ready);
    }

    function test_gone_before_it_answered(): void {
        FakeDaemon.holdAnswers(true);
        FakeDaemon.appear();
        tryVerify(() => FakeDaemon.calls.some(call => call.startsWith("GetAll")));
        FakeDaemon.vanish();
        tryCompare(daemon, "state", Daemon.Absent);
        FakeDaemon.holdAnswers(false);
        wait(50); // for the answer that must not count
        compare(daemon.state, Daemon.Absent);
    }

    function test_too_slow_data(): var {
        return [{tag: "once", late: ["GetAll"]}, {tag: "twice", late: ["GetAll", "GetAll"]},
            {tag: "for its apps", late: ["GetManagedObjects"]}];
    }

    function test_too_slow(row): void {
        FakeDaemon.late = row.late;
        ready({Id: "a"});
        tryVerify(() => ids().join() === "a");
        compare(daemon.trouble, "");
    }

    function test_incompatible_data(): var {
        return [
            {tag: "an older one", properties: {Version: "0.0.1", Level: null, Focused: "",
                WindowSource: ""}, refusals: {}, version: "0.0.1"},
            {tag: "no Manager", properties: {}, refusals: {GetAll: "No such interface"},
                version: ""},
            {tag: "no objects", properties: {Version: "9", Level: "calm", Focused: "",
                WindowSource: ""}, refusals: {GetManagedObjects: "No such interface"}, version: "9"}
        ];
    }

    function test_incompatible(row): void {
        FakeDaemon.properties = row.properties;
        FakeDaemon.refusals = row.refusals;
        FakeDaemon.appear();
        tryCompare(daemon, "state", Daemon.Incompatible);
        compare(daemon.version, row.version);
        FakeDaemon.vanish();
        tryCompare(daemon, "state", Daemon.Absent);
    }

    function test_what_is_asked_for(): void {
        ready({Id: "a"});
        FakeDaemon.forgetCalls();
        daemon.thawAll();
        daemon.freeze("a");
        daemon.thaw("a");
        daemon.close("a");
        daemon.setRule("a", "never");
        daemon.setRule("a", "normal");
        tryVerify(() => FakeDaemon.calls.length === 6);
        compare(FakeDaemon.calls, ["ThawAll", "Freeze a", "Thaw a", "Close a",
            "SetSetting App-a/Rule never", "SetSetting App-a/Rule normal"]);
        compare(refused.count, 0);
    }

    function test_refused(): void {
        FakeDaemon.refusals = {Freeze: "a has the focus"};
        ready({Id: "a"});
        daemon.freeze("a");
        tryCompare(refused, "count", 1);
        compare(refused.signalArguments[0][1], "a has the focus");
    }

    function test_only_who_looks_samples(): void {
        FakeDaemon.measures = {a: {memory: 2048, "memory-needed": 1024, "pressure-memory": 12.5,
            "pressure-cpu": 0, "worst-pressure": "memory", "hurt-rank": 0}};
        ready({Id: "a"}, {Id: "b"});
        wait(50); // for a call that must not come
        verify(!FakeDaemon.calls.some(call => call.startsWith("Measure")), "nobody looks");
        compare(of(0, "Memory"), undefined);
        sampling.running = true;
        tryVerify(() => of(0, "Memory") === 2048 && of(0, "AppId") === "a");
        compare(of(0, "MemoryNeeded"), 1024);
        compare(of(0, "Stalled"), 12.5);
        compare(of(0, "StalledFor"), "memory");
        compare(of(0, "StallCpu"), 0, "known to be nothing");
        compare(of(0, "StallIo"), undefined, "unknown is not nothing");
        compare(of(1, "Memory"), undefined);
        const calls = name => FakeDaemon.calls.filter(call => call === name).length;
        const asked = calls("MeasureMachine");
        tryVerify(() => calls("MeasureMachine") > asked, 4000, "again after two seconds");
        compare(calls("Measure"), calls("MeasureMachine"), "the first of the two calls of a look");
        sampling.running = false; // both have arrived, so neither is pending below
        FakeDaemon.forgetCalls();
        wait(2500); // longer than the time between two looks
        compare(FakeDaemon.calls, []);
    }

    function test_a_daemon_that_hangs_is_asked_once(): void {
        ready({Id: "a"});
        FakeDaemon.holdAnswers(true);
        FakeDaemon.forgetCalls();
        sampling.running = true;
        wait(2500); // longer than the time between two looks
        compare(FakeDaemon.calls.filter(call => call === "Measure").length, 1);
        sampling.running = false;
        sampling.running = true;
        FakeDaemon.holdAnswers(false);
    }

    function test_what_hurts_comes_first(): void {
        FakeDaemon.measures = {calm: {memory: 9e9, "pressure-cpu": 99, "hurt-rank": 3},
            frozen: {"hurt-rank": 0}, second: {"hurt-rank": 1}, alike: {"hurt-rank": 1}};
        ready({Id: "calm"}, {Id: "second"}, {Id: "unknown", State: "frozen"}, {Id: "frozen"},
            {Id: "alike"});
        sampling.running = true;
        tryVerify(() => ids().join() === "frozen,alike,second,calm,unknown", 5000, ids().join());
    }

    function test_rows_stay_under_the_hand(): void {
        FakeDaemon.measures = {b: {"hurt-rank": 0}};
        sorted.settled = true;
        ready({Id: "a"}, {Id: "b"});
        tryVerify(() => ids().join() === "a,b");
        sampling.running = true;
        tryVerify(() => ids().join() === "b,a", 5000,
            "nobody points at anything before there are figures");
        sampling.running = false;
        FakeDaemon.measures = {a: {"hurt-rank": 0}, b: {"hurt-rank": 1, memory: 1}};
        sampling.running = true;
        tryVerify(() => of(0, "Memory") === 1);
        wait(50); // for a move that must not come
        compare(ids().join(), "b,a");
        sorted.settled = false;
        tryVerify(() => ids().join() === "a,b");
    }

    function test_nonsense_data(): var {
        const wide = "n".repeat(5000);
        return [
            {tag: "markup", app: {Id: "x", Name: "<b>bold</b> &amp; <img src='http://x'>"},
                name: "<b>bold</b> &amp; <img src='http://x'>"},
            {tag: "long", app: {Id: "x", Name: wide}, name: wide.slice(0, 512)},
            {tag: "several lines", app: {Id: "x", Name: "a\nb\tc\r\n"}, name: "a b c"},
            {tag: "control and direction characters", app: {Id: "x", Name: "a\u202eb\u0007c\u200f"},
                name: "abc"},
            {tag: "right to left", app: {Id: "x", Name: "محرر النصوص"}, name: "محرر النصوص"},
            {tag: "empty", app: {Id: "x", Name: ""}, name: "x"},
            {tag: "a path for an id", app: {Id: "../../etc/passwd", Name: ""},
                name: "../../etc/passwd"}
        ];
    }

    function test_nonsense(row): void {
        ready(row.app);
        tryVerify(() => sorted.rowCount() === 1);
        compare(of(0, "Name"), row.name);
        compare(of(0, "Icon"), "application-x-executable");
    }

    function test_five_hundred(): void {
        const list = Array.from({length: 500}, (_, i) => ({Id: "app" + i, Name: "App " + i}));
        // With sanitizers, and other programs on the same CPUs. Work for each pair takes minutes.
        const patience = 30000;
        const began = Date.now();
        ready(...list);
        tryVerify(() => sorted.rowCount() === 500, patience);
        FakeDaemon.measures = list.reduce((all, app, i) => Object.assign(all,
            {[app.Id]: {memory: i * 1e8, "hurt-rank": (i + 51) % 500}}), {});
        sampling.running = true;
        tryVerify(() => of(0, "AppId") === "app449", patience, of(0, "AppId"));
        verify(Date.now() - began < patience, "took " + (Date.now() - began) + " ms");
    }
}
