// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <functional>

#include <gio/gio.h>

namespace headroom::ctl {

/// Runs the main context until `done` says so. After three seconds it tells the user, on stderr, whom we are waiting for: a machine
/// that is short of memory answers late, and a silent command looks like a dead one.
void wait_until(const char *whom, const std::function<bool()> &done);

/// The outcome of one asynchronous GLib call: pass `arrived` as its callback and this as the data, then ask for result().
class PendingResult {
public:
    explicit PendingResult(const char *whom) : m_whom(whom) {}
    PendingResult(const PendingResult &) = delete;
    PendingResult &operator=(const PendingResult &) = delete;
    ~PendingResult();

    static void arrived(GObject *source, GAsyncResult *result, gpointer pending);

    /// Waits for it. Stays ours.
    [[nodiscard]] GAsyncResult *result();

private:
    const char *m_whom;
    GAsyncResult *m_result = nullptr;
};

} // namespace headroom::ctl
