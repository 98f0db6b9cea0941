// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/interface.h"
#include "sys/result.h"
#include "watch/emit.h"

#include <vector>

namespace headroom {

/// Something that can report windows, or at least the foreground app. It emits only from
/// start_reporting() until stop_reporting().
class WindowSource : public Interface {
public:
    /// It is used from now on: it emits its name (WindowSourceChanged), then everything it knows.
    virtual void start_reporting() = 0;
    virtual void stop_reporting() = 0;
    /// Closes these windows, as a click on their buttons would: the app may ask first whether to
    /// save. An error: it can't, or no longer can.
    [[nodiscard]] virtual Result<void> close(const std::vector<WindowId> & /*windows*/)
    {
        return error(ErrorKind::Failed, "this window source cannot close windows");
    }
    /// The same for minimising them.
    [[nodiscard]] virtual Result<void> minimise(const std::vector<WindowId> & /*windows*/)
    {
        return error(ErrorKind::Failed, "this window source cannot minimise windows");
    }
};

/// The choice of a window source: of all available ones, the one that sees most.
class WindowSources {
public:
    enum class Rank {
        Reports, ///< a script or an extension in the compositor: sees everything
        BusName, ///< a compositor that is known by its name on the bus
        Socket, ///< found by its socket: may be nested in another one
        Toplevels, ///< a Wayland compositor that reports windows without processes
        XServer, ///< an X server, with any window manager
        BusNameOnly, ///< a compositor's name on the bus, whose owner may be another program
    };

    explicit WindowSources(Emit emit) : m_emit(std::move(emit)) {}

    void offer(WindowSource &source, Rank rank); ///< replaces its last offer
    /// Call when a source has lost its compositor. stop_reporting() isn't called then.
    void withdraw(WindowSource &source);
    // Both through the chosen source.
    [[nodiscard]] Result<void> close(const std::vector<WindowId> &windows);
    [[nodiscard]] Result<void> minimise(const std::vector<WindowId> &windows);

private:
    struct Offer {
        Rank rank;
        WindowSource *source;
    };
    void choose();

    Emit m_emit;
    std::vector<Offer> m_offers;
    WindowSource *m_chosen = nullptr;
};

} // namespace headroom
