// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "bus/gated_interface.h"
#include "bus/requests.h"
#include "sys/glib_ptr.h"
#include "sys/off_the_loop.h"

#include <headroom_dbus.h>
#include <string>
#include <string_view>

namespace headroom {

/// org.headroomd.Headroom1.Compositor: accepts window reports only from the process that owns a
/// compositor's bus name.
class CompositorInterface {
public:
    CompositorInterface(Requests &requests, BusPeers &peers, Gate &gate);
    ~CompositorInterface();
    CompositorInterface(const CompositorInterface &) = delete;
    CompositorInterface &operator=(const CompositorInterface &) = delete;

    [[nodiscard]] Result<void> publish(GDBusConnection *bus);
    /// Whether the unique name belongs to a compositor.
    [[nodiscard]] bool is_compositor(std::string_view name) const;
    /// Makes the reporter in that compositor call us to get its orders.
    [[nodiscard]] Result<void> prompt_reporter(std::string_view compositor);
    /// KWin's script can't report its own end when the user switches it off, and what it reported
    /// last would hold for good. So ask before anything is paused because of that.
    void check_reporter();

private:
    /// A compositor that can report, and whether it is there.
    struct Compositor {
        CompositorInterface *interface;
        const char *bus_name;
        const char *source_name; ///< its name as a window source
        /// Its unique bus name. Empty: it is not there.
        std::string owner{};
        bool may_report = false; ///< it is known to be in no sandbox
        ObjectPtr<GCancellable> asking{}; ///< for the query of the owner's pid
        guint watch = 0;
    };

    void watch(GDBusConnection *bus, Compositor &compositor);
    void owner_changed(GDBusConnection *bus, Compositor &compositor, const char *owner);
    void begin(GDBusConnection *bus, Compositor &compositor, const BusPeer &owner);
    void request_process_of(GDBusConnection *bus, Compositor &compositor);
    void report(GDBusMethodInvocation *call, const char *json);

    void prompt_by_script(GDBusConnection *bus);
    /// The compositor with this name as a window source. nullptr: it is gone, or may not report.
    [[nodiscard]] const Compositor *reporting(std::string_view source_name) const;

    Requests &m_requests;
    BusPeers &m_peers;
    int m_scripts = 0; ///< number of scripts run
    ObjectPtr<HeadroomDbusCompositor> m_skeleton;
    GatedInterface m_published;
    GDBusConnection *m_bus = nullptr;
    ScopedCancellable m_end;
    Compositor m_compositors[2]{{this, "org.kde.KWin", "kwin"},
                                {this, "org.gnome.Shell", "gnome-shell"}};
};

} // namespace headroom
