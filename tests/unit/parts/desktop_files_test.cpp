// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/units/desktop_files.h"

#include "scratch.h"

#include <gio/gdesktopappinfo.h>
#include <optional>

// What a desktop file states about an app. The lines come from packages in Debian 13, reduced to
// what is read.
namespace headroom {

namespace {

/// GLib determines the directories of desktop files once, at the first lookup. So they are set
/// before any test runs.
class OurApplications : public testing::Environment {
public:
    void SetUp() override
    {
        m_scratch.emplace();
        setenv("XDG_DATA_HOME", m_scratch->path("home").c_str(), 1);
        setenv("XDG_DATA_DIRS", m_scratch->path("system").c_str(), 1);
        add("org.kde.konsole",
            "Name=Konsole\nExec=sh\nCategories=Qt;KDE;System;TerminalEmulator;\n");
        add("org.kde.kdevelop", "Name=KDevelop\nExec=sh\nCategories=Qt;KDE;Development;IDE;\n");
        add("synaptic", "Name=Synaptic\nExec=sh\nCategories=PackageManager;GTK;System;Settings;\n");
        add("orca", "Name=Orca\nExec=sh\nCategories=GNOME;GTK;Accessibility;\n");
        add("org.fcitx.Fcitx5", "Name=Fcitx 5\nExec=sh\nCategories=System;Utility;\n");
        add("org.deskflow.deskflow", "Name=Deskflow\nExec=sh\nCategories=Utility;\n");
        add("org.kde.discover", "Name=Discover\nExec=sh\nCategories=Qt;KDE;System;\n");
        add("org.kde.kate",
            "Name=Kate\nExec=sh\nIcon=kate\nCategories=Qt;KDE;Utility;TextEditor;\n");
        add("htop", "Name=Htop\nExec=sh\nTerminal=true\nCategories=System;Monitor;ConsoleOnly;\n");
        add("org.example.Lookalike", "Name=Lookalike\nExec=sh\nCategories=X-IDEAL;NotAnIDE;\n");
        add("org.example.Own", "Name=Own\nExec=sh\nIcon=/opt/own/its icon.png\n");
        add("org.example.Bare", "Name=Bare\nExec=sh\n");
    }
    void TearDown() override { m_scratch.reset(); }

private:
    void add(const std::string &id, const std::string &lines)
    {
        m_scratch->file("system/applications/" + id + ".desktop",
                        "[Desktop Entry]\nType=Application\n" + lines);
    }

    std::optional<seen::Scratch> m_scratch;
};

[[maybe_unused]] const auto *const environment =
    testing::AddGlobalTestEnvironment(new OurApplications);

event::AppDescribed described(const AppId &app)
{
    return read_desktop_file(app);
}

TEST(DesktopFiles, TellWhoIsNeverFrozen)
{
    EXPECT_EQ(described("org.kde.konsole").never_frozen, "Konsole is a terminal");
    EXPECT_EQ(described("org.kde.kdevelop").never_frozen, "KDevelop is a development environment");
    EXPECT_EQ(described("synaptic").never_frozen, "Synaptic installs software");
    EXPECT_EQ(described("org.kde.discover").never_frozen, "Discover installs software")
        << "by its id: its categories don't state it";
    EXPECT_EQ(described("orca").never_frozen, "Orca is an accessibility tool");
    EXPECT_EQ(described("org.fcitx.Fcitx5").never_frozen, "Fcitx 5 is an input method");
    EXPECT_EQ(described("org.deskflow.deskflow").never_frozen,
              "Deskflow passes on input to other programs");
    for (const char *may : {"org.kde.kate", "htop", "org.example.Lookalike", "org.example.Bare",
                            "org.example.Unknown"})
        EXPECT_EQ(described(may).never_frozen, "") << may;
}

TEST(DesktopFiles, AreFoundByTheClassOfAWindow)
{
    const event::AppDescribed synaptic = described("Synaptic");
    EXPECT_EQ(synaptic.app, "Synaptic");
    EXPECT_EQ(synaptic.never_frozen, "Synaptic installs software");
    EXPECT_TRUE(synaptic.shows_windows);
    EXPECT_FALSE(described("Synaptic2").shows_windows);
}

/// Translators put the verb where their language has it.
TEST(DesktopFiles, GiveTheReasonAsOneSentence)
{
    const Sentence reason = described("org.kde.konsole").never_frozen;
    EXPECT_EQ(reason.text(), "{} is a terminal");
    EXPECT_EQ(reason.parts(), std::vector{Sentence{std::string{"Konsole"}}});
}

TEST(DesktopFiles, TellWhichIsATerminal)
{
    EXPECT_TRUE(described("org.kde.konsole").terminal);
    EXPECT_FALSE(described("org.kde.kdevelop").terminal);
    EXPECT_FALSE(described("htop").terminal) << "it runs in a terminal";
}

TEST(DesktopFiles, TellWhoseWindowIsWaitedFor)
{
    EXPECT_TRUE(described("org.kde.kate").shows_windows);
    EXPECT_TRUE(described("org.example.Bare").shows_windows);
    EXPECT_FALSE(described("htop").shows_windows);
    EXPECT_FALSE(described("org.example.Unknown").shows_windows);
}

TEST(DesktopFiles, WhoHasNoneIsKnownByTheId)
{
    EXPECT_EQ(described("org.example.Unknown").name, "org.example.Unknown");
    EXPECT_EQ(described("org.kde.kate").name, "Kate");
}

TEST(DesktopFiles, TellTheIcon)
{
    EXPECT_EQ(described("org.kde.kate").icon, "kate");
    EXPECT_EQ(described("org.example.Own").icon, "file:///opt/own/its%20icon.png");
    EXPECT_EQ(described("org.example.Bare").icon, "");
    EXPECT_EQ(described("org.example.Unknown").icon, "");
}

} // namespace

} // namespace headroom
