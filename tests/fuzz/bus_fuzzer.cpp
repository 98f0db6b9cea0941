// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// Fuzzes the whole daemon with arbitrary calls from arbitrary callers. Each call must be answered,
// and the app in front must keep running. A sandboxed caller must not receive anything about other
// apps. At the end everything must be as it was before.

#include "daemon.h"
#include "far_end.h"
#include "require.h"
#include "small_desk.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <format>
#include <functional>
#include <fuzzer/FuzzedDataProvider.h>
#include <memory>
#include <string>

namespace {

using namespace headroom;

constexpr const char *root_path = "/org/headroomd/Headroom1";
constexpr const char *prefix = "org.headroomd.Headroom1.";
constexpr const char *properties = "org.freedesktop.DBus.Properties";
constexpr int most_steps = 32;

SmallDesk *desk = nullptr;
FarEnd *far_end = nullptr;

/// Text on the bus is UTF-8. Anything else is refused before it reaches the daemon.
std::string text(FuzzedDataProvider &data)
{
    static const std::array<std::string, 14> words{"org.a",
                                                   "org-b_org-b",
                                                   "org.c",
                                                   "",
                                                   "nobody",
                                                   "Pressure/Response",
                                                   "warn",
                                                   "App-org.a/Rule",
                                                   "never",
                                                   "Gentle/Enabled",
                                                   "true",
                                                   std::string(255, 'a'),
                                                   std::string(256, 'a'),
                                                   "\u202e\u0001"};
    if (data.ConsumeBool())
        return data.PickValueInArray(words);
    const std::string any = data.ConsumeRandomLengthString(64);
    const CharPtr valid{g_utf8_make_valid(any.c_str(), -1)};
    return valid.get();
}

GVariant *value_of(FuzzedDataProvider &data, char type)
{
    switch (type) {
    case 's': return g_variant_new_string(text(data).c_str());
    case 't': return g_variant_new_uint64(data.ConsumeIntegral<std::uint64_t>());
    case 'u':
        return g_variant_new_uint32(data.ConsumeBool()
                                        ? data.ConsumeIntegralInRange<std::uint32_t>(0, 8)
                                        : data.ConsumeIntegral<std::uint32_t>());
    case 'b': return g_variant_new_boolean(data.ConsumeBool());
    case 'h': return g_variant_new_handle(data.ConsumeIntegral<std::int32_t>());
    default: return g_variant_new_variant(g_variant_new_string(text(data).c_str()));
    }
}

GVariant *arguments(FuzzedDataProvider &data, std::string_view types)
{
    GVariantBuilder builder;
    g_variant_builder_init(&builder, G_VARIANT_TYPE_TUPLE);
    for (const char type : types)
        g_variant_builder_add_value(&builder, value_of(data, type));
    return g_variant_builder_end(&builder);
}

std::string path(FuzzedDataProvider &data)
{
    switch (data.ConsumeIntegralInRange(0, 5)) {
    case 0: return std::string{root_path} + "/apps";
    case 1: return app_object_path("org.a");
    case 2: {
        const std::string any = app_object_path(text(data));
        // a bus passes only valid paths
        return g_variant_is_object_path(any.c_str()) ? any : root_path;
    }
    case 3: return "/";
    default: return root_path;
    }
}

struct Method {
    const char *name;
    const char *types;
};
constexpr Method methods[] = {
    {"Freeze", "st"},   {"Thaw", "s"},          {"ThawAll", ""},      {"Explain", "s"},
    {"Measure", ""},    {"MeasureMachine", ""}, {"MeasureNeed", "s"}, {"CancelMeasurement", "s"},
    {"Hold", "ss"},     {"Release", "u"},       {"Close", "s"},       {"End", "s"},
    {"History", "t"},   {"Record", ""},         {"SetSetting", "ss"}, {"EnableExtension", ""},
    {"DisableFor", "t"}};

void call_manager(FuzzedDataProvider &data, const char *sender)
{
    const Method &method = data.PickValueInArray(methods);
    far_end->call(sender, root_path, std::string{prefix} + "Manager", method.name,
                  arguments(data, method.types));
}

std::string interface(FuzzedDataProvider &data)
{
    static const std::array<const char *, 6> known{
        "org.headroomd.Headroom1.Manager",    "org.headroomd.Headroom1.App",
        "org.headroomd.Headroom1.Compositor", properties,
        "org.freedesktop.DBus.ObjectManager", "org.freedesktop.DBus.Introspectable"};
    return data.PickValueInArray(known);
}

void ask_for_properties(FuzzedDataProvider &data, const char *sender)
{
    static const std::array<const char *, 9> names{"Level",   "LevelReason", "LevelReasonCode",
                                                   "Focused", "Settings",    "Capabilities",
                                                   "Id",      "Units",       "nothing"};
    const std::string of = interface(data);
    switch (data.ConsumeIntegralInRange(0, 2)) {
    case 0:
        far_end->call(sender, path(data), properties, "GetAll", g_variant_new("(s)", of.c_str()));
        return;
    case 1:
        far_end->call(sender, path(data), properties, "Get",
                      g_variant_new("(ss)", of.c_str(), data.PickValueInArray(names)));
        return;
    default:
        far_end->call(sender, path(data), properties, "Set",
                      g_variant_new("(ssv)", of.c_str(), data.PickValueInArray(names),
                                    g_variant_new_string("x")));
        return;
    }
}

std::string window(FuzzedDataProvider &data)
{
    const auto &app = desk->apps().at(data.ConsumeIntegralInRange<std::size_t>(0, 2));
    return std::format(
        R"({{"id":"w{}","pid":{},"app":"{}","kind":"{}","hidden":{},"fullscreen":{}}})",
        data.ConsumeIntegralInRange(0, 3),
        data.ConsumeBool() ? app.pid : data.ConsumeIntegral<std::int32_t>(), app.id,
        data.ConsumeBool() ? "normal" : "shell", data.ConsumeBool(), data.ConsumeBool());
}

void report(FuzzedDataProvider &data, const char *sender)
{
    std::string json;
    const int which = data.ConsumeIntegralInRange(0, 3);
    switch (data.ConsumeIntegralInRange(0, 8)) {
    case 0: json = data.ConsumeRandomLengthString(200); break;
    case 1: json = R"({"type":"copied"})"; break;
    case 2: json = R"({"type":"ask"})"; break;
    case 3: json = R"({"type":"end"})"; break;
    case 4: json = std::format(R"({{"type":"gone","id":"w{}"}})", which); break;
    case 5: json = std::format(R"({{"type":"awaited","id":"w{}"}})", which); break;
    case 6: json = std::format(R"({{"type":"window","window":{}}})", window(data)); break;
    case 7:
        json = std::format(R"({{"type":"snapshot","focus":"w{}","windows":[{},{}]}})", which,
                           window(data), window(data));
        break;
    default: json = std::format(R"({{"type":"focus","focus":"w{}"}})", which); break;
    }
    const CharPtr valid{g_utf8_make_valid(json.c_str(), -1)};
    far_end->call(sender, root_path, std::string{prefix} + "Compositor", "Report",
                  g_variant_new("(s)", valid.get()));
}

/// A member that may not exist, of an interface that may be foreign, with arguments that may not
/// fit.
void call_anything(FuzzedDataProvider &data, const char *sender)
{
    static const std::array<const char *, 8> members{
        "Freeze", "Report", "Get", "GetAll", "Introspect", "GetManagedObjects", "Hold", "Nothing"};
    static const std::array<const char *, 7> types{"", "s", "ss", "st", "ssv", "h", "ub"};
    far_end->call(sender, path(data), interface(data), data.PickValueInArray(members),
                  arguments(data, data.PickValueInArray(types)));
}

/// A caller forges a signal of the bus or of a launcher.
void forge(FuzzedDataProvider &data, const char *sender)
{
    const auto &app = desk->apps().at(data.ConsumeIntegralInRange<std::size_t>(0, 2));
    if (data.ConsumeBool())
        return far_end->signal(sender, "/org/freedesktop/DBus", "org.freedesktop.DBus",
                               "NameOwnerChanged",
                               g_variant_new("(sss)", "org.kde.KWin", FarEnd::compositor, sender));
    GVariantBuilder more;
    g_variant_builder_init(&more, G_VARIANT_TYPE_VARDICT);
    far_end->signal(
        sender, "/org/gtk/gio/DesktopAppInfo", "org.gtk.gio.DesktopAppInfo", "Launched",
        g_variant_new("(@aysxas@a{sv})",
                      g_variant_new_bytestring(std::format("/x/{}.desktop", app.id).c_str()), "",
                      gint64{app.pid}, nullptr, g_variant_builder_end(&more)));
}

void comes_or_goes(FuzzedDataProvider &data, const char *name)
{
    if (data.ConsumeBool())
        return far_end->goes(name);
    far_end->compositor_comes_or_goes();
}

void step(FuzzedDataProvider &data)
{
    const char *sender = data.PickValueInArray(FarEnd::callers);
    switch (data.ConsumeIntegralInRange(0, 9)) {
    case 0: return ask_for_properties(data, sender);
    case 1: return call_anything(data, sender);
    case 2: return forge(data, sender);
    case 3: return comes_or_goes(data, sender);
    case 4: return far_end->until_answered();
    case 5:
    case 6: return report(data, FarEnd::compositor);
    case 7: return report(data, sender);
    default: return call_manager(data, sender);
    }
}

std::string focused()
{
    const auto serial =
        far_end->call(FarEnd::plain, root_path, properties, "Get",
                      g_variant_new("(ss)", "org.headroomd.Headroom1.Manager", "Focused"));
    far_end->until_answered();
    const VariantPtr body = far_end->body(serial);
    require(body != nullptr, "who may know is told what is in front");
    GVariant *value = nullptr;
    g_variant_get(body.get(), "(v)", &value);
    const VariantPtr kept{value};
    return g_variant_get_string(value, nullptr);
}

void check()
{
    far_end->until_answered();
    const std::string front = focused();
    for (const auto &app : desk->apps())
        require(front != app.id || !SmallDesk::is_frozen(app), "what is in front runs", app.id);
    require(far_end->leaks() == 0, "who is in a sandbox hears nothing of others");
}

void freeze(const char *app)
{
    far_end->call(FarEnd::plain, root_path, std::string{prefix} + "Manager", "Freeze",
                  g_variant_new("(st)", app, guint64{0}));
}

/// Proves that check() can fail: an app can be frozen here, and the app in front can't.
void what_is_checked_can_happen()
{
    const auto &[one, two, three] = desk->apps();
    const std::string json = std::format(
        R"({{"type":"snapshot","focus":"w","windows":)"
        R"([{{"id":"w","pid":{},"app":"{}","kind":"normal","hidden":false,"fullscreen":false}}]}})",
        one.pid, one.id);
    constexpr gint64 patience_us = 20'000'000;
    const gint64 end = g_get_monotonic_time() + patience_us;
    do { // the sender and the app in front are found in threads
        far_end->call(FarEnd::compositor, root_path, std::string{prefix} + "Compositor", "Report",
                      g_variant_new("(s)", json.c_str()));
        far_end->until_answered();
    } while (focused() != one.id && g_get_monotonic_time() < end);
    require(focused() == one.id, "something is in front", focused());
    freeze(one.id);
    freeze(three.id);
    far_end->until_answered();
    require(!SmallDesk::is_frozen(one) && SmallDesk::is_frozen(three), "an app can be frozen");
}

/// Runs a daemon from start to end, with `happens` in between.
void with_daemon(const std::function<void()> &happens)
{
    desk->tidy();
    const Options options{.mode = Options::Mode::Serve,
                          .dry_run = false,
                          .replay_file = {},
                          .cgroup_root = desk->cgroup_root(),
                          .proc_root = desk->proc_root(),
                          .sys_root = desk->sys_root()};
    auto dirs = CgroupDirs::open(desk->cgroup_root());
    require(dirs.has_value(), "there is a tree");
    Place place{std::move(*dirs), desk->manager(), desk->runtime_dir()};
    {
        Daemon daemon{options, place, far_end->bus()};
        const auto started = daemon.start();
        require(started.has_value(), "it starts", started ? "" : started.error().sentence);
        happens();
        check();
        daemon.end();
        require(daemon.run() == 0, "it ends well");
        far_end->until_answered();
    }
    for (const auto &app : desk->apps())
        require(!SmallDesk::is_frozen(app), "nothing stays frozen", app.id);
    far_end->forget();
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int * /*argc*/, char *** /*argv*/)
{
    static SmallDesk made;
    desk = &made;
    static FarEnd opened;
    far_end = &opened;
    with_daemon(what_is_checked_can_happen);
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    FuzzedDataProvider data{bytes, size};
    with_daemon([&] {
        for (int i = 0; i < most_steps && data.remaining_bytes() > 0; ++i)
            step(data);
    });
    return 0;
}
