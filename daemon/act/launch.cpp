// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/launch.h"

#include "model/unit_name.h"

#include <algorithm>
#include <format>
#include <gio/gdesktopappinfo.h>

namespace headroom {

namespace {

constexpr std::size_t most_strings = 4096;

Result<std::string> checked_app(const LaunchRequest &request)
{
    if (request.argv.empty() || request.argv.front().empty())
        return error(ErrorKind::BadInput, "there is no program to launch");
    if (request.argv.size() > most_strings || request.environment.size() > most_strings)
        return error(ErrorKind::BadInput, "there are more than 4096 arguments or variables");
    if (std::ranges::any_of(request.environment, [](const std::string &entry) { return entry.find('=') == std::string::npos || entry.front() == '='; }))
        return error(ErrorKind::BadInput, "an environment entry isn't NAME=VALUE");
    if (!request.directory.empty() && request.directory.front() != '/')
        return error(ErrorKind::BadInput, "the working directory isn't an absolute path");
    const std::string &program = request.argv.front();
    std::string app = request.app.empty() ? program.substr(program.rfind('/') + 1) : request.app;
    if (!usable_app_id(app))
        return error(ErrorKind::BadInput, "that is no application id: it is empty, longer than 255 bytes, or holds a slash or a control character");
    return app;
}

GVariant *string_list(const std::vector<std::string> &strings)
{
    GVariantBuilder list;
    g_variant_builder_init(&list, G_VARIANT_TYPE_STRING_ARRAY);
    for (const std::string &string : strings)
        g_variant_builder_add(&list, "s", string.c_str());
    return g_variant_builder_end(&list);
}

GVariant *service_properties(const LaunchRequest &request, const std::string &program, const std::string &app)
{
    GVariantBuilder properties;
    g_variant_builder_init(&properties, G_VARIANT_TYPE("a(sv)"));
    const auto add = [&](const char *name, GVariant *value) { g_variant_builder_add(&properties, "(sv)", name, value); };
    add("Type", g_variant_new_string("exec")); // the job ends when the program was executed, or with why it wasn't
    add("ExitType", g_variant_new_string("cgroup"));
    add("Slice", g_variant_new_string("app.slice"));
    add("CollectMode", g_variant_new_string("inactive-or-failed"));
    add("OOMPolicy", g_variant_new_string("continue"));
    add("Environment", string_list(request.environment));
    if (!request.directory.empty())
        add("WorkingDirectory", g_variant_new_string(request.directory.c_str()));
    const ObjectPtr<GDesktopAppInfo> info{g_desktop_app_info_new((app + ".desktop").c_str())};
    add("Description", g_variant_new_string(info ? g_app_info_get_name(G_APP_INFO(info.get())) : app.c_str()));
    if (const char *file = info ? g_desktop_app_info_get_filename(info.get()) : nullptr)
        add("SourcePath", g_variant_new_string(file));
    GVariantBuilder exec;
    g_variant_builder_init(&exec, G_VARIANT_TYPE("a(sasb)"));
    g_variant_builder_add(&exec, "(s@asb)", program.c_str(), string_list(request.argv), FALSE);
    add("ExecStart", g_variant_builder_end(&exec));
    return g_variant_builder_end(&properties);
}

} // namespace

void launch(const SystemdClient &systemd, const LaunchRequest &request, const std::function<void(Result<std::string>)> &done)
{
    const auto app = checked_app(request);
    if (!app) {
        done(std::unexpected(app.error()));
        return;
    }
    const CharPtr program{g_find_program_in_path(request.argv.front().c_str())};
    if (!program) {
        done(error(ErrorKind::BadInput, std::format("there is no program {}", request.argv.front())));
        return;
    }
    const CharPtr random{g_uuid_string_random()};
    std::string instance = random.get();
    std::erase(instance, '-');
    const std::string scope = headroom_scope_name(*app, instance.substr(0, 16));
    std::string unit = scope.substr(0, scope.rfind('-')) + "@" + instance.substr(0, 16) + ".service";
    systemd.start_transient(unit, service_properties(request, program.get(), *app), nullptr, [unit, done](const Result<void> &started) {
        if (started)
            done(unit);
        else
            done(std::unexpected(started.error()));
    });
}

} // namespace headroom
