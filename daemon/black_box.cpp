// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "black_box.h"

#include "model/news.h"
#include "recording/event_json.h"
#include "sys/log.h"
#include "sys/off_the_loop.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <utility>
#include <variant>
#include <vector>

namespace headroom {

struct BlackBox::Shelf {
    std::optional<BlackBoxFile> file;
};

namespace {

std::vector<black_box::Held> apps_that_hold_most(const Session &session)
{
    std::map<AppId, std::uint64_t> held;
    for (const auto &[id, unit] : session.units) {
        const UnitUse *use = session.pressure.use(id);
        if (use && use->held && !unit.app.empty())
            held[unit.app] += *use->held;
    }
    std::vector<black_box::Held> most;
    for (const auto &[app, bytes] : held)
        most.push_back({app, bytes});
    const auto count = std::min(most.size(), BlackBox::most_apps);
    std::ranges::partial_sort(most, most.begin() + static_cast<std::ptrdiff_t>(count),
                              std::greater{}, &black_box::Held::bytes);
    most.resize(count);
    return most;
}

/// One thread that never ends: all errands share the file, and each may wait for a slow disk.
Lane lane()
{
    Lane one{"headroom-box"};
    one.has_one_thread = true;
    return one;
}

} // namespace

std::string black_box_path()
{
    const std::string state = g_get_user_state_dir();
    return state.starts_with('/') ? state + "/headroom/black-box" : "";
}

std::string present_boot()
{
    std::ifstream file{"/proc/sys/kernel/random/boot_id"};
    std::string id;
    file >> id;
    return id;
}

BlackBox::BlackBox(std::string path, std::string boot)
    : m_path(std::move(path)), m_boot(std::move(boot)), m_shelf(std::make_shared<Shelf>())
{
}

/// An open record is not closed at once, even at calm. A killed daemon may be restarted while the
/// machine is about to hang, before pressure is known.
void BlackBox::start()
{
    if (m_path.empty() || m_boot.empty())
        return;
    m_looking = true;
    off_the_loop<bool>(
        m_end.get(), lane(),
        [shelf = m_shelf, path = m_path, boot = m_boot] {
            auto file = BlackBoxFile::find(path);
            if (!file || !*file)
                return false; // a write reports what is wrong with it
            shelf->file = std::move(*file);
            const auto &last = shelf->file->found();
            return last && last->boot == boot && !last->closes;
        },
        [this](bool was_left_open) {
            m_looking = false;
            m_is_open = m_is_open || was_left_open;
            m_was_left_open = was_left_open;
        });
}

void BlackBox::close(Level level, WallTime wall)
{
    if (m_is_open)
        add({.boot = m_boot,
             .at = wall,
             .level = level == Level::Calm ? level : Level::Unknown,
             .closes = true});
}

/// The change to calm at the start was none: nothing was known then.
void BlackBox::close_what_was_left(TimePoint now, WallTime wall)
{
    if (!m_was_left_open)
        return;
    if (!m_calm_since)
        m_calm_since = now;
    if (now - *m_calm_since < over_after)
        return;
    m_was_left_open = false;
    close(Level::Calm, wall);
}

black_box::Line BlackBox::line_of(const Session &session, WallTime wall) const
{
    black_box::Line line{.boot = m_boot, .at = wall, .level = session.level};
    if (const NamedCulprit *culprit = session.culprit_to_show()) {
        line.culprit = culprit->app;
        line.resource = culprit->resource ? std::string{name_of(*culprit->resource)} : "";
        line.paused = session.is_paused(culprit->app);
    }
    line.most = apps_that_hold_most(session);
    return line;
}

void BlackBox::sampled(const Session &session, TimePoint now, WallTime wall)
{
    if (session.level < Level::Uneasy)
        return close_what_was_left(now, wall);
    m_calm_since.reset();
    if (m_last && now < *m_last + every)
        return;
    m_last = now;
    add(line_of(session, wall));
}

void BlackBox::acted(const Session &session, const Action &action, WallTime wall)
{
    const auto *change = std::get_if<action::ChangeLevel>(&action.what);
    const bool is_over = change && change->level < Level::Uneasy;
    if (is_over ? !m_is_open : session.level < Level::Uneasy && !change)
        return;
    if (!change && !is_news(action))
        return;
    black_box::Line line = line_of(session, wall);
    line.closes = is_over;
    line.action = verb(action);
    line.app = action.app;
    line.reason = action.reason.in_english();
    if (change)
        line.level = change->level;
    add(std::move(line));
}

void BlackBox::add(black_box::Line line)
{
    if (m_path.empty() || m_boot.empty())
        return;
    if (m_waiting.size() >= most_waiting) {
        ++m_dropped;
        if (!line.closes)
            return;
        m_waiting.pop_back(); // without the end of the record, the machine would seem to have hung
    }
    m_is_open = !line.closes;
    m_waiting.push_back(std::move(line));
    if (!m_writing)
        write_next();
}

void BlackBox::write_next()
{
    m_writing = true;
    off_the_loop<Result<void>>(
        m_end.get(), lane(),
        [shelf = m_shelf, path = m_path, line = m_waiting.front()]() mutable -> Result<void> {
            if (!shelf->file || shelf->file->is_deleted()) {
                auto file = BlackBoxFile::open(path);
                if (!file)
                    return std::unexpected(file.error());
                shelf->file = std::move(*file);
            }
            return shelf->file->write(std::move(line));
        },
        [this](const Result<void> &written) {
            m_writing = false;
            const bool has_end = std::ranges::any_of(m_waiting, &black_box::Line::closes);
            m_waiting.pop_front();
            const bool failed_before = std::exchange(m_failed, !written);
            if (!written) {
                if (!failed_before)
                    log::warning("what happens under pressure is not recorded: "
                                 + written.error().sentence);
                m_shelf->file.reset(); // the disk may have room later: the next line opens it again
                m_waiting.clear();
                m_is_open = m_is_open || has_end; // otherwise the machine would seem to have hung
            } else if (!m_waiting.empty()) {
                write_next();
            } else if (const auto dropped = std::exchange(m_dropped, 0); dropped > 0) {
                log::warning("the disk was too slow to record all that happened: "
                             + std::to_string(dropped) + " lines are missing");
            }
        });
}

} // namespace headroom
