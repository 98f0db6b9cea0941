// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "measured_weights.h"

#include <utility>

#include <glib/gi18n.h>

#include "contest_loads.h"
#include "daemon_proxy.h"
#include "json_members.h"
#include "model/config.h"
#include "model/disk_weight.h"
#include "sys/disk_schedulers.h"
#include "terminal_text.h"
#include "words.h"

namespace headroom::ctl {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds length{2000};
constexpr double seconds = std::chrono::duration<double>(length).count();

/// The setting of a daemon that has its properties.
std::uint64_t chosen_weight(HeadroomDbusManager *daemon, const char *setting, std::uint64_t usual)
{
    GVariant *settings = headroom_dbus_manager_get_settings(daemon);
    const char *text = nullptr;
    if (settings == nullptr || !g_variant_lookup(settings, setting, "&s", &text))
        return usual;
    const std::uint64_t weight = g_ascii_strtoull(text, nullptr, 10);
    return weight > 0 ? weight : usual;
}

/// As headroomd would set it.
Weight property_for(Weighted what, std::uint64_t weight)
{
    if (what == Weighted::Cpu)
        return {"CPUWeight", weight};
    const bool only_bfq = io_weighted("/sys", "/sys/fs/cgroup") == IoWeighted::OnlyBfq;
    return {"IOWeight", only_bfq ? io_weight_for_bfq(weight) : weight};
}

std::expected<MeasuredWeight, Failure> measured(Weighted what, Contest &contest,
                                                GDBusConnection *bus, std::uint64_t weight)
{
    const auto shares = contest.hold(bus, property_for(what, weight), length);
    if (!shares)
        return std::unexpected(shares.error());
    const double all = static_cast<double>(shares->front) + static_cast<double>(shares->other);
    constexpr double us_a_second = 1e6;
    return MeasuredWeight{.what = what,
                          .weight = weight,
                          .share = shares->percent(),
                          .expected =
                              100 * static_cast<double>(weight) / static_cast<double>(weight + 100),
                          .total = all / seconds / (what == Weighted::Cpu ? us_a_second : 1)};
}

std::string percent(double share)
{
    return formatted("%.0f %%", share);
}

/// Empty: there is none.
std::string verdict(const MeasuredWeight &measured)
{
    const auto works = measured.works();
    if (!works)
        return {};
    if (measured.what == Weighted::Cpu)
        return *works
            ? C_("doctor: a sentence", "So CPU weights work on this computer.")
            : C_("doctor: a sentence", "So CPU weights have little or no effect on this computer.");
    return *works ? C_("doctor: a sentence", "So disk weights work there.")
                  : C_("doctor: a sentence", "So disk weights have little or no effect there.");
}

std::string line_of(const std::string &sentence, const MeasuredWeight &measured)
{
    const std::string follows = verdict(measured);
    return sentence + (follows.empty() ? "" : " " + follows) + "\n";
}

std::string cpu_sentence(const MeasuredWeight &cpu)
{
    // Translators: two shares in percent.
    return formatted(C_("doctor: a sentence",
                        "Measured for two seconds: the active app would get %s of a CPU that "
                        "another app wants, too. Its weight stands for %s."),
                     percent(cpu.share).c_str(), percent(cpu.expected).c_str());
}

std::string disk_sentence(const MeasuredWeight &disk, const std::string &directory)
{
    // Translators: a share in percent, a directory, an amount of data and another share.
    return formatted(C_("doctor: a sentence",
                        "Measured for two seconds: the active app would get %s of the disk below "
                        "%s while another app reads, too (%s a second together). Its weight "
                        "stands for %s."),
                     percent(disk.share).c_str(), directory.c_str(),
                     bytes(static_cast<std::uint64_t>(disk.total)).c_str(),
                     percent(disk.expected).c_str());
}

void add_weight(JsonBuilder *json, const char *member, const std::optional<MeasuredWeight> &of,
                const char *total)
{
    json_builder_set_member_name(json, member);
    if (!of) {
        json_builder_add_null_value(json);
        return;
    }
    json_builder_begin_object(json);
    json_builder_set_member_name(json, "works");
    if (const auto works = of->works())
        json_builder_add_boolean_value(json, *works);
    else
        json_builder_add_null_value(json);
    add_number(json, "weight", static_cast<std::int64_t>(of->weight));
    for (const auto &[name, value] :
         {std::pair{"share", of->share}, {"expected", of->expected}, {total, of->total}}) {
        json_builder_set_member_name(json, name);
        json_builder_add_double_value(json, value);
    }
    json_builder_end_object(json);
}

} // namespace

std::expected<WeightContests, Failure> prepare_contests(bool cpu, bool disk)
{
    WeightContests contests{.cpu = {}, .disk = {}, .directory = g_get_user_cache_dir()};
    if (cpu) {
        auto prepared = Contest::prepare(cpu_load());
        if (!prepared)
            return std::unexpected(prepared.error());
        contests.cpu = std::move(*prepared);
    }
    if (disk) {
        const auto load = disk_load(contests.directory);
        if (!load)
            return std::unexpected(load.error());
        auto prepared = Contest::prepare(*load);
        if (!prepared)
            return std::unexpected(prepared.error());
        contests.disk = std::move(*prepared);
    }
    return contests;
}

std::expected<MeasuredWeights, Failure> measure(WeightContests &contests,
                                                HeadroomDbusManager *daemon)
{
    MeasuredWeights result{.cpu = {}, .disk = {}, .directory = contests.directory};
    const Weights usual = Config{}.boosted;
    if (contests.cpu) {
        const auto cpu = measured(Weighted::Cpu, *contests.cpu, bus_of(daemon),
                                  chosen_weight(daemon, "Boost/CpuWeight", *usual.cpu));
        if (!cpu)
            return std::unexpected(cpu.error());
        result.cpu = *cpu;
    }
    if (contests.disk) {
        const auto disk = measured(Weighted::Disk, *contests.disk, bus_of(daemon),
                                   chosen_weight(daemon, "Boost/IoWeight", *usual.io));
        if (!disk)
            return std::unexpected(disk.error());
        result.disk = *disk;
    }
    return result;
}

std::string as_text(const MeasuredWeights &measured)
{
    std::string text;
    if (measured.cpu)
        text += line_of(cpu_sentence(*measured.cpu), *measured.cpu);
    if (measured.disk)
        text +=
            line_of(plain_text(disk_sentence(*measured.disk, measured.directory)), *measured.disk);
    return text;
}

void add_measured(JsonBuilder *json, const MeasuredWeights &measured)
{
    json_builder_set_member_name(json, "measured");
    json_builder_begin_object(json);
    add_weight(json, "cpu", measured.cpu, "cpus");
    add_weight(json, "io", measured.disk, "bytes_per_second");
    json_builder_end_object(json);
}

} // namespace headroom::ctl
