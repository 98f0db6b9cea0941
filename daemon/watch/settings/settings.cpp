// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/settings/settings.h"

#include "model/settings.h"
#include "sys/log.h"
#include "sys/own_language.h"
#include "watch/settings/popup_choice.h"

#include <algorithm>
#include <chrono>
#include <format>
#include <glib-unix.h>
#include <memory>
#include <utility>

namespace headroom {

namespace {

/// A sleeping disk takes longer, and then the desktop waits for it, too.
constexpr auto start_waits_for = std::chrono::seconds{1};
/// Some editors move the old file away before the new one is there. Without a pause the defaults
/// would be seen.
constexpr guint writers_settle_ms = 100;
/// The caller waits for the answer, and gives up after 25 s.
constexpr guint answered_within_s = 5;
constexpr std::size_t most_changes = 64;
/// For each read, so that a file in another format can't fill the journal.
constexpr std::size_t most_complaints = 8;

Result<void> too_slow()
{
    return error(ErrorKind::Failed,
                 in_own_language(say("answer to a request",
                                     "the settings can't be read or written, since a file system "
                                     "doesn't answer; the change may still be written later")));
}

Lane lane()
{
    return {"headroom-rc", "",
            "the settings can't be read, since a file system doesn't answer: until it does, what "
            "they were last holds, or the defaults"};
}

} // namespace

SettingsWatch::SettingsWatch(const ConfigDirs &dirs, Emit emit, SettingsFiles::Read read)
    : m_files(dirs, std::move(read)), m_emit(std::move(emit))
{
    for (const std::string &path : m_files.paths())
        m_layers.push_back({path, {}});
    if (m_files.inotify() >= 0)
        m_source = SourceId{g_unix_fd_add(
            m_files.inotify(), G_IO_IN,
            [](int, GIOCondition, gpointer self) -> gboolean {
                return static_cast<SettingsWatch *>(self)->read_events();
            },
            this)};
}

void SettingsWatch::start()
{
    m_to_read = true;
    start_next();
    if (m_texts.wait_for(start_waits_for) == std::future_status::ready)
        take(m_texts.get());
    if (m_files.inotify() < 0)
        log::warning("settings are read at the start only: there is no inotify");
}

/// Changes are written in order of arrival.
void SettingsWatch::start_next()
{
    if (m_busy)
        return;
    if (!m_changes.empty())
        begin_change();
    else if (std::exchange(m_to_read, false))
        begin_reading();
}

void SettingsWatch::begin_reading()
{
    m_busy = true;
    auto promise = std::make_shared<std::promise<SettingsTexts>>();
    m_texts = promise->get_future();
    off_the_loop<bool>(
        m_errands.get(), lane(),
        [files = m_files, promise] { return promise->set_value(files.read()), true; },
        [this](bool) {
            m_busy = false;
            if (m_texts.valid()) // otherwise the start has taken it
                take(m_texts.get());
            start_next();
        });
}

void SettingsWatch::begin_change()
{
    m_busy = m_writes = true;
    off_the_loop<SettingChanged>(
        m_errands.get(), lane(),
        [files = m_files, layers = m_layers, last = m_settings,
         request = m_changes.begin()->second.request] {
            return change_setting(files, layers, last, request);
        },
        [this](const SettingChanged &changed) {
            m_busy = m_writes = false;
            // A value that is the default is no longer in the file. It is not one that a file with
            // a mistake lacks for that reason, and keeps.
            if (changed.done && m_settings)
                m_settings->values.erase(m_changes.begin()->second.request.name);
            take(changed.texts);
            const auto change = m_changes.extract(m_changes.begin());
            if (change.mapped().done)
                change.mapped().done(changed.done);
            start_next();
        });
}

void SettingsWatch::set(const std::string &name, const std::string &value, Done done)
{
    const auto chosen = value.empty() ? std::optional<std::string>{} : canonical({name, value});
    if (!find_setting(name) || (!value.empty() && !chosen))
        return done(error(ErrorKind::BadInput, wrong({name, value}).value_or("")));
    if (m_changes.size() >= most_changes)
        return done(too_slow());
    const std::uint64_t number = ++m_last_change;
    auto timeout = Timer::once_in_seconds(answered_within_s, [this, number] { time_out(number); });
    m_changes.emplace(number, PendingChange{{name, chosen}, std::move(done), std::move(timeout)});
    start_next();
}

/// The change that is being written may still be written. The others are dropped: taking effect
/// hours later would surprise the user.
void SettingsWatch::time_out(std::uint64_t number)
{
    const auto change = m_changes.find(number);
    const Done done = std::exchange(change->second.done, {});
    if (!m_writes || change != m_changes.begin())
        m_changes.erase(change);
    done(too_slow());
}

void SettingsWatch::take(const SettingsTexts &texts)
{
    for (const auto &[watch, names] : texts.watches)
        m_watches[watch].insert(names.begin(), names.end());
    const bool is_first = !m_settings;
    auto complaints = take_texts(texts, m_layers);
    m_settings = cascade(m_layers, m_settings ? &*m_settings : nullptr);
    complaints.insert(complaints.end(), m_settings->complaints.begin(),
                      m_settings->complaints.end());
    log_complaints(std::move(complaints));
    if (is_first && !texts.has_user_dir)
        log::info(std::format("settings are read at the start only: {} is not there to be watched",
                              m_files.user_dir()));
    take_popup_choice(texts.popups);
    auto settings = m_settings->differing();
    if (settings == m_emitted)
        return;
    m_emitted = settings;
    m_emit(event::SettingsRead{std::move(settings)});
}

/// An unreadable file leaves the choice unchanged.
void SettingsWatch::take_popup_choice(const std::vector<Result<std::string>> &texts)
{
    std::vector<RcFile> files;
    for (const auto &text : texts) {
        if (!text)
            return;
        files.push_back(parse_rc(*text));
    }
    if (const bool shows = shows_popup(files); shows != std::exchange(m_shows_popup, shows))
        m_emit(event::PopupChosen{shows});
}

/// Logs each wrong line once, however often the files are read.
void SettingsWatch::log_complaints(std::vector<std::string> complaints)
{
    std::size_t logged = 0;
    std::size_t not_logged = 0;
    for (const std::string &complaint : complaints) {
        if (std::ranges::contains(m_complained, complaint))
            continue;
        if (logged < most_complaints) {
            log::warning(complaint);
            ++logged;
        } else {
            ++not_logged;
        }
    }
    if (not_logged > 0)
        log::warning(std::format("{} more lines of settings are invalid", not_logged));
    m_complained = std::move(complaints);
}

void SettingsWatch::read_soon()
{
    if (m_soon)
        return;
    m_soon = Timer::once(writers_settle_ms, [this] {
        m_to_read = true;
        start_next();
    });
}

bool SettingsWatch::read_events()
{
    (void)take_inotify_events(m_files.inotify(), [this](const inotify_event &seen) {
        const auto found = m_watches.find(seen.wd);
        // While a thread reads, it may watch directories that aren't known here yet.
        if ((seen.mask & IN_Q_OVERFLOW) != 0 || m_busy
            || (found != m_watches.end() && seen.len > 0 && found->second.contains(seen.name)))
            read_soon();
        if (found != m_watches.end() && (seen.mask & IN_IGNORED) != 0) {
            m_watches.erase(found);
            read_soon(); // the directory is gone, and may be back already
        }
    });
    return G_SOURCE_CONTINUE;
}

} // namespace headroom
