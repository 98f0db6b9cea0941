// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QString>

namespace headroom::client {

/// How an app is shown to users.
struct AppFace {
    QString name; ///< from its desktop file; its id if there is none, or none that can be seen
    QString icon; ///< never empty; a generic icon if there is none
    bool installed = false; ///< whether there is a desktop file
};

/// app: the app id as Headroom uses it.
[[nodiscard]] AppFace face_of(const QString &app);

/// Names are untrusted: this returns one line of limited length, without invisible characters.
[[nodiscard]] QString displayable_text(const QString &text);

/// The same of an app's name. If nothing is left of it, the id takes its place.
[[nodiscard]] QString displayable_name(const QString &name, const QString &app);

} // namespace headroom::client
