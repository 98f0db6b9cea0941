// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/protection.h"
#include "act/weight.h"
#include "parts/private_bus.h"
#include "parts/scratch.h"

#include <optional>

namespace headroom {

namespace {

constexpr const char *unit_path = "/user.slice/app.slice/app-x-1.scope";
constexpr const char *name = "app-x-1.scope";
constexpr const char *xml = R"xml(<node><interface name="org.freedesktop.systemd1.Manager">
  <method name="SetUnitProperties"><arg type="s" direction="in"/><arg type="b" direction="in"/>
    <arg type="a(sv)" direction="in"/></method>
</interface></node>)xml";
constexpr std::uint64_t mib = 1ULL << 20U;
constexpr std::uint64_t infinity = UINT64_MAX;

/// The daemon, and a systemd that answers when the test tells it to. The test writes memory.low.
class Protecting : public testing::Test {
protected:
    seen::Scratch scratch;
    std::optional<CgroupDirs> dirs;
    UnitId unit;
    seen::PrivateBus bus;
    seen::FakeService systemd{bus, "org.freedesktop.systemd1", "/org/freedesktop/systemd1", xml};
    ObjectPtr<GDBusConnection> connection = bus.connect();
    SystemdClient client{connection.get()};
    std::vector<std::string> refused;
    std::optional<Protector> protector;

    void SetUp() override
    {
        scratch.cgroup(std::string{"root"} + unit_path);
        auto opened = CgroupDirs::open(scratch.path("root"));
        ASSERT_TRUE(opened);
        dirs.emplace(std::move(*opened));
        unit = dirs->open_unit(unit_path).value_or(UnitId{});
        protector.emplace(*dirs, client, [this](const Event &event) {
            refused.push_back(std::get<event::ActRefused>(event).sentence);
        });
        in_force("0");
    }

    void protect(std::uint64_t bytes) { protector->set(unit, name, bytes, Act::Protect); }
    void in_force(const std::string &low, const std::string &file = "memory.low")
    {
        scratch.file(std::format("root{}/{}", unit_path, file), low + "\n");
    }
    std::optional<std::string> marked()
    {
        const auto mark = dirs->find(unit)->mark(mark::protection);
        return mark ? std::optional{*mark} : std::nullopt;
    }

    /// Otherwise there is no such file.
    void has_minimum() { in_force("0", "memory.min"); }

    void succeed(std::size_t call)
    {
        ASSERT_TRUE(systemd.await_calls(call + 1));
        systemd.reply(call, g_variant_new("()"));
        for (int i = 0; i < 2; ++i) {
            seen::settle(connection.get());
            systemd.settle();
        }
        seen::settle(connection.get());
    }
    /// The bytes that were requested.
    std::vector<std::uint64_t> asked()
    {
        std::vector<std::uint64_t> found;
        for (const auto &call : systemd.calls) {
            const char *of = nullptr;
            gboolean runtime = FALSE;
            GVariant *list = nullptr;
            g_variant_get(call.arguments.get(), "(&sb@a(sv))", &of, &runtime, &list);
            const VariantPtr properties{list};
            EXPECT_STREQ(of, name);
            EXPECT_TRUE(runtime) << "nothing may outlive the session";
            EXPECT_EQ(g_variant_n_children(properties.get()), 1U);
            const char *property = nullptr;
            GVariant *value = nullptr;
            g_variant_get_child(properties.get(), 0, "(&sv)", &property, &value);
            const VariantPtr owned{value};
            EXPECT_STREQ(property, "MemoryLow");
            found.push_back(g_variant_get_uint64(value));
        }
        return found;
    }
};

TEST_F(Protecting, MemoryIsProtectedAndThenNoLonger)
{
    has_minimum();
    protect(50 * mib);
    EXPECT_EQ(marked(), "low=52428800") << "before systemd is called";
    EXPECT_FALSE(protector->is_idle());
    succeed(0);
    EXPECT_TRUE(protector->is_idle());
    in_force("52428800");
    protector->unset(unit, name);
    succeed(1);
    EXPECT_EQ(marked(), std::nullopt);
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{50 * mib, 0}));
    EXPECT_TRUE(refused.empty());
}

