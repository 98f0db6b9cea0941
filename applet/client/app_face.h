// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QString>

namespace headroom::client {

/// How an app is shown to users.
struct AppFace {
    QString name; ///< from its desktop file; its id if there is none
    QString icon; ///< never empty; a generic icon if there is none
    bool installed = false; ///< whether there is a desktop file
};

/// app: the app id as Headroom uses it.
[[nodiscard]] AppFace face_of(const QString &app);

/// Names are untrusted: this returns one line of limited length, without invisible characters.
[[nodiscard]] QString displayable_text(const QString &text);

} // namespace headroom::client
