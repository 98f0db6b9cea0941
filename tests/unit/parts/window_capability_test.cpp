// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/session/capabilities.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headroom {

namespace {

using namespace std::string_literals;
using testing::HasSubstr;
using testing::StartsWith;

TEST(WindowCapability, CallsASourceWhatItsProjectDoes)
{
    const std::pair<const char *, const char *> rows[]{
        {"kwin", "KWin reports"},         {"gnome-shell", "GNOME Shell reports"},
        {"mutter", "Mutter reports"},     {"x11", "X11 reports"},
        {"hyprland", "Hyprland reports"}, {"sway", "sway reports"},
        {"niri", "niri reports"},         {"wayland", "the Wayland compositor reports"}};
    for (const auto &[source, said] : rows) {
        for (const bool reports_visibility : {false, true}) {
            if (source == std::string_view{"wayland"} && reports_visibility)
                continue; // no such protocol shows what is hidden
            const auto found = describe_windows({source, reports_visibility});
            EXPECT_TRUE(found.available);
            EXPECT_THAT(found.reason.in_english(), StartsWith(said));
        }
    }
    EXPECT_FALSE(describe_windows({"", false}).available);
}

/// Without Hyprland's word, what the machine can do stands.
TEST(WindowCapability, NoAppIsPausedWhereTheCompositorMayOfferToEndIt)
{
    const CapabilityState can{true, "apps can be paused"s, ""s};
    const CapabilityState cannot{false, "the kernel is too old"s, "run another one"s};
    for (const char *source : {"hyprland", "kwin", ""}) {
        for (const CapabilityState &machine : {can, cannot}) {
            const auto found = describe_freeze({source, true}, machine);
            EXPECT_EQ(found.capability, Capability::Freeze);
            EXPECT_EQ(found.available, machine.available) << source;
            EXPECT_EQ(found.reason, machine.reason);
            EXPECT_EQ(found.remedy, machine.remedy);
        }
    }
    const auto offers = describe_freeze({"hyprland", true, true}, can);
    EXPECT_FALSE(offers.available);
    EXPECT_THAT(offers.reason.in_english(), StartsWith("Hyprland may offer to end apps"));
    EXPECT_THAT(offers.remedy.in_english(), HasSubstr("misc:enable_anr_dialog = false"));
    EXPECT_EQ(describe_freeze({"hyprland", true, true}, cannot).reason, cannot.reason);
}

} // namespace

} // namespace headroom
