// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/settings.h"

#include "model/settings.h"
#include "sys/inotify_events.h"
#include "sys/log.h"
#include "watch/popup_choice.h"
#include "watch/rc_edit.h"
#include "watch/rc_text.h"

#include <algorithm>
#include <format>
#include <glib-unix.h>
#include <utility>

namespace headroom {

namespace {

constexpr const char *file_name = "headroomrc";
constexpr guint writers_settle_ms = 100; ///< some editors move the old file away before the new one is there; defaults in between would be seen
constexpr std::size_t most_complaints = 8; ///< at a time, or a file that is no rc file at all would fill the journal
/// A file that is written in place counts once it is closed: halfway it says something else. Where there was none Qt writes one without a name and gives it
/// its name when it is whole (linkat), which is a creation and nothing else. What is only begun then is read again when it is closed.
constexpr std::uint32_t changes = IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE;

std::string in(const std::string &directory)
{
    return directory + "/" + file_name;
}

} // namespace

ConfigDirs ConfigDirs::of_environment()
{
    ConfigDirs dirs{.user = g_get_user_config_dir(), .system = {}};
    for (const char *const *dir = g_get_system_config_dirs(); *dir; ++dir)
        dirs.system.emplace_back(*dir);
    return dirs;
}

SettingsWatch::SettingsWatch(ConfigDirs dirs, Emit emit) : m_dirs(std::move(dirs)), m_emit(std::move(emit)), m_inotify(inotify_init1(IN_CLOEXEC | IN_NONBLOCK))
{
    for (auto dir = m_dirs.system.rbegin(); dir != m_dirs.system.rend(); ++dir)
        m_layers.push_back({in(*dir), {}});
    m_layers.push_back({user_file(), {}});
    if (m_inotify)
        m_source = SourceId{g_unix_fd_add(
            m_inotify.get(), G_IO_IN, [](int, GIOCondition, gpointer self) -> gboolean { return static_cast<SettingsWatch *>(self)->read_events(); }, this)};
}

void SettingsWatch::start()
{
    read();
    if (!m_inotify)
        log::warning("settings are read at the start only: there is no inotify");
    else if (!g_file_test(m_dirs.user.c_str(), G_FILE_TEST_IS_DIR))
        log::info(std::format("settings are read at the start only: {} is not there to be watched", m_dirs.user));
}

std::string SettingsWatch::user_file() const
{
    return in(m_dirs.user);
}

void SettingsWatch::read()
{
    m_unreadable.clear();
    for (SettingsLayer &layer : m_layers) {
        watch_directory_of(layer.path); // before the file is read, or a change in between would never be seen
        if (const auto text = read_rc_text(layer.path))
            layer.file = parse_rc(*text);
        else
            m_unreadable.push_back(text.error().sentence + "; what it said before stays");
    }
    m_settings = cascade(m_layers, m_settings ? &*m_settings : nullptr);
    complain();
    read_popup_choice();
    auto settings = m_settings->differing();
    if (settings == m_emitted)
        return;
    m_emitted = settings;
    m_emit(event::SettingsRead{std::move(settings)});
}

/// A file that can't be read leaves it as it was.
void SettingsWatch::read_popup_choice()
{
    std::vector<RcFile> files;
    for (const SettingsLayer &layer : m_layers) {
        const std::string path = layer.path.substr(0, layer.path.rfind('/') + 1) + popup_choice_file;
        watch_directory_of(path);
        const auto text = read_rc_text(path);
        if (!text)
            return;
        files.push_back(parse_rc(*text));
    }
    if (const bool shows = shows_popup(files); shows != std::exchange(m_shows_popup, shows))
        m_emit(event::PopupChosen{shows});
}

/// Once for each line that is wrong, however often the files are read.
void SettingsWatch::complain()
{
    auto complaints = m_unreadable;
    complaints.insert(complaints.end(), m_settings->complaints.begin(), m_settings->complaints.end());
    std::size_t told = 0;
    std::size_t untold = 0;
    for (const std::string &complaint : complaints) {
        if (std::ranges::contains(m_complained, complaint))
            continue;
        if (told < most_complaints) {
            log::warning(complaint);
            ++told;
        } else {
            ++untold;
        }
    }
    if (untold > 0)
        log::warning(std::format("{} more lines of settings make no sense", untold));
    m_complained = std::move(complaints);
}

void SettingsWatch::read_soon()
{
    if (m_soon)
        return;
    m_soon = SourceId{g_timeout_add(
        writers_settle_ms,
        [](gpointer data) -> gboolean {
            auto *self = static_cast<SettingsWatch *>(data);
            self->m_soon.forget();
            self->read();
            return G_SOURCE_REMOVE;
        },
        this)};
}

void SettingsWatch::watch_directory_of(const std::string &file)
{
    const auto watch_beside = [this](const std::string &path) {
        const auto slash = path.rfind('/');
        watch(path.substr(0, slash), path.substr(slash + 1));
    };
    watch_beside(file);
    // A link into a folder of dotfiles: what it leads to is written there, and nothing happens here.
    if (const auto real = real_path(file); real != file)
        watch_beside(real);
}

/// The directory and not the file: whoever saves by renaming puts another file in its place.
void SettingsWatch::watch(const std::string &directory, const std::string &name)
{
    if (const int watch = inotify_add_watch(m_inotify.get(), directory.c_str(), changes | IN_ONLYDIR); watch >= 0)
        m_watches[watch].insert(name);
}

bool SettingsWatch::read_events()
{
    (void)take_inotify_events(m_inotify.get(), [this](const inotify_event &seen) {
        const auto found = m_watches.find(seen.wd);
        if ((seen.mask & IN_Q_OVERFLOW) != 0 || (found != m_watches.end() && seen.len > 0 && found->second.contains(seen.name)))
            read_soon();
        if (found != m_watches.end() && (seen.mask & IN_IGNORED) != 0) {
            m_watches.erase(found);
            read_soon(); // the directory is gone, and perhaps there again
        }
    });
    return G_SOURCE_CONTINUE;
}

Result<void> SettingsWatch::set(const std::string &name, const std::string &value)
{
    if (!find_setting(name))
        return error(ErrorKind::BadInput, wrong({name, value}).value_or(""));
    const auto chosen = value.empty() ? std::optional<std::string>{} : canonical({name, value});
    if (!value.empty() && !chosen)
        return error(ErrorKind::BadInput, wrong({name, value}).value_or(""));
    read(); // what was written in the last moment counts
    if (const std::string where = m_settings->fixed_where(name); !where.empty())
        return error(ErrorKind::Refused, std::format("{} is fixed by {}", name, where));
    const std::string file = user_file();
    const auto text = read_rc_text(file);
    if (!text)
        return std::unexpected(text.error());
    const std::string group = name.substr(0, name.rfind('/'));
    const std::string key = name.substr(name.rfind('/') + 1);
    const Settings below = cascade(std::span{m_layers}.first(m_layers.size() - 1), nullptr);
    const std::string changed = !chosen || *chosen == below.value(name) ? without_entry(*text, group, key) : with_entry(*text, group, key, *chosen);
    if (changed == *text)
        return {};
    if (auto written = write_rc_text(file, changed); !written)
        return written;
    read();
    return {};
}

} // namespace headroom
