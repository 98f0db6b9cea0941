// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/actor.h"
#include "act/ask.h"
#include "act/close.h"
#include "act/freeze.h"
#include "act/notify.h"
#include "act/oomd_marks.h"
#include "act/other_freezes.h"
#include "act/outside.h"
#include "act/protection.h"
#include "act/reclaim.h"
#include "act/scope.h"
#include "act/weight.h"
#include "act/world.h"

namespace headroom {

/// The actor for the real desktop. Passes each action to the part for its kind.
class Performer final : public Actor {
public:
    /// `outside` and what `world` refers to must outlive it.
    Performer(const World &world, Outside &outside, const Report &report);

    void perform(const Action &action) override;
    void forget(UnitId unit) override;
    [[nodiscard]] bool has_set(UnitId unit, std::string_view mark) const override
    {
        return is_of_weights(mark) ? m_weights.has_set(unit) : m_protector.has_set(unit);
    }
    void unset_left(UnitId unit, std::string_view mark, const std::string &sentence) override
    {
        if (is_of_weights(mark))
            m_weights.unset_left(unit, sentence);
        else
            m_protector.unset_left(unit, sentence);
    }
    /// The daemon may end while a slice of reclaim, a notification or a request to quit is under
    /// way, though the request may then reach no process. Weights, protections and moves would be
    /// left half done.
    [[nodiscard]] bool is_idle() const override
    {
        return m_freezer.is_idle() && m_weights.is_idle() && m_protector.is_idle()
            && m_adopter.is_idle();
    }

    void close_left_notice() override { m_notifier.close_left(); }
    void show_text(const AppId &app, const std::string &title, const std::string &text) override
    {
        m_notifier.show_text(app, title, text);
    }

private:
    struct Do;

    static bool is_of_weights(std::string_view mark) { return mark == UnitWeights::mark; }

    Outside &m_outside;
    Report m_report;
    OomdMarks m_oomd_marks;
    OtherFreezes m_other_freezes;
    Freezer m_freezer;
    WeightSetter m_weights;
    Protector m_protector;
    /// Declared before the adopter, which hands it tabs until it is destroyed.
    TabRejoiner m_rejoiner;
    Adopter m_adopter;
    Reclaimer m_reclaimer;
    Notifier m_notifier;
    Closer m_closer;
};

} // namespace headroom
