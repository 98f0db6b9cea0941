// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/actor.h"
#include "act/freeze.h"
#include "act/scope.h"
#include "act/weight.h"

namespace headroom {

/// The actor for the real desktop: hands each action to whoever does that kind.
class Performer final : public Actor {
public:
    Performer(Freezer freezer, WeightSetter weights, Adopter adopter)
        : m_freezer(std::move(freezer)), m_weights(std::move(weights)), m_adopter(std::move(adopter))
    {
    }

    void perform(const Action &action) override;
    [[nodiscard]] bool is_idle() const override { return m_weights.is_idle() && m_adopter.is_idle(); }

private:
    Freezer m_freezer;
    WeightSetter m_weights;
    Adopter m_adopter;
};

} // namespace headroom
