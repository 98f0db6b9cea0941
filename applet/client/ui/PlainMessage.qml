// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import org.kde.kirigami as Kirigami

/// A message with a text of another program, such as the name of an app. An InlineMessage treats a
/// text as markup if its first line looks like it: with a tag, or with "&lt;". Only then are
/// entities decoded, so any other text is not escaped. The tag in front makes sure of it.
Kirigami.InlineMessage {
    property string plainText

    text: ["<", "&lt;"].some(each => plainText.includes(each))
        ? "<span>"
            + plainText.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/\n/g, "<br>")
            + "</span>"
        : plainText
}
