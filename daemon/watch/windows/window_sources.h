// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/result.h"
#include "watch/emit.h"

#include <vector>

namespace headroom {

/// Somebody who can tell of windows, or at least of what is in front. It emits only from start_reporting() until stop_reporting().
class WindowSource {
public:
    WindowSource() = default;
    WindowSource(const WindowSource &) = delete;
    WindowSource &operator=(const WindowSource &) = delete;
    virtual ~WindowSource() = default;

    /// It is heard from now on: says who it is (WindowSourceChanged), then everything it knows already.
    virtual void start_reporting() = 0;
    virtual void stop_reporting() = 0;
    /// Has these windows closed, as a click on their buttons would: the app may ask first whether to save. An error: it can't, or can't any more.
    [[nodiscard]] virtual Result<void> close(const std::vector<WindowId> & /*windows*/)
    {
        return error(ErrorKind::Failed, "who tells here closes no windows");
    }
};

/// From whom windows are known: of all that could tell at a time, the one that sees most.
class WindowSources {
public:
    enum class Rank {
        Reports, ///< a script or an extension in the compositor: sees everything
        Overheard, ///< a compositor that is known by its name on the bus
        Socket, ///< one that was found by its socket: it may run in a window of another one
        Toplevels, ///< a Wayland compositor that tells of windows, but not whose they are
        XServer, ///< an X server, whatever manages its windows
    };

    explicit WindowSources(Emit emit) : m_emit(std::move(emit)) {}

    void offer(WindowSource &source, Rank rank); ///< no change if it has offered already
    void
    withdraw(WindowSource
                 &source); ///< it knows nothing any more; not hushed, since it has nothing to say
    [[nodiscard]] Result<void>
    close(const std::vector<WindowId> &windows); ///< by the one that is heard

private:
    struct Offer {
        Rank rank;
        WindowSource *source;
    };
    void choose();

    Emit m_emit;
    std::vector<Offer> m_offers;
    WindowSource *m_heard = nullptr;
};

} // namespace headroom
