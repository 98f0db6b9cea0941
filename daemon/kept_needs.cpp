// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "kept_needs.h"

#include "sys/json.h"
#include "sys/log.h"
#include "sys/off_the_loop.h"
#include "sys/own_file.h"
#include "sys/whole_text.h"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace headroom {

namespace {

constexpr const char *lane = "headroom-needs";
constexpr std::int64_t most_bytes = std::int64_t{1} << 53; ///< what JSON readers don't round

Result<DayNeed> need_in(JsonValue json)
{
    const auto app = json["app"].text();
    const auto day = json["day"].whole_number(last_day);
    const auto bytes = json["bytes"].whole_number(most_bytes);
    if (!app || !day || !bytes)
        return error(ErrorKind::BadInput, "an entry lacks its application, day or bytes");
    return DayNeed{*app, static_cast<std::int32_t>(*day), static_cast<std::uint64_t>(*bytes)};
}

std::string as_text(const std::map<AppId, NeedHistory> &all)
{
    const ObjectPtr<JsonBuilder> json{json_builder_new()};
    json_builder_begin_object(json.get());
    json_builder_set_member_name(json.get(), "needs");
    json_builder_begin_array(json.get());
    for (const auto &[app, history] : all) {
        for (const auto &[day, bytes] : history) {
            json_builder_begin_object(json.get());
            json_builder_set_member_name(json.get(), "app");
            json_builder_add_string_value(json.get(), app.c_str());
            json_builder_set_member_name(json.get(), "day");
            json_builder_add_int_value(json.get(), day);
            json_builder_set_member_name(json.get(), "bytes");
            json_builder_add_int_value(json.get(), static_cast<gint64>(bytes));
            json_builder_end_object(json.get());
        }
    }
    json_builder_end_array(json.get());
    json_builder_end_object(json.get());
    g_autoptr(JsonNode) root = json_builder_get_root(json.get());
    g_autofree char *text = json_to_string(root, FALSE);
    return std::string{text} + "\n";
}

/// By the wall clock, in local time.
std::int32_t today()
{
    g_autoptr(GDateTime) now = g_date_time_new_now_local();
    const std::chrono::sys_days day = std::chrono::year{g_date_time_get_year(now)}
        / std::chrono::month{static_cast<unsigned>(g_date_time_get_month(now))}
        / std::chrono::day{static_cast<unsigned>(g_date_time_get_day_of_month(now))};
    return static_cast<std::int32_t>(day.time_since_epoch().count());
}

/// A disk that failed once, or a newer version, is no reason to lose two weeks.
Result<void> put_aside(const std::string &path)
{
    if (std::rename(path.c_str(), (path + ".unread").c_str()) != 0 && errno != ENOENT)
        return system_error(errno, "putting aside " + path);
    return {};
}

} // namespace

std::string needs_path()
{
    const std::string state = g_get_user_state_dir();
    return state.starts_with('/') ? state + "/headroom/needs.json" : "";
}

Result<std::vector<DayNeed>> read_needs(const std::string &path)
{
    const auto file = open_own_file(path, O_RDONLY);
    if (!file && file.error().code == ENOENT)
        return std::vector<DayNeed>{};
    if (!file)
        return std::unexpected(file.error());
    const auto text = read_whole(*file, path);
    if (!text)
        return std::unexpected(text.error());
    const auto document = parse_json(*text);
    const auto list = document.and_then([](const auto &json) { return json.root["needs"].list(); });
    if (!list)
        return error(ErrorKind::BadInput, path + " has no list of needs");
    std::vector<DayNeed> needs;
    for (const JsonValue json : *list) {
        auto need = need_in(json);
        if (!need)
            return error(ErrorKind::BadInput, path + ": " + need.error().sentence);
        needs.push_back(std::move(*need));
    }
    return needs;
}

Result<void> write_needs(const std::string &path, const std::map<AppId, NeedHistory> &all)
{
    const std::string directory = path.substr(0, path.rfind('/'));
    if (g_mkdir_with_parents(directory.c_str(), S_IRWXU) != 0)
        return system_error(errno, "making " + directory);
    const std::string next = path + ".new";
    const auto file = open_own_file(next, O_WRONLY | O_CREAT | O_TRUNC);
    if (!file)
        return std::unexpected(file.error());
    auto written = write_whole(*file, as_text(all), next);
    if (written && fdatasync(file->get()) != 0)
        written = system_error(errno, "writing " + next);
    if (written && std::rename(next.c_str(), path.c_str()) != 0)
        written = system_error(errno, "renaming " + next);
    if (!written)
        (void)unlink(next.c_str()); // incomplete; the old file is still there
    return written;
}

KeptNeeds::~KeptNeeds()
{
    g_cancellable_cancel(m_end.get());
}

void KeptNeeds::start()
{
    if (m_path.empty())
        return;
    m_busy = true; // nothing is written over what is still being read
    off_the_loop<Result<std::vector<DayNeed>>>(
        m_end.get(), lane,
        [path = m_path] {
            return read_needs(path).transform(
                [](std::vector<DayNeed> needs) { return of_two_weeks(std::move(needs), today()); });
        },
        [this](Result<std::vector<DayNeed>> needs) {
            m_busy = false;
            m_is_unread = !needs;
            if (!needs)
                log::warning(needs.error().sentence + ", ignoring it");
            else if (!needs->empty())
                m_emit(event::NeedsKept{std::move(*needs)});
        });
}

void KeptNeeds::add(const AppId &app, std::uint64_t bytes)
{
    const DayNeed need{app, today(), bytes};
    if (!m_path.empty())
        m_added.insert_or_assign(app, need);
    m_emit(event::NeedsKept{{need}});
}

/// One write at a time: needs that are added meanwhile are written after a later turn.
void KeptNeeds::save(const std::map<AppId, NeedHistory> &all)
{
    if (m_path.empty() || m_busy || m_added.empty())
        return;
    auto with_these = all; // the event may still be in the queue
    for (const auto &[app, need] : std::exchange(m_added, {}))
        keep(with_these, need);
    m_busy = true;
    off_the_loop<Result<void>>(
        m_end.get(), lane,
        [path = m_path, needs = of_two_weeks(std::move(with_these), today()), keep = m_is_unread] {
            const auto kept = keep ? put_aside(path) : Result<void>{};
            return kept ? write_needs(path, needs) : kept;
        },
        [this](const Result<void> &written) {
            m_busy = false;
            if (written)
                m_is_unread = false;
            else
                log::warning(written.error().sentence);
        });
}

} // namespace headroom
