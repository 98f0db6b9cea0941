// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/pressure_words.h"

#include "policy/rank_culprits.h"

namespace headroom {

namespace {

Sentence desktop_stalled(Resource resource, const Sentence &percent, const Sentence &seconds)
{
    switch (resource) {
    case Resource::Cpu:
        return say("why pressure is what it is",
                   "the desktop waited for the CPU {} % of the last {} s", percent, seconds);
    case Resource::Io:
        return say("why pressure is what it is",
                   "the desktop waited for the disk {} % of the last {} s", percent, seconds);
    case Resource::Memory: break;
    }
    return say("why pressure is what it is", "the desktop waited for memory {} % of the last {} s",
               percent, seconds);
}

Sentence active_app_stalled(Resource resource, const Sentence &percent, const Sentence &seconds)
{
    switch (resource) {
    case Resource::Cpu:
        return say("why pressure is what it is",
                   "the active app waited for the CPU {} % of the last {} s", percent, seconds);
    case Resource::Io:
        return say("why pressure is what it is",
                   "the active app waited for the disk {} % of the last {} s", percent, seconds);
    case Resource::Memory: break;
    }
    return say("why pressure is what it is",
               "the active app waited for memory {} % of the last {} s", percent, seconds);
}

Sentence process_stalled(Resource resource, const Sentence &percent, const Sentence &seconds)
{
    switch (resource) {
    case Resource::Cpu:
        return say("why pressure is what it is",
                   "a process waited for the CPU {} % of the last {} s", percent, seconds);
    case Resource::Io:
        return say("why pressure is what it is",
                   "a process waited for the disk {} % of the last {} s", percent, seconds);
    case Resource::Memory: break;
    }
    return say("why pressure is what it is", "a process waited for memory {} % of the last {} s",
               percent, seconds);
}

} // namespace

Sentence pressure_is(Level level)
{
    switch (level) {
    case Level::Unknown:
        return say("how short the machine is, first of the levels: nobody knows",
                   "pressure is unknown");
    case Level::Calm:
        return say("how short the machine is, second of the levels: of nothing",
                   "pressure is calm");
    case Level::Uneasy:
        return say("how short the machine is, third of the levels", "pressure is uneasy");
    case Level::High:
        return say("how short the machine is, fourth of the levels", "pressure is high");
    case Level::Critical:
        return say("how short the machine is, last of the levels", "pressure is critical");
    }
    return {};
}

Sentence stalled_for(Resource resource, StallGroup group, const Sentence &percent,
                     const Sentence &seconds)
{
    switch (group) {
    case StallGroup::Compositor: return desktop_stalled(resource, percent, seconds);
    case StallGroup::Focused: return active_app_stalled(resource, percent, seconds);
    case StallGroup::System: break;
    }
    return process_stalled(resource, percent, seconds);
}

Sentence in_words(std::uint64_t bytes)
{
    constexpr double mib = 1024.0 * 1024.0;
    const double amount = static_cast<double>(bytes) / mib;
    return amount >= 1024 ? say("amount of memory", "{} GiB", Sentence{amount / 1024, 1})
                          : say("amount of memory", "{} MiB", Sentence{amount, 0});
}

Sentence describe(const Culprit &culprit)
{
    if (!culprit.grows)
        return say("what an application does, after its name or \"it\": {} is an amount of memory",
                   "is using {} and keeps reading it back into memory", in_words(culprit.held));
    if (*culprit.grows < noticeable_growth)
        return say("what an application does, after its name or \"it\": {} is an amount of memory",
                   "has grown to {}", in_words(culprit.held));
    return say("what an application does, after its name or \"it\": {} are amounts of memory",
               "is using {} and growing by {} a second", in_words(culprit.held),
               in_words(*culprit.grows));
}

} // namespace headroom
