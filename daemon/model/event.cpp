// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/event.h"

namespace headroom {

Event::Event(const Event &other) = default;
Event::Event(Event &&other) noexcept = default;
Event &Event::operator=(const Event &other) = default;
Event &Event::operator=(Event &&other) noexcept = default;
Event::~Event() = default;

Event parting_event(Parting parting, bool begins)
{
    return begins ? Event{event::PartingBegins{parting}} : Event{event::PartingOver{parting}};
}

} // namespace headroom
