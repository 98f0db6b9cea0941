// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import org.kde.kirigami as Kirigami

/// On top of each page: what is wrong with the daemon itself, with a button that ends it.
PlainMessage {
    id: message

    readonly property Trouble trouble: Trouble {
        daemon: kcm.daemon
    }

    objectName: "trouble"
    position: Kirigami.InlineMessage.Position.Header
    type: trouble.word === "failed" ? Kirigami.MessageType.Error : Kirigami.MessageType.Warning
    visible: trouble.present
    plainText: {
        const lines = [trouble.title, trouble.sentence];
        if (trouble.word === "stopped")
            lines.push(i18nc("@info it: Headroom", "Changes take effect when it starts."));
        return lines.join("\n");
    }
    actions: Kirigami.Action {
        visible: message.trouble.action.length > 0
        icon.name: message.trouble.iconName
        text: message.trouble.action
        onTriggered: message.trouble.end()
    }
}
