// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QString>

namespace headroom::client {

/// What an application looks like to people.
struct AppFace {
    QString name; ///< from its desktop file; its id where there is none
    QString icon; ///< always one that can be shown
    bool installed = false; ///< there is a desktop file
};

/// app: the id, as Headroom has it.
[[nodiscard]] AppFace face_of(const QString &app);

/// Names come from anybody: one line, nothing invisible in it, of a length that can be laid out.
[[nodiscard]] QString fit_to_be_shown(const QString &text);

} // namespace headroom::client
