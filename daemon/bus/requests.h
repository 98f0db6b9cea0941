// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/history_entry.h"
#include "model/session.h"
#include "sys/result.h"
#include "sys/unique_fd.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// What the bus passes on instead of deciding itself. daemon_requests.cpp connects each request to
/// the part that answers it.
struct Requests {
    std::function<const Session &()> session;
    std::function<Result<void>(const AppId &, Duration hold)> freeze;
    std::function<Result<void>(const AppId &)> thaw;
    std::function<unsigned()> thaw_all;
    std::function<void(const AppId &, std::function<void(Result<std::vector<Sentence>>)>)> explain;
    std::function<void(const AppId &, const std::string &holder, const std::string &reason)> hold;
    std::function<void(const AppId &, const std::string &holder)> release;
    /// unasked: end the app even if unsaved work may be lost.
    std::function<void(const AppId &, bool unasked, std::function<void(const Result<void> &)>)>
        close;
    std::function<std::vector<HistoryEntry>(WallTime since)> history;
    std::function<std::map<Resource, StallAverages>()> pressure_of_machine;
    std::function<Result<UniqueFd>()> record; ///< a stream to read from
    /// Empty value: back to the default.
    std::function<void(const std::string &name, const std::string &value,
                       std::function<void(const Result<void> &)>)>
        set_setting;
    std::function<void(std::function<void(const Result<void> &)>)> enable_extension;
    std::function<Result<std::string>(std::string_view compositor, std::string_view json)>
        report_windows;
    /// `compositor` is "kwin" or "gnome-shell".
    std::function<void(std::string_view compositor, bool present)> compositor_changed;
    /// Follows compositor_changed(true), once the bus has reported the owner's pid.
    std::function<void(std::int32_t pid)> compositor_process;
    /// Another process has our bus name, or the bus is gone.
    std::function<void()> names_lost;
};

} // namespace headroom
