// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/event.h"
#include "recording/member_list.h"

#include <tuple>

/// What event_members.h is for all events, for those that users and D-Bus clients cause.
namespace headroom::recording {

template<> struct Members<event::FreezeAsked> {
    static constexpr const char *name = "FreezeAsked";
    static constexpr std::tuple list{Member{"app", &event::FreezeAsked::app},
                                     Member{"hold", &event::FreezeAsked::hold},
                                     Member{"once_behind", &event::FreezeAsked::once_behind, true}};
};
template<> struct Members<event::ThawAsked> {
    static constexpr const char *name = "ThawAsked";
    static constexpr std::tuple list{Member{"app", &event::ThawAsked::app}};
};
template<> struct Members<event::EndAsked> {
    static constexpr const char *name = "EndAsked";
    static constexpr std::tuple list{Member{"app", &event::EndAsked::app}};
};
template<> struct Members<event::QuitLookedFor> {
    static constexpr const char *name = "QuitLookedFor";
    static constexpr std::tuple list{Member{"app", &event::QuitLookedFor::app},
                                     Member{"offered", &event::QuitLookedFor::offered}};
};
template<> struct Members<event::CloseAsked> {
    static constexpr const char *name = "CloseAsked";
    static constexpr std::tuple list{Member{"app", &event::CloseAsked::app}};
};
template<> struct Members<event::HoldTaken> {
    static constexpr const char *name = "HoldTaken";
    static constexpr std::tuple list{Member{"app", &event::HoldTaken::app},
                                     Member{"holder", &event::HoldTaken::holder},
                                     Member{"reason", &event::HoldTaken::reason}};
};
template<> struct Members<event::HoldReleased> {
    static constexpr const char *name = "HoldReleased";
    static constexpr std::tuple list{Member{"app", &event::HoldReleased::app},
                                     Member{"holder", &event::HoldReleased::holder}};
};
template<> struct Members<event::NeedAsked> {
    static constexpr const char *name = "NeedAsked";
    static constexpr std::tuple list{Member{"app", &event::NeedAsked::app},
                                     Member{"cancelled", &event::NeedAsked::cancelled}};
};

} // namespace headroom::recording
