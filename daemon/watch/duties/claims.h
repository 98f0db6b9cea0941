// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/units/processes.h"

#include <cstdint>
#include <gio/gio.h>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace headroom {

/// What a source of duties says of one of them.
struct Claim {
    std::string key; ///< tells it from the source's others
    DutyKind kind{};
    std::int32_t pid = 0;    ///< 0: not told
    std::string peer;        ///< a bus name whose owner it is; empty: not told
    std::string
        tray_object{}; ///< where the peer has to show its item itself, since anybody may have named the peer; empty: nobody else can have
    std::string app_name; ///< id or name of the app; empty: not told
    std::string detail;
};

/// The duties of one source as events: finds out whose they are, by the process that the source names or the one behind a bus name. That is asked of
/// the bus itself, so that nobody who stands still has to answer.
class Claims {
public:
    /// source: a word, part of the duties' ids.
    Claims(std::string source, GDBusConnection *bus, ProcessWatch &processes, Emit emit);
    ~Claims();
    Claims(const Claims &) = delete;
    Claims &operator=(const Claims &) = delete;

    void set_all(const std::vector<Claim> &all); ///< all that the source has now
    void add(const Claim &claim); ///< new, or the same as before
    void remove(const std::string &key);
    void keep_only(const std::set<std::string> &keys);
    [[nodiscard]] bool has(const std::string &key) const { return m_known.contains(key); }

private:
    void ask(const Claim &claim);
    void ask_for_item(const Claim &claim);
    void ask_for_process(const std::string &key, std::uint64_t number);
    void shows_none(const std::string &key, std::uint64_t number, const char *problem);
    void report(const std::string &key, const Claim &claim, std::int32_t pid);
    [[nodiscard]] std::string id(const std::string &key) const { return m_source + " " + key; }

    struct Known {
        Claim claim;
        std::uint64_t number = 0; ///< of the question that is under way for it
    };

    std::string m_source;
    GDBusConnection *m_bus;
    ProcessWatch &m_processes;
    Emit m_emit;
    std::map<std::string, Known> m_known;
    std::uint64_t m_questions = 0;
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

} // namespace headroom
