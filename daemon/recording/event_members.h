// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "recording/event_part_members.h"
#include "recording/request_members.h"

#include <tuple>

/// The names of all events and their members in recordings, but for requests. Add an event here or
/// there: encoder and decoder follow these lists. Neither compiles while an event or a member is
/// missing.
namespace headroom::recording {

template<> struct Members<event::UnitAppeared> {
    static constexpr const char *name = "UnitAppeared";
    static constexpr std::tuple list{Member{"unit", &event::UnitAppeared::unit},
                                     Member{"path", &event::UnitAppeared::path}};
};
template<> struct Members<event::UnitGone> {
    static constexpr const char *name = "UnitGone";
    static constexpr std::tuple list{Member{"unit", &event::UnitGone::unit}};
};
template<> struct Members<event::UnitDescribed> {
    static constexpr const char *name = "UnitDescribed";
    static constexpr std::tuple list{
        Member{"unit", &event::UnitDescribed::unit}, Member{"names", &event::UnitDescribed::names},
        Member{"source_path", &event::UnitDescribed::source_path},
        Member{"main_pid", &event::UnitDescribed::main_pid},
        Member{"starts_programs", &event::UnitDescribed::starts_programs, true}};
};
template<> struct Members<event::UnitTied> {
    static constexpr const char *name = "UnitTied";
    static constexpr std::tuple list{Member{"unit", &event::UnitTied::unit},
                                     Member{"ties", &event::UnitTied::ties}};
};
template<> struct Members<event::LeftBehind> {
    static constexpr const char *name = "LeftBehind";
    static constexpr std::tuple list{Member{"process", &event::LeftBehind::process},
                                     Member{"parents", &event::LeftBehind::parents},
                                     Member{"by_guest", &event::LeftBehind::by_guest}};
};
template<> struct Members<event::TabStarted> {
    static constexpr const char *name = "TabStarted";
    static constexpr std::tuple list{Member{"tab", &event::TabStarted::tab},
                                     Member{"by", &event::TabStarted::by}};
};
template<> struct Members<event::ProcessSeen> {
    static constexpr const char *name = "ProcessSeen";
    static constexpr std::tuple list{Member{"process", &event::ProcessSeen::process}};
};
template<> struct Members<event::HintAwaited> {
    static constexpr const char *name = "HintAwaited";
    static constexpr std::tuple list{Member{"process", &event::HintAwaited::process}};
};
template<> struct Members<event::HintRead> {
    static constexpr const char *name = "HintRead";
    static constexpr std::tuple list{Member{"process", &event::HintRead::process},
                                     Member{"app_hint", &event::HintRead::app_hint}};
};
template<> struct Members<event::ProcessGone> {
    static constexpr const char *name = "ProcessGone";
    static constexpr std::tuple list{Member{"process", &event::ProcessGone::process}};
};
template<> struct Members<event::AppLaunched> {
    static constexpr const char *name = "AppLaunched";
    static constexpr std::tuple list{Member{"process", &event::AppLaunched::process},
                                     Member{"app", &event::AppLaunched::app}};
};
template<> struct Members<event::AppStarting> {
    static constexpr const char *name = "AppStarting";
    static constexpr std::tuple list{Member{"app", &event::AppStarting::app}};
};
template<> struct Members<event::AppNamed> {
    static constexpr const char *name = "AppNamed";
    static constexpr std::tuple list{Member{"process", &event::AppNamed::process},
                                     Member{"app", &event::AppNamed::app}};
};
template<> struct Members<event::AppIdOwned> {
    static constexpr const char *name = "AppIdOwned";
    static constexpr std::tuple list{Member{"app", &event::AppIdOwned::app},
                                     Member{"owner", &event::AppIdOwned::owner}};
};
template<> struct Members<event::AppDescribed> {
    static constexpr const char *name = "AppDescribed";
    static constexpr std::tuple list{Member{"app", &event::AppDescribed::app},
                                     Member{"name", &event::AppDescribed::name},
                                     Member{"terminal", &event::AppDescribed::terminal},
                                     Member{"never_frozen", &event::AppDescribed::never_frozen},
                                     Member{"shows_windows", &event::AppDescribed::shows_windows},
                                     Member{"icon", &event::AppDescribed::icon}};
};
template<> struct Members<event::WindowSourceChanged> {
    static constexpr const char *name = "WindowSourceChanged";
    static constexpr std::tuple list{
        Member{"name", &event::WindowSourceChanged::name},
        Member{"tells_visibility", &event::WindowSourceChanged::reports_visibility},
        Member{"offers_to_end", &event::WindowSourceChanged::offers_to_end, true}};
};
template<> struct Members<event::WindowSeen> {
    static constexpr const char *name = "WindowSeen";
    static constexpr std::tuple list{Member{"window", &event::WindowSeen::window}};
};
template<> struct Members<event::WindowGone> {
    static constexpr const char *name = "WindowGone";
    static constexpr std::tuple list{Member{"window", &event::WindowGone::window}};
};
template<> struct Members<event::WindowAwaited> {
    static constexpr const char *name = "WindowAwaited";
    static constexpr std::tuple list{Member{"window", &event::WindowAwaited::window}};
};
template<> struct Members<event::FocusMoved> {
    static constexpr const char *name = "FocusMoved";
    static constexpr std::tuple list{Member{"window", &event::FocusMoved::window}};
};
template<> struct Members<event::UnitFocused> {
    static constexpr const char *name = "UnitFocused";
    static constexpr std::tuple list{Member{"unit", &event::UnitFocused::unit}};
};
template<> struct Members<event::StreamSeen> {
    static constexpr const char *name = "StreamSeen";
    static constexpr std::tuple list{Member{"stream", &event::StreamSeen::stream}};
};
template<> struct Members<event::StreamGone> {
    static constexpr const char *name = "StreamGone";
    static constexpr std::tuple list{Member{"stream", &event::StreamGone::stream}};
};
template<> struct Members<event::DutySeen> {
    static constexpr const char *name = "DutySeen";
    static constexpr std::tuple list{Member{"duty", &event::DutySeen::duty}};
};
template<> struct Members<event::DutyGone> {
    static constexpr const char *name = "DutyGone";
    static constexpr std::tuple list{Member{"duty", &event::DutyGone::duty}};
};
template<> struct Members<event::Copied> {
    static constexpr const char *name = "Copied";
    static constexpr std::tuple list{Member{"by", &event::Copied::by}};
};
template<> struct Members<event::NothingCopied> {
    static constexpr const char *name = "NothingCopied";
    static constexpr std::tuple<> list{};
};
template<> struct Members<event::ListenerSeen> {
    static constexpr const char *name = "ListenerSeen";
    static constexpr std::tuple list{Member{"process", &event::ListenerSeen::process}};
};
template<> struct Members<event::ListenerGone> {
    static constexpr const char *name = "ListenerGone";
    static constexpr std::tuple list{Member{"process", &event::ListenerGone::process}};
};
template<> struct Members<event::QuestionRead> {
    static constexpr const char *name = "QuestionRead";
    static constexpr std::tuple list{Member{"process", &event::QuestionRead::process}};
};
template<> struct Members<event::UnitInspected> {
    static constexpr const char *name = "UnitInspected";
    static constexpr std::tuple list{Member{"unit", &event::UnitInspected::unit},
                                     Member{"duties", &event::UnitInspected::duties},
                                     Member{"readable", &event::UnitInspected::readable}};
};
template<> struct Members<event::ShellsSeen> {
    static constexpr const char *name = "ShellsSeen";
    static constexpr std::tuple list{Member{"unit", &event::ShellsSeen::unit},
                                     Member{"shells", &event::ShellsSeen::shells}};
};
template<> struct Members<event::JobSeen> {
    static constexpr const char *name = "JobSeen";
    static constexpr std::tuple list{
        Member{"unit", &event::JobSeen::unit}, Member{"program", &event::JobSeen::program},
        Member{"input_age", &event::JobSeen::input_age}, Member{"shared", &event::JobSeen::shared}};
};
template<> struct Members<event::TabUsed> {
    static constexpr const char *name = "TabUsed";
    static constexpr std::tuple list{Member{"unit", &event::TabUsed::unit}};
};
template<> struct Members<event::PartingBegins> {
    static constexpr const char *name = "PartingBegins";
    static constexpr std::tuple list{Member{"parting", &event::PartingBegins::parting}};
};
template<> struct Members<event::PartingOver> {
    static constexpr const char *name = "PartingOver";
    static constexpr std::tuple list{Member{"parting", &event::PartingOver::parting}};
};
template<> struct Members<event::CapabilityFound> {
    static constexpr const char *name = "CapabilityFound";
    static constexpr std::tuple list{Member{"capability", &event::CapabilityFound::capability},
                                     Member{"available", &event::CapabilityFound::available},
                                     Member{"reason", &event::CapabilityFound::reason},
                                     Member{"remedy", &event::CapabilityFound::remedy}};
};
template<> struct Members<event::DiskSchedulersSeen> {
    static constexpr const char *name = "DiskSchedulersSeen";
    static constexpr std::tuple list{Member{"only_bfq", &event::DiskSchedulersSeen::only_bfq}};
};
template<> struct Members<event::Ending> {
    static constexpr const char *name = "Ending";
    static constexpr std::tuple<> list{};
};
template<> struct Members<event::ProgramStarted> {
    static constexpr const char *name = "ProgramStarted";
    static constexpr std::tuple list{Member{"unit", &event::ProgramStarted::unit}};
};
template<> struct Members<event::EventsArrived> {
    static constexpr const char *name = "EventsArrived";
    static constexpr std::tuple list{Member{"unit", &event::EventsArrived::unit}};
};
template<> struct Members<event::EventsUnread> {
    static constexpr const char *name = "EventsUnread";
    static constexpr std::tuple list{Member{"unit", &event::EventsUnread::unit}};
};
template<> struct Members<event::UnitNeeded> {
    static constexpr const char *name = "UnitNeeded";
    static constexpr std::tuple list{Member{"unit", &event::UnitNeeded::unit}};
};
template<> struct Members<event::FreezerSettled> {
    static constexpr const char *name = "FreezerSettled";
    static constexpr std::tuple list{Member{"unit", &event::FreezerSettled::unit},
                                     Member{"frozen", &event::FreezerSettled::frozen}};
};
template<> struct Members<event::ActRefused> {
    static constexpr const char *name = "ActRefused";
    static constexpr std::tuple list{Member{"unit", &event::ActRefused::unit},
                                     Member{"process", &event::ActRefused::process},
                                     Member{"action", &event::ActRefused::action},
                                     Member{"sentence", &event::ActRefused::sentence}};
};
template<> struct Members<event::Adopted> {
    static constexpr const char *name = "Adopted";
    static constexpr std::tuple list{Member{"leader", &event::Adopted::leader},
                                     Member{"unit", &event::Adopted::unit},
                                     Member{"processes", &event::Adopted::processes}};
};
template<> struct Members<event::DesktopSeen> {
    static constexpr const char *name = "DesktopSeen";
    static constexpr std::tuple list{Member{"process", &event::DesktopSeen::process}};
};
template<> struct Members<event::CompositorSeen> {
    static constexpr const char *name = "CompositorSeen";
    static constexpr std::tuple list{Member{"process", &event::CompositorSeen::process}};
};
template<> struct Members<event::NeedsKept> {
    static constexpr const char *name = "NeedsKept";
    static constexpr std::tuple list{Member{"needs", &event::NeedsKept::needs}};
};
template<> struct Members<event::SettingsRead> {
    static constexpr const char *name = "SettingsRead";
    static constexpr std::tuple list{Member{"settings", &event::SettingsRead::settings}};
};
template<> struct Members<event::PopupChosen> {
    static constexpr const char *name = "PopupChosen";
    static constexpr std::tuple list{Member{"shown", &event::PopupChosen::shown}};
};
template<> struct Members<event::ScreenReaderSeen> {
    static constexpr const char *name = "ScreenReaderSeen";
    static constexpr std::tuple list{Member{"running", &event::ScreenReaderSeen::running}};
};
template<> struct Members<event::DisabledFor> {
    static constexpr const char *name = "DisabledFor";
    static constexpr std::tuple list{Member{"length", &event::DisabledFor::length}};
};
template<> struct Members<event::Reclaimed> {
    static constexpr const char *name = "Reclaimed";
    static constexpr std::tuple list{Member{"unit", &event::Reclaimed::unit},
                                     Member{"bytes", &event::Reclaimed::bytes},
                                     Member{"all", &event::Reclaimed::all}};
};
template<> struct Members<event::StallSeen> {
    static constexpr const char *name = "StallSeen";
    static constexpr std::tuple list{Member{"unit", &event::StallSeen::unit},
                                     Member{"resource", &event::StallSeen::resource},
                                     Member{"stalled", &event::StallSeen::stalled}};
};
template<> struct Members<event::PressureSampled> {
    static constexpr const char *name = "PressureSampled";
    static constexpr std::tuple list{Member{"sample", &event::PressureSampled::sample}};
};
template<> struct Members<event::WorkingSetsSeen> {
    static constexpr const char *name = "WorkingSetsSeen";
    static constexpr std::tuple list{
        Member{"units", &event::WorkingSetsSeen::units},
        Member{"memory", &event::WorkingSetsSeen::memory},
        Member{"swapped_out", &event::WorkingSetsSeen::swapped_out},
        Member{"swap_on_disk", &event::WorkingSetsSeen::swap_on_disk, true}};
};
template<> struct Members<event::PowerSeen> {
    static constexpr const char *name = "PowerSeen";
    static constexpr std::tuple list{Member{"on_battery", &event::PowerSeen::on_battery}};
};

} // namespace headroom::recording
