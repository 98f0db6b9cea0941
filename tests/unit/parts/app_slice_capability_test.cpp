// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/session/capabilities.h"

#include "parts/scratch.h"

#include <map>
#include <variant>

namespace headroom {

namespace {

class AppSliceCapability : public testing::Test {
protected:
    seen::Scratch scratch;

    void SetUp() override
    {
        scratch.cgroup("root/m");
        scratch.dir("run");
    }

    /// What is found of these two, on a machine with whatever is in the tree by now.
    [[nodiscard]] std::map<Capability, bool> found() const
    {
        std::map<Capability, bool> all;
        const auto dirs = CgroupDirs::open(scratch.path("root"));
        EXPECT_TRUE(dirs);
        find_capabilities({.dirs = *dirs,
                           .manager_path = "/m",
                           .runtime_dir = scratch.path("run"),
                           .sys_root = scratch.path("sys"),
                           .proc_root = scratch.path("proc"),
                           .systemd_on_bus = true},
                          [&](const Event &event) {
                              if (const auto *each = std::get_if<event::CapabilityFound>(&event))
                                  all[each->capability] = each->available;
                          });
        return {{Capability::Freeze, all.at(Capability::Freeze)},
                {Capability::RecordFrozen, all.at(Capability::RecordFrozen)}};
    }
};

TEST_F(AppSliceCapability, AreThoseOfAppsCgroups)
{
    scratch.cgroup("root/m/app.slice");
    for (const auto &[capability, available] : found())
        EXPECT_TRUE(available) << static_cast<int>(capability);
    std::filesystem::remove(scratch.path("root/m/app.slice/cgroup.freeze"));
    EXPECT_FALSE(found().at(Capability::Freeze));
}

/// A session without apps, as right after a login.
TEST_F(AppSliceCapability, AreThereBeforeTheFirstApp)
{
    for (const auto &[capability, available] : found())
        EXPECT_TRUE(available) << static_cast<int>(capability);
}

} // namespace

} // namespace headroom
