// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/event.h"
#include "model/ids.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace headroom {

struct Session;

/// The owners of windows and streams, and the kinds of units. All of it follows from many facts
/// together, and is needed for each app or at each look.
struct Owners {
    std::map<AppId, std::vector<const Window *>> windows; ///< normal ones
    std::map<AppId, std::vector<const Window *>> shell_windows; ///< panels, docks and notifications
    std::vector<const Window *> nobodys; ///< normal ones that are in no app's unit
    /// Programs of the processes that have normal windows.
    std::set<std::string, std::less<>> window_programs;
    std::map<AppId, std::vector<const Stream *>> streams;
    std::vector<UnitId> app_units; ///< units of apps, in places of their own
    std::vector<UnitId> tabs_inside; ///< tabs that are inside another unit
    std::vector<UnitId> split_tabs;
    /// Units in which a process is a part of the desktop: see desktop_parts.h.
    std::set<UnitId> of_session;
};

/// Keeps the owners until a fact comes that may change them. While such a fact is taken, nothing is
/// kept: half of the result would be from before the fact.
class KeptOwners {
public:
    KeptOwners() = default;
    KeptOwners(const KeptOwners & /*other*/) {} // the owners point into the other session
    KeptOwners &operator=(const KeptOwners & /*other*/)
    {
        m_owners.reset();
        return *this;
    }
    ~KeptOwners() = default;

    /// While it exists, nothing is kept.
    class Change {
    public:
        explicit Change(KeptOwners &kept) : m_kept(kept)
        {
            m_kept.m_owners.reset();
            m_kept.m_changing = true;
        }
        ~Change() { m_kept.m_changing = false; }
        Change(const Change &) = delete;
        Change &operator=(const Change &) = delete;

    private:
        KeptOwners &m_kept;
    };

    /// nullptr: they are about to change.
    [[nodiscard]] const Owners *get(const Session &session) const;

private:
    mutable std::optional<Owners> m_owners;
    bool m_changing = false;
};

} // namespace headroom
