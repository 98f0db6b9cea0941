// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick
import QtTest
import org.headroomd.private.headroom
import org.headroomd.test

/// The chart's figures: there is something to see from the first look on, and nothing that was not
/// reported.
TestCase {
    name: "PressureRecord"

    Daemon {
        id: daemon
    }
    Sampling {
        id: sampling
        daemon: daemon
    }
    PressureRecord {
        id: record
        sampling: sampling
    }

    function cleanup(): void {
        sampling.running = false;
    }

    /// As the daemon reports it of the foreground.
    function foreground(machine) {
        return Object.keys(machine).reduce((all, resource) => Object.assign(all,
            {["foreground-" + resource]: machine[resource]}), {});
    }

    function look(machine): void {
        FakeDaemon.reset();
        tryCompare(daemon, "state", Daemon.Absent);
        FakeDaemon.machine = foreground(machine);
        FakeDaemon.appear();
        sampling.running = true;
        tryVerify(() => !record.empty);
    }

    function test_the_first_look_tells_of_five_minutes(): void {
        look({memory: {"some-avg10": 60, "some-avg60": 35, "some-avg300": 7},
            cpu: {"some-avg10": 0, "some-avg60": 0, "some-avg300": 0}});
        compare(record.minutes, 5);
        compare(record.memory.length, 150);
        compare(record.memory[149], 60, "now");
        compare(record.memory[145], 60, "eight seconds ago");
        compare(record.memory[144], 30,
            "ten seconds ago: what the last ten don't explain of the last sixty");
        compare(record.memory[120], 30);
        compare(record.memory[119], 0, "a minute ago: the last one explains all of it");
        compare(record.memory[0], 0);
        verify(record.cpu.every(value => value === 0), "known to be nothing");
        compare(record.io, [], "not told");
    }

    function test_what_was_seen_replaces_what_was_concluded(): void {
        look({memory: {"some-avg10": 10, "some-avg60": 10, "some-avg300": 10}});
        FakeDaemon.machine = foreground(
            {memory: {"some-avg10": 90, "some-avg60": 20, "some-avg300": 12}});
        tryVerify(() => record.memory[149] === 90, 5000);
        compare(record.memory[140], 10, "from the look before");
    }

    function test_nonsense_stays_within_the_chart(): void {
        look({memory: {"some-avg10": 1e9, "some-avg60": -5, "some-avg300": 50}});
        verify(record.memory.every(value => value >= 0 && value <= 100));
    }

    function test_the_worst_of_each_moment(): void {
        look({memory: {"some-avg10": 10, "some-avg60": 30, "some-avg300": 6},
            cpu: {"some-avg10": 25, "some-avg60": 5, "some-avg300": 1}});
        compare(record.worst.length, 150);
        compare(record.worst[149], 25, "CPU");
        compare(record.worst[140], record.memory[140], "memory");
        verify(record.worst[140] > record.cpu[140]);
    }

    function test_the_machine_does_not_count(): void {
        FakeDaemon.reset();
        tryCompare(daemon, "state", Daemon.Absent);
        FakeDaemon.machine = {memory: {"some-avg10": 90}};
        FakeDaemon.appear();
        sampling.running = true;
        tryVerify(() => !record.empty);
        compare(record.worst, []);
    }

    function test_gone_with_the_daemon(): void {
        look({memory: {"some-avg10": 10}});
        compare(record.memory.length, 150);
        FakeDaemon.vanish();
        tryVerify(() => record.empty && record.memory.length === 0);
    }
}
