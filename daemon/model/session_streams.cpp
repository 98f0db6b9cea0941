// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/session.h"

#include "model/unit_escape.h"

// Facts about streams: which exist, whose they are, and when the last one of an app fell silent.
namespace headroom {

void Session::take(const event::StreamSeen &e, TimePoint now)
{
    const auto before = streams.extract(e.stream.id);
    const bool ran = !before.empty() && before.mapped().running;
    if (!before.empty()) { // it may be another app's now: the one before loses it
        m_changed.apps.insert(app_of(before.mapped()));
        stream_ended(before.mapped(), now);
    }
    Stream &stream = streams[e.stream.id] = e.stream;
    if (!usable_app_id(stream.app_hint)) // clients choose it, and D-Bus takes only valid UTF-8
        stream.app_hint.clear();
    const AppId app = app_of(stream);
    m_changed.apps.insert(app);
    if (!stream.running)
        return;
    fell_silent.erase(app);
    if (!ran)
        end_freeze(app, ThawCause::StreamStarted);
}

void Session::take(const event::StreamGone &e, TimePoint now)
{
    const auto ended = streams.extract(e.stream);
    if (ended.empty())
        return;
    m_changed.apps.insert(app_of(ended.mapped()));
    stream_ended(ended.mapped(), now);
}

/// Streams end with their process, since the kernel may report its end before PipeWire does. Once
/// the process is forgotten, their app is unknown.
void Session::end_streams_of(ProcessId process, TimePoint now)
{
    std::vector<StreamId> ends;
    for (const auto &[id, stream] : streams) {
        if (stream.process == process)
            ends.push_back(id);
    }
    for (const StreamId id : ends)
        take(event::StreamGone{id}, now);
}

/// The stream is removed from `streams` before this is called.
void Session::stream_ended(const Stream &stream, TimePoint now)
{
    const AppId app = app_of(stream);
    if (!stream.running || app.empty())
        return;
    for (const Stream *other : streams_of(app)) {
        if (other->running)
            return;
    }
    fell_silent[app] = now;
}

AppId Session::app_of(const Stream &stream) const
{
    return stream.process ? app_of(*stream.process) : app_called(stream.app_hint);
}

AppId Session::app_of(ProcessId process) const
{
    const auto found = processes.find(process);
    const Unit *unit = found == processes.end() ? nullptr : find_unit(found->second.unit);
    return unit ? unit->app : AppId{};
}

std::vector<const Stream *> Session::streams_of(const AppId &app) const
{
    if (const Owners *known = owners()) {
        const auto its = known->streams.find(app);
        return its == known->streams.end() ? std::vector<const Stream *>{} : its->second;
    }
    std::vector<const Stream *> result;
    for (const auto &[id, stream] : streams) {
        if (app_of(stream) == app)
            result.push_back(&stream);
    }
    return result;
}

} // namespace headroom
