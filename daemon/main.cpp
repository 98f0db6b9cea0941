// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/sweep.h"
#include "options.h"
#include "place.h"
#include "recording/replay.h"
#include "serve.h"
#include "sys/glib_ptr.h"

#include <algorithm>
#include <array>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <libintl.h>
#include <string>

namespace {

using namespace headroom;

/// Whether it is run after a daemon that ended because another one runs, which has not left its
/// freezes behind. systemd passes on a daemon's status to its ExecStopPost= and, since version 251,
/// to what its OnFailure= starts.
bool another_runs()
{
    const auto is = [](const std::string &variable, const std::string &value) {
        const char *found = std::getenv(variable.c_str());
        return found && found == value;
    };
    return std::ranges::any_of(std::array{"", "MONITOR_"}, [&](const std::string &of) {
        return is(of + "EXIT_CODE", "exited")
            && is(of + "EXIT_STATUS", std::to_string(exit_status::another_runs));
    });
}

/// `headroomd --thaw`, which systemd runs after the daemon has ended, for whatever reason.
int undo_leftovers(const Options &options)
{
    if (another_runs()) {
        std::puts("another Headroom runs here, so nothing is undone");
        return 0;
    }
    const auto place = find_place(options);
    if (!place) {
        std::fprintf(stderr, "headroomd: %s\n", place.error().sentence.c_str());
        return 1;
    }
    // Connected only if a unit's properties have to be unset: thaws must not wait for a bus.
    ObjectPtr<GDBusConnection> bus;
    const auto unset = [&bus](const Leftover &left) {
        if (!bus)
            bus.reset(g_bus_get_sync(G_BUS_TYPE_SESSION, nullptr, nullptr));
        constexpr int answer_within_ms = 2000;
        const VariantPtr answer{
            bus ? g_dbus_connection_call_sync(
                      bus.get(), "org.freedesktop.systemd1", "/org/freedesktop/systemd1",
                      "org.freedesktop.systemd1.Manager", "SetUnitProperties",
                      left.properties.get(), nullptr, G_DBUS_CALL_FLAGS_NO_AUTO_START,
                      answer_within_ms, nullptr, nullptr)
                : nullptr};
        if (answer)
            left.done();
        return answer != nullptr;
    };
    const Swept swept =
        sweep(place->dirs, place->manager_path, place->runtime_dir, SweepAt::End, unset);
    if (swept.thawed + swept.unweighted + swept.unprotected + swept.rejoined > 0)
        std::printf("%u units thawed, the weights of %u unset, the memory of %u no longer "
                    "protected, %zu processes of terminals' tabs moved back\n",
                    swept.thawed, swept.unweighted, swept.unprotected, swept.rejoined);
    return swept.some_stay_frozen ? exit_status::some_stay_frozen : 0; // then it is tried again
}

} // namespace

int main(int argc, char **argv)
{
    std::setlocale(LC_ALL, "");
    bindtextdomain(GETTEXT_PACKAGE, HEADROOM_LOCALEDIR);
    bind_textdomain_codeset(GETTEXT_PACKAGE, "UTF-8");
    textdomain(GETTEXT_PACKAGE);
    const auto options = parse_options(argc, argv);
    if (!options) {
        std::fprintf(stderr, "headroomd: %s\n", options.error().sentence.c_str());
        return 2;
    }
    switch (options->mode) {
    case Options::Mode::Version: std::puts("headroomd " HEADROOM_VERSION); return 0;
    case Options::Mode::Thaw: return undo_leftovers(*options);
    case Options::Mode::Replay: return replay(options->replay_file);
    case Options::Mode::Serve: return serve(*options);
    }
    return 2;
}
