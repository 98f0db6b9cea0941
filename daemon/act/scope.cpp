// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/scope.h"

#include "model/own_unit_name.h"
#include "sys/desktop_file.h"
#include "sys/log.h"
#include "sys/plain_text.h"

#include <cerrno>
#include <format>
#include <sys/random.h>

namespace headroom {

namespace {

constexpr int most_passes = 50;
constexpr guint between_passes_ms = 4;
constexpr int most_failures = 3;
/// It is best to move an app before it first gets the focus, because GNOME Shell then notes its
/// unit.
constexpr guint label_within_ms = 200;

std::string random_field()
{
    std::uint64_t bits = 0;
    if (getrandom(&bits, sizeof bits, GRND_NONBLOCK) != sizeof bits)
        bits = (static_cast<std::uint64_t>(g_random_int()) << 32U) | g_random_int();
    return std::format("{:016x}", bits);
}

} // namespace

Adopter::Adopter(const World &world, TabRejoiner &rejoiner, Report report)
    : m_world(world), m_rejoiner(rejoiner), m_report(std::move(report))
{
}

GVariant *Adopter::scope_properties(const Plan &plan, const Label &label)
{
    GVariantBuilder properties;
    g_variant_builder_init(&properties, G_VARIANT_TYPE("a(sv)"));
    const auto add = [&](const char *name, GVariant *value) {
        g_variant_builder_add(&properties, "(sv)", name, value);
    };
    add("Slice", g_variant_new_string("app.slice"));
    add("Delegate",
        g_variant_new_boolean(TRUE)); // so that we alone may move the rest of the tree in
    add("OOMPolicy",
        // The default would stop the whole app when the kernel kills one of its renderers.
        g_variant_new_string("continue"));
    add("CollectMode", g_variant_new_string("inactive-or-failed"));
    // systemd writes it to a file as it is, and reads that file again. A line break in a desktop
    // file's name would begin a line of the unit.
    add("Description", g_variant_new_string(plain_text(label.name).c_str()));
    if (!label.file.empty() && plan.terminal.empty())
        add("SourcePath", g_variant_new_string(label.file.c_str()));
    const char *const terminals[] = {plan.terminal.c_str()};
    if (!plan.terminal.empty())
        add("PartOf",
            g_variant_new_strv(terminals, 1)); // stopping the terminal's unit also stops its tabs
    const gint32 first_fd = 0;
    add("PIDFDs", g_variant_new_fixed_array(G_VARIANT_TYPE_HANDLE, &first_fd, 1, sizeof first_fd));
    return g_variant_builder_end(&properties);
}

void Adopter::adopt(ProcessId leader, UnitId source, const AppId &app, UnitId parents)
{
    const auto pidfd = m_world.table.hold(leader.pid);
    auto planned = plan(leader, source, app, headroom_scope_name(app, random_field()));
    if (planned)
        planned->left_by = parent_in(parents, leader);
    start(leader, pidfd, std::move(planned));
}

void Adopter::split(ProcessId shell, UnitId terminal, const AppId &app)
{
    const auto pidfd = m_world.table.hold(shell.pid);
    start(shell, pidfd, plan_split(shell, terminal, app));
}

/// The pidfd was opened before the plan was made. So the plan's facts about the pid are about the
/// process that is passed on.
void Adopter::start(ProcessId leader, const Result<UniqueFd> &pidfd, Result<Plan> planned)
{
    if (!planned)
        return refuse(leader, planned.error().sentence);
    if (!pidfd)
        return refuse(*planned, pidfd.error().sentence);
    ObjectPtr<GUnixFDList> fds{g_unix_fd_list_new()};
    const int held = pidfd->get();
    if (g_unix_fd_list_append(fds.get(), held, nullptr) != 0)
        return refuse(*planned, "its pidfd could not be passed on");
    if (m_plans.emplace(leader, Planned{std::move(*planned), std::move(fds)}).second)
        find_label(leader);
}

/// A scope works without a label, so the label is not awaited for long if a file system does not
/// answer.
void Adopter::find_label(ProcessId leader)
{
    Planned &planned = m_plans.at(leader);
    const AppId &app = planned.plan.app;
    planned.timeout =
        Timer::once(label_within_ms, [this, leader, app] { make_scope(leader, {app, ""}); });
    off_the_loop<Label>(
        planned.errands.get(), desktop_file_lane(),
        [app] {
            const auto file = find_desktop_file(app);
            return file ? Label{g_app_info_get_name(G_APP_INFO(file->info.get())), file->path}
                        : Label{app, ""};
        },
        [this, leader](const Label &label) { make_scope(leader, label); });
}

void Adopter::make_scope(ProcessId leader, const Label &label)
{
    Planned planned = std::move(m_plans.extract(leader).mapped());
    if (m_world.table.cgroup(leader.pid).value_or("") != planned.plan.source_cgroup) {
        refuse(
            planned.plan,
            std::format("process {} has ended, or has been moved by another program", leader.pid));
        return;
    }
    ++m_jobs;
    const std::string scope = planned.plan.scope;
    GVariant *properties = scope_properties(planned.plan, label);
    m_world.systemd.start_transient(
        scope, properties, planned.pidfd.get(),
        [this, plan = std::move(planned.plan)](const Result<void> &started) {
            --m_jobs;
            if (started)
                scope_is_there(plan);
            else if (started.error().code == ETIMEDOUT) // it may still be made
                refuse(plan.leader, started.error().sentence);
            else
                refuse(plan, started.error().sentence);
        });
}

void Adopter::scope_is_there(const Plan &plan)
{
    auto source = CgroupDir::open(m_world.dirs.root(), plan.source_cgroup);
    auto destination =
        CgroupDir::open(m_world.dirs.root(), m_world.manager_path + "/app.slice/" + plan.scope);
    if (!destination && means_gone(destination.error())) // its last process has ended
        return refuse(plan, destination.error().sentence);
    if (!source || !destination)
        return refuse(plan.leader, source ? destination.error().sentence : source.error().sentence);
    Move &move = m_moves[plan.leader];
    move.unit = destination->id();
    if (!plan.terminal.empty()) {
        if (auto terminal = CgroupDir::open(m_world.dirs.root(), plan.source_cgroup))
            m_rejoiner.was_split(move.unit, plan.scope, std::move(*terminal));
    }
    move.scope = plan.scope;
    move.family = std::make_shared<Family>(m_world.table, std::move(*source),
                                           std::move(*destination), plan.leader, plan.began);
    if (plan.left_by)
        move.family->left_by(*plan.left_by);
    next_pass(plan.leader);
}

/// In a thread. A login's own scope may have thousands of processes, and each of them takes a few
/// reads, or a write of a millisecond.
void Adopter::next_pass(ProcessId leader)
{
    const Move &move = m_moves.at(leader);
    off_the_loop<Pass>(
        move.errands.get(), "headroom-adopt",
        [family = move.family] {
            auto moved = family->pass();
            return Pass{std::move(moved), family->take_refused()};
        },
        [this, leader](const Pass &pass) { pass_done(leader, pass); });
}

void Adopter::pass_done(ProcessId leader, const Pass &pass)
{
    Move &move = m_moves.at(leader);
    if (!pass.moved) {
        log::warning(std::format("some processes stay behind: {}", pass.moved.error().sentence));
        return finish(leader);
    }
    move.clean_passes = *pass.moved == 0 && pass.refused.empty() ? move.clean_passes + 1 : 0;
    if (move.clean_passes >= 2 || ++move.passes >= most_passes)
        finish(leader);
    else if (!pass.refused.empty())
        have_systemd_move(leader, pass.refused);
    else
        pass_soon(leader);
}

void Adopter::pass_soon(ProcessId leader)
{
    m_moves.at(leader).timer =
        Timer::once(between_passes_ms, [this, leader] { next_pass(leader); });
}

/// The user manager forwards the request to the system manager. That one checks that sender,
/// processes and unit belong to the same user (unit_attach_pid_to_cgroup_via_bus() in systemd's
/// cgroup.c). One pid that has ended fails the whole call, so a failure is worth another pass.
void Adopter::have_systemd_move(ProcessId leader, const std::vector<std::int32_t> &pids)
{
    GVariantBuilder list;
    g_variant_builder_init(&list, G_VARIANT_TYPE("au"));
    for (const std::int32_t pid : pids)
        g_variant_builder_add(&list, "u", static_cast<guint32>(pid));
    m_world.systemd.call("AttachProcessesToUnit",
                         g_variant_new("(ssau)", m_moves.at(leader).scope.c_str(), "", &list),
                         nullptr,
                         [this, leader, count = pids.size()](const Result<VariantPtr> &answer) {
                             Move &move = m_moves.at(leader);
                             if (answer) {
                                 move.family->moved_by_systemd(count);
                             } else if (++move.failures >= most_failures) {
                                 log::warning(std::format("some processes stay behind: {}",
                                                          answer.error().sentence));
                                 return finish(leader);
                             }
                             pass_soon(leader);
                         });
}

void Adopter::finish(ProcessId leader)
{
    const auto move = m_moves.extract(leader);
    m_report(event::Adopted{leader, move.mapped().unit, move.mapped().family->moved() + 1});
}

/// Nothing will be in the scope, so the terminal's mark no longer lists it.
void Adopter::refuse(const Plan &plan, std::string sentence)
{
    if (const auto terminal = CgroupDir::open(m_world.dirs.root(), plan.source_cgroup);
        terminal && !plan.terminal.empty())
        forget_split(*terminal, plan.scope);
    refuse(plan.leader, std::move(sentence));
}

void Adopter::refuse(ProcessId leader, std::string sentence)
{
    m_report(event::ActRefused{{}, leader, Act::Adopt, std::move(sentence)});
}

} // namespace headroom
