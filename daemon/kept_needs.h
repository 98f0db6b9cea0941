// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/need.h"
#include "sys/glib_ptr.h"
#include "sys/result.h"
#include "watch/emit.h"

#include <cstdint>
#include <gio/gio.h>
#include <map>
#include <string>
#include <vector>

namespace headroom {

/// Keeps what apps need across restarts, in a file in the user's directory for state. A thread
/// reads and writes it, since the disk may be slow.
class KeptNeeds {
public:
    /// path: of the file. Empty: nothing is kept.
    KeptNeeds(std::string path, Emit emit) : m_path(std::move(path)), m_emit(std::move(emit)) {}
    ~KeptNeeds();
    KeptNeeds(const KeptNeeds &) = delete;
    KeptNeeds &operator=(const KeptNeeds &) = delete;

    /// Reads the file, and emits NeedsKept with what it has of the last two weeks.
    void start();
    /// What an app needs today. Emits NeedsKept.
    void add(const AppId &app, std::uint64_t bytes);
    /// Writes all of them, and what was added since the last call, if there is any.
    void save(const std::map<AppId, NeedHistory> &all);
    /// Nothing is being written, or is to be.
    [[nodiscard]] bool is_idle() const { return !m_busy && m_added.empty(); }

private:
    std::string m_path;
    Emit m_emit;
    std::map<AppId, DayNeed> m_added; ///< and not written yet
    bool m_busy = false; ///< a thread reads or writes
    bool m_is_unread = false; ///< the file was there and could not be read, so it is kept aside
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

/// Empty if the user's directory for state is not absolute.
[[nodiscard]] std::string needs_path();

/// The days that the file lists. Empty if there is no file yet. May wait for a slow disk, as may
/// the next function.
[[nodiscard]] Result<std::vector<DayNeed>> read_needs(const std::string &path);
/// Writes all of them. After an error, the file has its previous content.
[[nodiscard]] Result<void> write_needs(const std::string &path,
                                       const std::map<AppId, NeedHistory> &all);

} // namespace headroom
