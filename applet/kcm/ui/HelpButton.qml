// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import org.kde.kirigami as Kirigami

/// What a setting does, on demand: beside the setting a button, which shows the text.
Kirigami.ContextualHelpButton {
    required property string what ///< the setting

    text: i18nc("@info of a button; %1 a setting that it explains", "Help: %1", what)
}
