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

/// Whose the windows and the streams are, and which units are what: it follows from many facts together, and is asked of each app or at each look.
struct Owners {
    std::map<AppId, std::vector<const Window *>> windows; ///< normal ones
    std::map<AppId, std::vector<const Window *>> shell_windows; ///< panels, docks and notifications
    std::vector<const Window *> nobodys; ///< normal ones that are in the unit of no application
    std::set<std::string, std::less<>>
        window_programs; ///< of the processes that have normal windows
    std::map<AppId, std::vector<const Stream *>> streams;
    std::vector<UnitId> app_units; ///< those of applications, in places of their own
    std::vector<UnitId> tabs_inside; ///< those that are in another unit
    std::vector<UnitId> split_tabs;
    std::set<UnitId>
        of_session; ///< units in which a process is a part of the session: see desktop_parts.h
};

/// Keeps them from one question to the next, for as long as no fact comes that may change them. While one is being taken in nothing is kept: half of what
/// follows from it would be of before.
class KeptOwners {
public:
    KeptOwners() = default;
    KeptOwners(const KeptOwners & /*other*/) {} // they point into the session that they are of
    KeptOwners &operator=(const KeptOwners & /*other*/)
    {
        m_owners.reset();
        return *this;
    }
    ~KeptOwners() = default;

    /// As long as it is there.
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
