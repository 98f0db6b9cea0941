// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/session/capabilities.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headroom {

namespace {

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

} // namespace

} // namespace headroom
