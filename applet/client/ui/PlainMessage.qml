// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import org.kde.kirigami as Kirigami

/// A message with a text of another program, such as the name of an app. An InlineMessage treats
/// all text as markup.
Kirigami.InlineMessage {
    property string plainText

    text: plainText.replace(/&/g, "&amp;").replace(/</g, "&lt;")
}
