// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/exempt_while_audible.h"

#include <algorithm>

namespace headroom {

namespace {

Sentence does(const std::string &app, StreamKind kind)
{
    switch (kind) {
    case StreamKind::Playback:
        return say("why an application is exempt", "{} is playing sound or video", app);
    case StreamKind::Capture: return say("why an application is exempt", "{} is recording", app);
    case StreamKind::Screencast:
        return say("why an application is exempt", "{} is recording the screen", app);
    case StreamKind::Loopback:
        return say("why an application is exempt", "{} is recording what is played", app);
    }
    return {};
}

bool captures(const Stream &stream)
{
    return stream.running
        && (stream.kind == StreamKind::Capture || stream.kind == StreamKind::Screencast);
}

} // namespace

std::optional<Sentence> runs_stream(const Session &session, const AppId &app)
{
    for (const Stream *stream : session.streams_of(app)) {
        if (stream->running)
            return does(session.name_of(app), stream->kind);
    }
    return std::nullopt;
}

std::optional<Sentence> exempt_while_audible(const Session &session, const Config &config,
                                             const AppId &app, TimePoint now)
{
    if (auto why = runs_stream(session, app))
        return why;
    const auto silent = session.fell_silent.find(app);
    if (silent != session.fell_silent.end() && now < silent->second + config.sound_lingers)
        return say("why an application is exempt", "{} played or recorded a moment ago",
                   session.name_of(app));
    return std::nullopt;
}

bool unknown_app_plays(const Session &session)
{
    return std::ranges::any_of(session.streams, [&](const auto &entry) {
        const Stream &stream = entry.second;
        // The client has chosen the hint. Where it is no known app's id, it says nothing.
        return stream.running && !stream.process
            && session.units_of(session.app_of(stream)).empty();
    });
}

std::set<AppId> capturing_apps(const Session &session)
{
    std::set<AppId> apps;
    for (const auto &[id, stream] : session.streams) {
        if (captures(stream))
            apps.insert(session.app_of(stream));
    }
    apps.erase(AppId{});
    return apps;
}

} // namespace headroom
