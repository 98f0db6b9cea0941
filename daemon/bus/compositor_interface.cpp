// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bus/compositor_interface.h"

#include "bus/answer.h"
#include "sys/bus_queries.h"
#include "sys/log.h"
#include "sys/log_about.h"
#include "sys/timer.h"

#include <algorithm>
#include <format>
#include <optional>
#include <string_view>
#include <utility>

namespace headroom {

namespace {

constexpr const char *root_path = "/org/headroomd/Headroom1";
constexpr const char *kwin = "org.kde.KWin";
constexpr const char *script = "headroom";
constexpr const char *script_again = "headroom-again";
constexpr guint report_within_s = 5;
/// The script must still run when its call is answered.
constexpr guint answered_within_s = 30;

void call_scripting(GDBusConnection *bus, const char *method, GVariant *parameters,
                    GAsyncReadyCallback answered, gpointer data)
{
    g_dbus_connection_call(bus, kwin, "/Scripting", "org.kde.kwin.Scripting", method, parameters,
                           nullptr, G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, nullptr, answered, data);
}

/// nullopt: KWin did not answer, or the call was cancelled.
std::optional<bool> yes_or_no(GObject *source, GAsyncResult *result)
{
    const VariantPtr answer{
        g_dbus_connection_call_finish(G_DBUS_CONNECTION(source), result, nullptr)};
    if (!answer)
        return std::nullopt;
    gboolean yes = FALSE;
    g_variant_get(answer.get(), "(b)", &yes);
    return yes != FALSE;
}

/// Asks whether KWin has our script. yes_or_no() reads the answer.
void ask_whether_loaded(GDBusConnection *bus, GCancellable *end, GAsyncReadyCallback answered,
                        gpointer data)
{
    g_dbus_connection_call(bus, kwin, "/Scripting", "org.kde.kwin.Scripting", "isScriptLoaded",
                           g_variant_new("(s)", script), G_VARIANT_TYPE("(b)"),
                           G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, end, answered, data);
}

void handle_loaded(GObject *source, GAsyncResult *result, gpointer /*data*/)
{
    GErrorOut problem;
    const VariantPtr answer{
        g_dbus_connection_call_finish(G_DBUS_CONNECTION(source), result, problem.out())};
    if (!answer)
        log::warning(std::string{"KWin runs no script: "} + problem->message);
}

/// Runs a script for some seconds, beside the one that reports windows.
void run_for_a_while(GDBusConnection *bus, const char *file, const std::string &name, guint seconds)
{
    call_scripting(bus, "loadScript", g_variant_new("(ss)", file, name.c_str()), handle_loaded,
                   nullptr);
    call_scripting(bus, "start", nullptr, nullptr, nullptr);
    ObjectPtr<GDBusConnection> kept{G_DBUS_CONNECTION(g_object_ref(bus))};
    Timer::once_in_seconds(seconds, [kept = std::move(kept), name] {
        call_scripting(kept.get(), "unloadScript", g_variant_new("(s)", name.c_str()), nullptr,
                       nullptr);
    }).detach(); // it outlives the caller
}

void handle_is_loaded(GObject *source, GAsyncResult *result, gpointer /*data*/)
{
    if (!yes_or_no(source, result).value_or(false))
        // KWin is still starting and will load it, or the user has switched it off.
        return;
    // A script left by a killed daemon has to go first. KWin loads no second script of a name, and
    // unloads one asynchronously.
    call_scripting(
        G_DBUS_CONNECTION(source), "unloadScript", g_variant_new("(s)", script_again),
        [](GObject *kwin_bus, GAsyncResult *unloaded, gpointer) {
            (void)yes_or_no(kwin_bus, unloaded);
            run_for_a_while(G_DBUS_CONNECTION(kwin_bus), HEADROOM_KWIN_SCRIPT, script_again,
                            report_within_s);
        },
        nullptr);
}

/// A script that was loaded before us reports nothing until a window changes. So a second instance
/// of it runs beside it, and reports all windows immediately. The first one is not reloaded. A
/// daemon that was killed between unload and load would leave KWin without the script. Each later
/// daemon would take that for the user's choice.
void have_all_reported(GDBusConnection *bus)
{
    ask_whether_loaded(bus, nullptr, handle_is_loaded, nullptr);
}

} // namespace

CompositorInterface::CompositorInterface(Requests &requests, BusPeers &peers, Gate &gate)
    : m_requests(requests), m_peers(peers), m_skeleton(headroom_dbus_compositor_skeleton_new()),
      m_published(gate, G_DBUS_INTERFACE_SKELETON(m_skeleton.get()), nullptr)
{
    using Handler =
        gboolean (*)(HeadroomDbusCompositor *, GDBusMethodInvocation *, const char *, gpointer);
    const Handler handle_report = [](HeadroomDbusCompositor *, GDBusMethodInvocation *call,
                                     const char *json, gpointer self) -> gboolean {
        static_cast<CompositorInterface *>(self)->report(call, json);
        return TRUE;
    };
    g_signal_connect(m_skeleton.get(), "handle-report", G_CALLBACK(handle_report), this);
}

CompositorInterface::~CompositorInterface()
{
    for (const Compositor &compositor : m_compositors) {
        if (compositor.watch != 0)
            g_bus_unwatch_name(compositor.watch);
        if (compositor.asking)
            g_cancellable_cancel(compositor.asking.get());
    }
}

Result<void> CompositorInterface::publish(GDBusConnection *bus)
{
    if (auto published = m_published.publish(bus); !published)
        return published;
    m_bus = bus;
    for (Compositor &compositor : m_compositors)
        watch(bus, compositor);
    return {};
}

void CompositorInterface::watch(GDBusConnection *bus, Compositor &compositor)
{
    compositor.watch = g_bus_watch_name_on_connection(
        bus, compositor.bus_name, G_BUS_NAME_WATCHER_FLAGS_NONE,
        [](GDBusConnection *connection, const char *, const char *owner, gpointer data) {
            auto *seen = static_cast<Compositor *>(data);
            seen->interface->owner_changed(connection, *seen, owner);
        },
        [](GDBusConnection *connection, const char *, gpointer data) {
            auto *seen = static_cast<Compositor *>(data);
            seen->interface->owner_changed(connection, *seen, "");
        },
        &compositor, nullptr);
}

void CompositorInterface::owner_changed(GDBusConnection *bus, Compositor &compositor,
                                        const char *owner)
{
    compositor.owner = owner;
    if (compositor.asking)
        g_cancellable_cancel(compositor.asking.get());
    if (std::exchange(compositor.may_report, false))
        // A new owner is a new compositor, so nothing about the old one's windows holds.
        m_requests.compositor_changed(compositor.source_name, false);
    if (compositor.owner.empty())
        return;
    m_peers.identify(compositor.owner, [this, bus, &compositor](const BusPeer &peer) {
        if (peer.name == compositor.owner) // otherwise it has changed again
            begin(bus, compositor, peer);
    });
}

/// While the name is free, any program may take it. KWin's program has a capability, so its process
/// is undumpable. No other compositor's is.
void CompositorInterface::begin(GDBusConnection *bus, Compositor &compositor, const BusPeer &owner)
{
    const bool is_kwin = std::string_view{compositor.bus_name} == kwin;
    if (owner.sandbox.standing != Standing::Free && !(is_kwin && is_outside(owner.sandbox)))
        return log::warning_about(
            owner.pid,
            std::format("process {} owns the name {}, and its reports are ignored: {}", owner.pid,
                        compositor.bus_name, owner.sandbox.why));
    if (m_requests.is_nested(owner.pid))
        return log::info(std::format("process {} owns the name {}, and its reports are ignored: it "
                                     "does not draw this session",
                                     owner.pid, compositor.bus_name));
    compositor.may_report = true;
    m_requests.compositor_changed(compositor.source_name, true);
    request_process_of(bus, compositor);
    if (is_kwin)
        have_all_reported(bus); // GNOME Shell's extension watches our name, and reports by itself
}

void CompositorInterface::request_process_of(GDBusConnection *bus, Compositor &compositor)
{
    compositor.asking.reset(g_cancellable_new());
    query_pid(bus, compositor.owner.c_str(), default_bus_timeout, compositor.asking.get(),
              [this](Result<std::int32_t> pid) {
                  if (!pid)
                      return log::warning("the bus does not report the compositor's process: "
                                          + pid.error().sentence);
                  m_requests.compositor_process(*pid);
              });
}

Result<void> CompositorInterface::prompt_reporter(std::string_view compositor)
{
    const Compositor *there = reporting(compositor);
    if (!there)
        return error(ErrorKind::Failed, std::format("{} is gone", compositor));
    if (std::string_view{there->bus_name} == kwin)
        prompt_by_script(m_bus);
    else
        g_dbus_connection_emit_signal(m_bus, there->owner.c_str(), root_path,
                                      "org.headroomd.Headroom1.Compositor", "WishWaits", nullptr,
                                      nullptr);
    return {};
}

/// A KWin script receives no signals, so another script makes the call. Each has its own name.
void CompositorInterface::prompt_by_script(GDBusConnection *bus)
{
    run_for_a_while(bus, HEADROOM_KWIN_WISH_SCRIPT, std::format("{}-wish-{}", script, ++m_scripts),
                    answered_within_s);
}

void CompositorInterface::check_reporter()
{
    if (!reporting("kwin"))
        return;
    ask_whether_loaded(
        m_bus, m_end.get(),
        [](GObject *bus, GAsyncResult *result, gpointer self) {
            // Without an answer we have ended, or KWin hangs: the script may still be there.
            if (!yes_or_no(bus, result).value_or(true))
                static_cast<CompositorInterface *>(self)->m_requests.reporter_gone();
        },
        this);
}

const CompositorInterface::Compositor *
CompositorInterface::reporting(std::string_view source_name) const
{
    const auto there = std::ranges::find(m_compositors, source_name, &Compositor::source_name);
    return there != std::end(m_compositors) && there->may_report ? &*there : nullptr;
}

bool CompositorInterface::is_compositor(std::string_view name) const
{
    return std::ranges::any_of(m_compositors, [&](const Compositor &compositor) {
        return compositor.may_report && compositor.owner == name;
    });
}

/// The caller is a compositor, as the gate has checked.
void CompositorInterface::report(GDBusMethodInvocation *call, const char *json)
{
    const auto from = std::ranges::find(m_compositors,
                                        std::string_view{g_dbus_method_invocation_get_sender(call)},
                                        &Compositor::owner);
    if (from == std::end(m_compositors)) // it has lost its name in between
        return answer_error(call, {ErrorKind::Refused, "only the compositor reports windows", 0});
    const auto request = m_requests.report_windows(from->source_name, json);
    if (request) {
        headroom_dbus_compositor_complete_report(m_skeleton.get(), call, request->c_str());
        return;
    }
    log::warning_about(0, "refused a window report: " + request.error().sentence);
    answer_error(call, request.error());
}

} // namespace headroom
