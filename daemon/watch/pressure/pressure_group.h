// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/unique_fd.h"
#include "watch/pressure/pressure_trigger.h"

#include <functional>
#include <map>
#include <optional>
#include <span>

namespace headroom {

/// The three pressure files of the system or of a unit, kept open: for reading and for triggers.
class PressureGroup {
public:
    using Open = std::function<Result<UniqueFd>(Resource, int flags)>;
    using OnStall = std::function<void(Resource, Duration stalled)>;

    /// Opens the files and arms the triggers, at most one for each resource. Works with what
    /// succeeds.
    PressureGroup(const Open &open, std::span<const StallTrigger> triggers, OnStall on_stall);
    ~PressureGroup();
    PressureGroup(const PressureGroup &) = delete;
    PressureGroup &operator=(const PressureGroup &) = delete;

    /// nullopt: the kernel reports nothing, or the unit is gone.
    [[nodiscard]] std::optional<GroupStalls> read() const;

    /// As PressureWatch::averages().
    [[nodiscard]] std::map<Resource, StallAverages> averages() const;

    /// Calls `on_stall` for stalls that begin from now on.
    void listen();
    /// The triggers stay armed, but wake us no more.
    void ignore();
    /// Why a trigger could not be armed, if one could not.
    [[nodiscard]] const std::optional<Error> &refusal() const { return m_refusal; }

private:
    struct File {
        PressureGroup *group = nullptr;
        Resource resource{};
        UniqueFd fd;
        std::optional<StallTrigger> armed;
        /// total= at the last true event, or when listening began.
        std::optional<Duration> accepted;
        SourceId source;
    };

    void open(File &file, const Open &open, std::span<const StallTrigger> triggers);
    [[nodiscard]] static std::optional<Duration> total(const File &file);
    [[nodiscard]] static bool fired(File &file, unsigned condition);

    std::array<File, 3> m_files;
    OnStall m_on_stall;
    std::optional<Error> m_refusal;
};

} // namespace headroom
