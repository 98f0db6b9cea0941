// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/unique_fd.h"
#include "watch/pressure/fast_triggers.h"
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

    /// Has fast triggers besides its own. on_lost: the broker has ended, and they with it.
    void quicken(FastTriggers fast, std::function<void()> on_lost);
    [[nodiscard]] bool is_fast() const { return static_cast<bool>(m_broker); }

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
        std::optional<StallTrigger> trigger; ///< what is watched for, armed or not
        bool is_armed = false;
        /// total= at the last true event, or when listening began.
        std::optional<Duration> accepted;
        SourceId source;
        UniqueFd fast;
        SourceId fast_source;
    };

    void open(File &file, const Open &open, std::span<const StallTrigger> triggers);
    [[nodiscard]] static std::optional<Duration> total(const File &file);
    static void listen(File &file);
    [[nodiscard]] static bool fired(File &file, unsigned condition);
    [[nodiscard]] static bool fired_fast(File &file);
    static void look(File &file);
    void lose_fast();

    std::array<File, 3> m_files;
    OnStall m_on_stall;
    std::optional<Error> m_refusal;
    bool m_is_listening = false;
    UniqueFd m_broker; ///< the connection to it
    SourceId m_broker_source;
    std::function<void()> m_on_lost;
};

} // namespace headroom
