// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/settings/settings_files.h"

#include "model/settings.h"
#include "sys/own_language.h"
#include "watch/settings/popup_choice.h"
#include "watch/settings/rc_edit.h"
#include "watch/settings/rc_text.h"

#include <cstdint>
#include <format>
#include <glib.h>
#include <span>
#include <sys/inotify.h>
#include <utility>

namespace headroom {

namespace {

constexpr const char *file_name = "headroomrc";
/// A file that is written in place is read when it is closed, since a part of it would be wrong. If
/// there was none, Qt links a complete, unnamed file (linkat), which causes only IN_CREATE. A file
/// that is incomplete at its creation is read again when it is closed.
constexpr std::uint32_t changes =
    IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE;

std::string in(const std::string &directory)
{
    return directory + "/" + file_name;
}

std::string directory_of(const std::string &path)
{
    return path.substr(0, path.rfind('/'));
}

/// Whether a pattern gives the app a rule other than "normal". Then "normal" must be written.
bool has_pattern(const Settings &settings, const std::string &name)
{
    const std::string_view app = app_of_rule(name);
    if (app.empty())
        return false;
    Config config = config_from(settings.differing());
    config.rules.clear();
    return config.rule(AppId{app}) != AppRule::Normal;
}

Result<void> write_request(const std::vector<SettingsLayer> &layers,
                           const std::optional<Settings> &last, const Result<std::string> &text,
                           const SettingRequest &request)
{
    const Settings now = cascade(layers, last ? &*last : nullptr);
    if (const std::string where = now.fixed_where(request.name); !where.empty())
        return error(ErrorKind::Refused,
                     in_own_language(say("answer to a request: a setting, and the file that has it",
                                         "{} is fixed by {}", request.name, where)));
    if (!text)
        return std::unexpected(text.error());
    const std::string group = request.name.substr(0, request.name.rfind('/'));
    const std::string key = request.name.substr(request.name.rfind('/') + 1);
    const Settings below = cascade(std::span{layers}.first(layers.size() - 1), nullptr);
    const bool is_usual = !request.value
        || (*request.value == below.value(request.name) && !has_pattern(now, request.name));
    const std::string changed =
        is_usual ? without_entry(*text, group, key) : with_entry(*text, group, key, *request.value);
    return changed == *text ? Result<void>{} : write_rc_text(layers.back().path, changed);
}

} // namespace

ConfigDirs ConfigDirs::of_environment()
{
    ConfigDirs dirs{.user = g_get_user_config_dir(), .system = {}};
    for (const char *const *dir = g_get_system_config_dirs(); *dir; ++dir)
        dirs.system.emplace_back(*dir);
    return dirs;
}

SettingsFiles::SettingsFiles(const ConfigDirs &dirs, Read read) : m_read(std::move(read))
{
    auto inotify = std::make_shared<Inotify>();
    (void)inotify->open(); // inotify() reports a failure
    m_inotify = std::move(inotify);
    for (auto dir = dirs.system.rbegin(); dir != dirs.system.rend(); ++dir)
        m_paths.push_back(in(*dir));
    m_paths.push_back(in(dirs.user));
}

std::string SettingsFiles::user_dir() const
{
    return directory_of(m_paths.back());
}

SettingsTexts SettingsFiles::read() const
{
    SettingsTexts texts;
    const auto take = [&](const std::string &path, std::vector<Result<std::string>> &into) {
        // Before the file is read, or a change in between would be missed.
        watch_directory_of(path, texts);
        into.push_back(m_read(path));
    };
    for (const std::string &path : m_paths) {
        take(path, texts.settings);
        take(directory_of(path) + "/" + popup_choice_file, texts.popups);
    }
    texts.has_user_dir = g_file_test(user_dir().c_str(), G_FILE_TEST_IS_DIR) != FALSE;
    return texts;
}

void SettingsFiles::watch_directory_of(const std::string &file, SettingsTexts &texts) const
{
    const auto watch_beside = [&](const std::string &path) {
        watch(directory_of(path), path.substr(path.rfind('/') + 1), texts);
    };
    watch_beside(file);
    // A link into a folder of dotfiles: its target is written there, and nothing changes here.
    if (const auto real = real_path(file); real != file)
        watch_beside(real);
}

/// Watches the directory and not the file: saving by renaming puts another file in its place.
void SettingsFiles::watch(const std::string &directory, const std::string &name,
                          SettingsTexts &texts) const
{
    if (const int watch = inotify_add_watch(inotify(), directory.c_str(), changes | IN_ONLYDIR);
        watch >= 0)
        texts.watches[watch].insert(name);
}

std::vector<std::string> take_texts(const SettingsTexts &texts, std::vector<SettingsLayer> &layers)
{
    std::vector<std::string> unreadable;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        if (const auto &text = texts.settings.at(i))
            layers[i].file = parse_rc(*text);
        else
            unreadable.push_back(text.error().sentence + "; its last values stay in force");
    }
    return unreadable;
}

SettingChanged change_setting(const SettingsFiles &files, std::vector<SettingsLayer> layers,
                              const std::optional<Settings> &last, const SettingRequest &request)
{
    const SettingsTexts before = files.read(); // the latest write counts
    (void)take_texts(before, layers); // the caller logs complaints when it takes all in
    Result<void> done = write_request(layers, last, before.settings.back(), request);
    return {std::move(done), files.read()};
}

} // namespace headroom
