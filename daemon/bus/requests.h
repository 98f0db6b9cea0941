// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/history_entry.h"
#include "model/session.h"
#include "model/tally.h"
#include "sys/bus_peers.h"
#include "sys/interface.h"
#include "sys/result.h"
#include "sys/unique_fd.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace headroom {

/// For Manager.Totals.
struct Totals {
    const Tally &tally;
    WallTime began; ///< of the tally
    TimePoint now;
    std::vector<std::string> slices; ///< cgroups that all apps are below; not all need be there
};

/// Callers in one place share their limits. It is their unit, or the process of a caller that is in
/// no unit.
using CallerPlace = std::variant<UnitId, ProcessId>;

/// What the bus passes on instead of deciding itself. The daemon implements it: daemon_requests.cpp
/// has each request passed on to the part that answers it.
class Requests : public Interface {
public:
    using Done = std::function<void(const Result<void> &)>;
    using ReadHistory = std::move_only_function<std::vector<HistoryEntry>()>;
    using Explained = std::function<void(const Result<std::vector<Sentence>> &)>;

    [[nodiscard]] virtual const Session &session() const = 0;
    virtual Result<void> freeze(const AppId &app, Duration hold) = 0;
    /// Whether freeze() would be granted now.
    [[nodiscard]] virtual bool may_freeze(const AppId &app) const = 0;
    virtual Result<void> thaw(const AppId &app) = 0;
    virtual unsigned thaw_all() = 0;
    virtual void explain(const AppId &app, const Explained &done) = 0;
    virtual void hold(const AppId &app, const std::string &holder, const std::string &reason) = 0;
    virtual void release(const AppId &app, const std::string &holder) = 0;
    virtual Result<void> measure_need(const AppId &app) = 0;
    virtual Result<void> cancel_measurement(const AppId &app) = 0;
    /// unasked: end the app even if unsaved work may be lost.
    virtual void close(const AppId &app, bool unasked, const Done &done) = 0;
    /// The function returns the entries as they are now. It may be called later, once, and in any
    /// thread.
    [[nodiscard]] virtual ReadHistory history(WallTime since) = 0;
    [[nodiscard]] virtual Totals totals() = 0;
    [[nodiscard]] virtual std::map<Resource, StallAverages> machine_pressure() = 0;
    /// Of the foreground app or the compositor, whichever stalls more.
    [[nodiscard]] virtual std::map<Resource, StallAverages> foreground_pressure() = 0;
    virtual Result<UniqueFd> record() = 0; ///< a stream to read from
    /// Empty value: back to the default.
    virtual void set_setting(const std::string &name, const std::string &value,
                             const Done &done) = 0;
    /// 0: enables it again.
    virtual void disable_for(Duration length) = 0;
    /// When that ends. nullopt: it isn't disabled.
    [[nodiscard]] virtual std::optional<WallTime> disabled_until() const = 0;
    virtual void enable_extension(const Done &done) = 0;
    virtual Result<std::string> report_windows(std::string_view compositor,
                                               std::string_view json) = 0;
    /// Whether this process draws inside the session rather than the session itself.
    [[nodiscard]] virtual bool is_nested(std::int32_t compositor) const = 0;
    /// `compositor` is "kwin" or "gnome-shell".
    virtual void compositor_changed(std::string_view compositor, bool present) = 0;
    /// The compositor is still there, but no longer reports its windows.
    virtual void reporter_gone() = 0;
    /// Follows compositor_changed(true), once the bus has reported the owner's pid.
    virtual void compositor_process(std::int32_t pid) = 0;
    /// Whether this unique name is a compositor's.
    [[nodiscard]] virtual bool is_compositor(const std::string &name) const = 0;
    /// The place of a caller that is identified, by its unique name.
    [[nodiscard]] virtual CallerPlace place_of(const std::string &caller) = 0;
    /// Whether this is the caller's own app.
    [[nodiscard]] virtual bool is_own_app(const BusPeer &caller, const AppId &app) = 0;
};

} // namespace headroom
