// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QString>

namespace headroom::client {

/// Which app causes the shortage, as the daemon's acts say.
class Culprit {
public:
    /// Empty: none is known, or nothing is done to it any more.
    [[nodiscard]] const QString &app() const { return m_app; }
    [[nodiscard]] const QString &reason() const { return m_reason; } ///< names the app
    [[nodiscard]] bool paused() const { return m_paused; }

    /// In the order of the acts. level: at that time. An app that is frozen while nothing is short
    /// was frozen because the user wanted it.
    void take(const QString &action, const QString &app, const QString &reason,
              const QString &level);

private:
    QString m_app;
    QString m_reason;
    bool m_paused = false;
};

} // namespace headroom::client
