// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami

/// On top of each page: what is wrong with the daemon itself, with a button that ends it; and why
/// that, or another request, was refused.
ColumnLayout {
    id: messages

    readonly property Trouble trouble: Trouble {
        daemon: kcm.daemon
    }

    spacing: 0

    /// A request follows. The answer to an earlier one would seem to belong to it.
    function hideRefusal(): void {
        refusal.visible = false;
        refusal.plainText = "";
    }

    PlainMessage {
        objectName: "trouble"
        Layout.fillWidth: true
        position: Kirigami.InlineMessage.Position.Header
        type: messages.trouble.word === "failed"
            ? Kirigami.MessageType.Error
            : Kirigami.MessageType.Warning
        visible: messages.trouble.present
        plainText: {
            const lines = [messages.trouble.title, messages.trouble.sentence];
            if (messages.trouble.word === "stopped")
                lines.push(i18nc("@info it: Headroom", "Changes take effect when it starts."));
            return lines.join("\n");
        }
        actions: Kirigami.Action {
            visible: messages.trouble.action.length > 0
            icon.name: messages.trouble.iconName
            text: messages.trouble.action
            onTriggered: {
                messages.hideRefusal();
                messages.trouble.end();
            }
        }
    }
    PlainMessage {
        id: refusal

        objectName: "refusal"
        Layout.fillWidth: true
        position: Kirigami.InlineMessage.Position.Header
        type: Kirigami.MessageType.Error
        showCloseButton: true

        Connections {
            target: kcm.daemon

            function onRefused(app: string, sentence: string): void {
                refusal.plainText = sentence;
                refusal.visible = true;
            }
            function onStateChanged(): void {
                messages.hideRefusal();
            }
        }
    }
}
