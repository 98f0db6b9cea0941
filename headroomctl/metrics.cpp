// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>

#include <unistd.h>

#include <glib/gi18n.h>

#include "arguments.h"
#include "commands.h"
#include "daemon_proxy.h"
#include "metrics_text.h"

namespace headroom::ctl {

namespace {

std::expected<AppMetrics, Failure> each_app(HeadroomDbusManager *daemon)
{
    auto apps = list_apps(bus_of(daemon));
    if (!apps)
        return std::unexpected(apps.error());
    auto measures = present_measures(daemon);
    if (!measures)
        return std::unexpected(measures.error());
    return AppMetrics{std::move(*apps), std::move(*measures)};
}

std::expected<Metrics, Failure> present_metrics(bool with_apps)
{
    const auto daemon = running_daemon(Properties::Load);
    if (!daemon)
        return std::unexpected(daemon.error());
    auto totals = totals_of(daemon->get());
    if (!totals)
        return std::unexpected(totals.error());
    Metrics metrics{.version = present(headroom_dbus_manager_get_version(daemon->get())),
                    .level = present(headroom_dbus_manager_get_level(daemon->get())),
                    .disabled = headroom_dbus_manager_get_disabled_until(daemon->get()) != 0,
                    .capabilities = capabilities_of(daemon->get()),
                    .totals = std::move(*totals),
                    .apps = {}};
    if (!with_apps)
        return metrics;
    auto apps = each_app(daemon->get());
    if (!apps)
        return std::unexpected(apps.error());
    metrics.apps = std::move(*apps);
    return metrics;
}

/// Replaces the file as a whole, so that no reader sees half of it. node_exporter runs as another
/// user.
Outcome write_file(const char *path, const std::string &text)
{
    constexpr int readable_by_all = 0644;
    g_autoptr(GError) error = nullptr;
    if (g_file_set_contents_full(path, text.c_str(), static_cast<gssize>(text.size()),
                                 G_FILE_SET_CONTENTS_CONSISTENT, readable_by_all, &error))
        return Succeeded;
    // GLib's message names the file.
    return std::unexpected(Failure{Refused, error->message});
}

} // namespace

Outcome metrics(int argc, char **argv)
{
    gboolean with_apps = FALSE;
    g_autofree char *textfile = nullptr;
    const GOptionEntry options[] = {
        {"apps", 0, 0, G_OPTION_ARG_NONE, &with_apps,
         C_("option: what it does, a verb phrase", "Add figures for each app, with its id"),
         nullptr},
        {"textfile", 0, 0, G_OPTION_ARG_FILENAME, &textfile,
         C_("option: what it does, a verb phrase",
            "Write a file for the textfile collector of node_exporter"),
         // Translators: placeholder for the name of a file in --textfile=FILE.
         C_("value of an option: a noun", "FILE")},
        {},
    };
    const Usage usage{.command = "metrics",
                      .parameters = nullptr,
                      .summary = C_("help: what the command does, third person",
                                    "Writes figures for Prometheus and similar programs, in the "
                                    "format OpenMetrics. Without --apps they name no app.")};
    if (const auto words = parse_arguments(usage, options, argc, argv); !words)
        return std::unexpected(words.error());
    if (textfile != nullptr && *textfile == '\0')
        return wrong_usage(C_("error in the command line: a request", "Name one file."));
    const auto metrics = present_metrics(with_apps != FALSE);
    if (!metrics)
        return std::unexpected(metrics.error());
    if (textfile != nullptr)
        // The files of several users are in one folder, and must not contain the same series.
        return write_file(
            textfile,
            metrics_text(*metrics, Exposition::Prometheus, {{"uid", std::to_string(getuid())}}));
    const std::string text = metrics_text(*metrics, Exposition::OpenMetrics, {});
    // In UTF-8 in every locale, unlike g_print().
    std::fwrite(text.data(), 1, text.size(), stdout);
    return Succeeded;
}

} // namespace headroom::ctl
