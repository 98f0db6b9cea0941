// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/units/processes.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <gio/gio.h>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace headroom {

/// One duty, as a source reports it.
struct Claim {
    std::string key; ///< distinguishes it from the source's others
    DutyKind kind{};
    std::int32_t pid = 0; ///< 0: unknown
    std::string peer; ///< a bus name of the owner; empty: unknown
    /// The object at which the peer must show its item, since any program may have named the peer.
    /// Empty: no other program can have.
    std::string tray_object{};
    std::string app_name; ///< id or name of the app; empty: unknown
    std::string detail;
};

/// Emits the duties of one source as events. Finds their owners, by the process that the source
/// names or the process behind a bus name. The bus itself is asked for that, so no frozen app has
/// to answer.
class Claims {
public:
    /// source: a word, part of the duties' ids.
    Claims(std::string source, GDBusConnection *bus, ProcessWatch &processes, Emit emit);
    ~Claims();
    Claims(const Claims &) = delete;
    Claims &operator=(const Claims &) = delete;

    void set_all(const std::vector<Claim> &all); ///< all that the source has now
    void add(const Claim &claim); ///< new, or the same as before
    void change(const std::string &key, DutyKind kind); ///< of one that was added
    void remove(const std::string &key);
    void keep_only(const std::set<std::string> &keys);
    [[nodiscard]] bool has(const std::string &key) const { return m_known.contains(key); }

    /// Called for a claim that was dropped: it isn't its peer's, or there are too many.
    std::function<void(const Claim &claim)> on_dropped;

private:
    using Answered = std::function<void(std::int32_t pid)>;
    void ask_for_process(const std::string &key, std::uint64_t number, Answered answered);
    void admit(const std::string &key, std::int32_t pid);
    void ask_for_item(const std::string &key, const Claim &claim);
    void item_answered(const std::string &key, std::uint64_t number, const char *problem);
    void report(const std::string &key, std::int32_t pid);
    void drop(const std::string &key);
    [[nodiscard]] std::size_t count_of(const std::string &peer) const;
    [[nodiscard]] std::size_t count_in(UnitId unit) const;
    [[nodiscard]] std::string id(const std::string &key) const { return m_source + " " + key; }

    struct Known {
        Claim claim;
        std::uint64_t number = 0; ///< of its question under way
        UnitId unit; ///< of its process; UnitId{}: not known
        std::optional<Duty> reported; ///< nullopt: it isn't known yet whose it is
    };

    std::string m_source;
    GDBusConnection *m_bus;
    ProcessWatch &m_processes;
    Emit m_emit;
    std::map<std::string, Known> m_known;
    /// Keys of listed claims that were dropped. They come last when they are listed again.
    std::set<std::string> m_dropped;
    std::deque<Claim> m_later; ///< listed, and to be added once another one is dropped
    std::uint64_t m_questions = 0;
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

} // namespace headroom
