// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/session/capabilities.h"

#include <gmock/gmock.h>

namespace headroom {
namespace {

using testing::HasSubstr;

TEST(PressureCapability, SaysHowSoonStallsAreReportedAndWhyNotSooner)
{
    const std::optional<Error> slow;
    const std::optional<Error> no_slow = Error{.sentence = "arming: not here", .code = EINVAL};
    const Result<void> fast;
    const Result<void> no_broker = error(ErrorKind::Unavailable, "connecting to /x: no");
    const Result<void> refused = error(ErrorKind::Refused, "root arms triggers itself");
    struct Row {
        const std::optional<Error> &no_slow;
        const Result<void> &fast;
        const char *reason;
        const char *remedy;
    };
    for (const Row &row :
         {Row{slow, fast, "immediately, through headroom-broker", ""},
          Row{no_slow, fast, "immediately, through headroom-broker", ""},
          Row{slow, no_broker, "two seconds late, since headroom-broker is not running",
              "install the package headroom-root"},
          Row{slow, refused, "two seconds late, since headroom-broker grants no more: root arms",
              ""},
          Row{no_slow, no_broker, "only on request, since triggers need root here: arming", ""}}) {
        const event::CapabilityFound found = describe_pressure(row.no_slow, row.fast);
        EXPECT_EQ(found.capability, Capability::Pressure);
        EXPECT_TRUE(found.available);
        EXPECT_THAT(found.reason.in_english(), HasSubstr(row.reason));
        EXPECT_EQ(found.remedy.in_english(), row.remedy);
    }
}

} // namespace
} // namespace headroom
