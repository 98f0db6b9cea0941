// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Layouts
import QtTest
import org.kde.kirigami as Kirigami
import org.headroomd.private.headroom
import org.headroomd.test

/// The whole view against the daemon, for tests of it.
TestCase {
    id: test

    when: windowShown
    visible: true
    width: Kirigami.Units.gridUnit * 26 // the width that the applet requests
    height: 600

    property Item view: null
    readonly property AppsByHurt sorted: rows
    readonly property Daemon daemon: Daemon {}
    readonly property Acts acts: Acts {
        daemon: test.daemon
    }
    readonly property SignalSpy explanation: SignalSpy {
        target: test.view
        signalName: "explanationWanted"
    }

    Sampling {
        id: sampling
        daemon: test.daemon
        running: test.view?.looking ?? false
    }
    Apps {
        id: apps
        daemon: test.daemon
        sampling: sampling
    }
    AppsByHurt {
        id: rows
        sourceModel: apps
    }
    PressureRecord {
        id: record
        sampling: sampling
    }
    Component {
        id: made

        ColumnLayout {
            readonly property bool looking: body.looking

            signal explanationWanted

            width: test.width
            height: 600

            LevelHeader {
                Layout.fillWidth: true
                visible: body.ready
                daemon: test.daemon
                onUsed: body.hideRefusal()
            }
            FullView {
                id: body
                Layout.fillWidth: true
                Layout.fillHeight: true
                daemon: test.daemon
                apps: rows
                record: record
                frozen: apps.frozen
            }
            Footer {
                objectName: "footer"
                Layout.fillWidth: true
                visible: !empty
                room: parent.height
                detailed: body.detailed
                acts: test.acts
                capabilities: test.daemon.capabilities
                onExplanationWanted: parent.explanationWanted()
            }
        }
    }
    function init(): void {
        failOnWarning(/Binding loop/);
        FakeSystemd.reset();
        FakeDaemon.reset();
        tryCompare(daemon, "state", Daemon.Absent);
        view = createTemporaryObject(made, test);
        explanation.clear();
    }

    function cleanup(): void {
        view = null;
    }

    /// Waits for the layout, too: until the next frame, what has appeared is not in its place, and
    /// something else may be under the pointer.
    function ready(...list): void {
        FakeDaemon.apps = list;
        FakeDaemon.appear();
        tryCompare(daemon, "state", Daemon.Ready);
        tryVerify(() => list.length === 0 || row(0) !== null);
        verify(waitForPolish(test.Window.window));
    }

    function part(name: string): Item {
        return findChild(view, name);
    }

    function row(index: int): Item {
        const list = findChild(view, "apps");
        list.forceLayout();
        return list.itemAtIndex(index);
    }

    /// The first item in it with this text.
    function labelled(item: Item, text: string): Item {
        for (const child of item.children) {
            const found = child.text === text ? child : labelled(child, text);
            if (found)
                return found;
        }
        return null;
    }

    function opened(index: int): Item {
        const item = row(index);
        mouseClick(item, 20, 10);
        tryCompare(item, "expanded", true);
        tryVerify(() => {
            const last = findChild(item, "never"); // it is created and placed later
            return last?.visible && item.contains(item.mapFromItem(last, 1, 1));
        });
        waitForItemPolished(item);
        return item;
    }
}
