// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "recording/event_names.h"
#include "recording/member_list.h"

#include <tuple>

/// The same as event_members.h for the parts of events.
namespace headroom::recording {

template<> struct Members<Ancestor> {
    static constexpr std::tuple list{Member{"id", &Ancestor::id},
                                     Member{"program", &Ancestor::program},
                                     Member{"has_tty", &Ancestor::has_tty}};
};
template<> struct Members<Process> {
    static constexpr std::tuple list{Member{"id", &Process::id}, Member{"unit", &Process::unit},
                                     Member{"lineage", &Process::lineage},
                                     Member{"app_hint", &Process::app_hint}};
};
template<> struct Members<ProcessId> {
    static constexpr std::tuple list{Member{"pid", &ProcessId::pid},
                                     Member{"start_ticks", &ProcessId::start_ticks}};
};
template<> struct Members<Window> {
    static constexpr std::tuple list{Member{"id", &Window::id},
                                     Member{"process", &Window::process},
                                     Member{"app_hint", &Window::app_hint},
                                     Member{"kind", &Window::kind},
                                     Member{"hidden", &Window::hidden},
                                     Member{"fullscreen", &Window::fullscreen}};
};
template<> struct Members<Stream> {
    static constexpr std::tuple list{Member{"id", &Stream::id}, Member{"process", &Stream::process},
                                     Member{"app_hint", &Stream::app_hint},
                                     Member{"kind", &Stream::kind},
                                     Member{"running", &Stream::running}};
};
template<> struct Members<Duty> {
    static constexpr std::tuple list{
        Member{"id", &Duty::id}, Member{"kind", &Duty::kind}, Member{"process", &Duty::process},
        Member{"app_name", &Duty::app_name}, Member{"detail", &Duty::detail}};
};

template<> struct Members<StallTotals> {
    static constexpr std::tuple list{Member{"some", &StallTotals::some},
                                     Member{"full", &StallTotals::full}};
};
template<> struct Members<GroupStalls> {
    static constexpr std::tuple list{Member{"cpu", &GroupStalls::cpu},
                                     Member{"io", &GroupStalls::io},
                                     Member{"memory", &GroupStalls::memory}};
};
template<> struct Members<MemoryLevel> {
    static constexpr std::tuple list{Member{"total", &MemoryLevel::total},
                                     Member{"available", &MemoryLevel::available},
                                     Member{"active_file", &MemoryLevel::active_file},
                                     Member{"swap_total", &MemoryLevel::swap_total},
                                     Member{"swap_free", &MemoryLevel::swap_free},
                                     Member{"compressed", &MemoryLevel::compressed, true},
                                     Member{"mapped", &MemoryLevel::mapped, true}};
};
template<> struct Members<UnitUse> {
    static constexpr std::tuple list{Member{"unit", &UnitUse::unit},
                                     Member{"held", &UnitUse::held},
                                     Member{"scanned", &UnitUse::scanned},
                                     Member{"refaults", &UnitUse::refaults},
                                     Member{"cpu", &UnitUse::cpu},
                                     Member{"io", &UnitUse::io},
                                     Member{"let_be", &UnitUse::marked_exempt}};
};
template<> struct Members<UnitNeed> {
    static constexpr std::tuple list{Member{"unit", &UnitNeed::unit},
                                     Member{"bytes", &UnitNeed::bytes},
                                     Member{"came_back", &UnitNeed::came_back, true}};
};
template<> struct Members<PressureSample> {
    static constexpr std::tuple list{Member{"system", &PressureSample::system},
                                     Member{"compositor", &PressureSample::compositor},
                                     Member{"focused", &PressureSample::focused},
                                     Member{"focused_unit", &PressureSample::focused_unit},
                                     Member{"memory", &PressureSample::memory},
                                     Member{"units", &PressureSample::units},
                                     Member{"needs", &PressureSample::needs, true}};
};
template<> struct Members<UnitMemory> {
    static constexpr std::tuple list{Member{"unit", &UnitMemory::unit},
                                     Member{"current", &UnitMemory::current},
                                     Member{"memory_stalled", &UnitMemory::memory_stalled},
                                     Member{"io_stalled", &UnitMemory::io_stalled},
                                     Member{"let_be", &UnitMemory::marked_exempt},
                                     Member{"returned", &UnitMemory::returned, true}};
};
template<> struct Members<DayNeed> {
    static constexpr std::tuple list{Member{"app", &DayNeed::app}, Member{"day", &DayNeed::day},
                                     Member{"bytes", &DayNeed::bytes}};
};
template<> struct Members<Setting> {
    static constexpr std::tuple list{Member{"name", &Setting::name},
                                     Member{"value", &Setting::value}};
};
template<> struct Members<Tie> {
    static constexpr std::tuple list{Member{"other", &Tie::other}, Member{"kind", &Tie::kind}};
};
template<> struct Members<Shell> {
    static constexpr std::tuple list{Member{"id", &Shell::id},
                                     Member{"started_by", &Shell::started_by}};
};

} // namespace headroom::recording
