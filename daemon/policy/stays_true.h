// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"

#include <optional>
#include <utility>

namespace headroom {

/// A condition that time alone can make true, and never false. It is tested only where earlier
/// answers do not imply the next one.
template<typename Condition> class StaysTrue {
public:
    explicit StaysTrue(Condition condition) : m_condition(std::move(condition)) {}

    bool at(TimePoint when)
    {
        if (m_true && when >= *m_true)
            return true;
        if (m_false && when <= *m_false)
            return false;
        const bool holds = m_condition(when);
        (holds ? m_true : m_false) = when;
        return holds;
    }

private:
    Condition m_condition;
    std::optional<TimePoint> m_true;
    std::optional<TimePoint> m_false;
};

} // namespace headroom