TEST_F(Protecting, NothingUnsetsItByInfinity)
{
    for (const char *of : {mark::protection, mark::weights}) {
        const VariantPtr call{g_variant_ref_sink(of == mark::weights
                                                     ? weight_properties(name, std::nullopt)
                                                     : protection_properties(name, std::nullopt))};
        g_autofree char *text = g_variant_print(call.get(), FALSE);
        EXPECT_EQ(std::string_view{text}.contains("MemoryLow"), of == mark::protection) << text;
        EXPECT_NE(std::string_view{text}.contains(std::to_string(infinity)), of == mark::protection)
            << "systemd would protect all of it: " << text;
    }
}

TEST_F(Protecting, MoreIsProtectedLater)
{
    has_minimum();
    protect(50 * mib);
    succeed(0);
    in_force("52428800");
    protect(80 * mib);
    succeed(1);
    EXPECT_EQ(marked(), "low=52428800 low=83886080") << "the first one until systemd has set it";
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{50 * mib, 80 * mib}));
}

TEST_F(Protecting, WhatIsSomebodyElsesIsLeftAlone)
{
    const std::pair<std::string, std::string> values[] = {
        {"1048576", "0"}, {"max", "0"}, {"0", "4096"}, {"0", "max"}, {"", "0"}, {"0", ""}};
    for (const auto &[low, min] : values) {
        in_force(low);
        in_force(min, "memory.min");
        protect(50 * mib);
        ASSERT_EQ(refused.size(), 1U) << low << " " << min;
        EXPECT_TRUE(refused.front().contains("another program has protected its memory"));
        EXPECT_EQ(marked(), std::nullopt);
        refused.clear();
    }
    EXPECT_TRUE(systemd.calls.empty());
}

TEST_F(Protecting, WhatSomebodyElseSetsLaterStays)
{
    has_minimum();
    protect(50 * mib);
    succeed(0);
    in_force("1048576");
    protector->unset(unit, name);
    EXPECT_EQ(asked().size(), 1U);
    EXPECT_EQ(marked(), std::nullopt) << "the sweep leaves it alone, too";
}

TEST_F(Protecting, AMinimumThatSomebodyElseSetsLaterStaysAlone)
{
    has_minimum();
    protect(50 * mib);
    succeed(0);
    in_force("52428800");
    in_force("4096", "memory.min");
    protector->unset(unit, name);
    succeed(1);
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{50 * mib, 0}));
    EXPECT_EQ(marked(), std::nullopt);
}

TEST_F(Protecting, WithoutTheControllerNothingIsSet)
{
    protect(50 * mib); // there is no memory.min
    EXPECT_EQ(refused.size(), 1U);
    EXPECT_TRUE(systemd.calls.empty());
}

TEST_F(Protecting, AUnitThatGoesMeanwhileIsForgotten)
{
    has_minimum();
    protect(50 * mib);
    ASSERT_TRUE(systemd.await_calls(1));
    protector->forget(unit);
    dirs->forget(unit);
    succeed(0);
    EXPECT_TRUE(protector->is_idle());
    EXPECT_TRUE(refused.empty());
}

/// systemd keeps the value of a service that has a file.
TEST_F(Protecting, Invariant8OfAServiceThatHasEndedOnlyOurValueIsUnset)
{
    const auto unset = [](std::uint64_t kept) -> std::string {
        const VariantPtr has{g_variant_ref_sink(g_variant_new_parsed("{'MemoryLow': <%t>}", kept))};
        GVariant *call =
            UnitProtection::unset_kept("x.service", has.get(), {std::nullopt, 50 * mib});
        const VariantPtr owned{call ? g_variant_ref_sink(call) : nullptr};
        return owned ? CharPtr{g_variant_print(owned.get(), FALSE)}.get() : "nothing";
    };
    EXPECT_EQ(unset(50 * mib), "('x.service', true, [('MemoryLow', <uint64 0>)])");
    EXPECT_EQ(unset(60 * mib), "nothing");
    EXPECT_EQ(unset(0), "nothing");
}

} // namespace

} // namespace headroom
