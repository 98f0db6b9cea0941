// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <functional>

#include <gio/gio.h>

namespace headroom::ctl {

/// Runs the main context until `done` returns true. After three seconds it prints on stderr what it
/// waits for: a machine that is short of memory answers late, and a silent command looks dead.
void wait_until(const char *awaited, const std::function<bool()> &done);

/// The outcome of an asynchronous GLib call. Pass `arrived` as its callback and this object as the
/// data, then call result().
class PendingResult {
public:
    explicit PendingResult(const char *awaited) : m_awaited(awaited) {}
    PendingResult(const PendingResult &) = delete;
    PendingResult &operator=(const PendingResult &) = delete;
    ~PendingResult();

    static void arrived(GObject *source, GAsyncResult *result, gpointer pending);

    /// Waits for the result, and keeps ownership.
    [[nodiscard]] GAsyncResult *result();

private:
    const char *m_awaited;
    GAsyncResult *m_result = nullptr;
};

} // namespace headroom::ctl
