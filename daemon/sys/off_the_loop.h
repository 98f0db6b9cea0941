// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/interface.h"

#include <functional>
#include <gio/gio.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace headroom {

/// Which threads do an errand. Each name has a few threads, so errands that hang do not stop those
/// of another name.
struct Lane {
    /// Name of the threads, of which the kernel keeps 15 characters. Must live for ever.
    const char *name;
    /// What else an errand may hang on, for instance a unit. At most two threads serve each value.
    /// Empty: no distinction.
    std::string about{};
    /// What the journal reports, once, if there is no answer after some seconds. Must live for
    /// ever.
    const char *slow = nullptr;
    /// One thread that never ends does all errands of this name, so none may hang. For libraries
    /// that keep something for each thread that ever called them.
    bool has_one_thread = false;

    // Not explicit: most lanes need only a name.
    Lane(const char *its_name) : name(its_name) {}
    Lane(const char *its_name, std::string about_what, const char *when_slow = nullptr)
        : name(its_name), about(std::move(about_what)), slow(when_slow)
    {
    }
};

/// Work for a thread, and what follows in the main context.
class Errand : public Interface {
public:
    virtual void work() = 0;
    virtual void finish() = 0;
};

/// See off_the_loop().
void send_off(GCancellable *end, Lane lane, std::unique_ptr<Errand> errand);

/// Runs work() in a thread, then calls finish() with its answer in the main context, unless `end`
/// was cancelled meanwhile. work() may take for ever. Nothing waits for it, not even the end of the
/// program, so it must own all that it uses.
template<typename Answer>
void off_the_loop(GCancellable *end, Lane lane, std::move_only_function<Answer()> work,
                  std::move_only_function<void(Answer)> finish)
{
    class Call final : public Errand {
    public:
        Call(std::move_only_function<Answer()> work, std::move_only_function<void(Answer)> finish)
            : m_work(std::move(work)), m_finish(std::move(finish))
        {
        }
        void work() override { m_answer.emplace(m_work()); }
        void finish() override { m_finish(std::move(*m_answer)); }

    private:
        std::move_only_function<Answer()> m_work;
        std::move_only_function<void(Answer)> m_finish;
        std::optional<Answer> m_answer;
    };
    send_off(end, std::move(lane), std::make_unique<Call>(std::move(work), std::move(finish)));
}

/// When destroyed, cancels the errands of its owner.
class ScopedCancellable {
public:
    ScopedCancellable() = default;
    ScopedCancellable(ScopedCancellable &&) = default;
    ScopedCancellable &operator=(ScopedCancellable &&) = delete;
    ScopedCancellable(const ScopedCancellable &) = delete;
    ScopedCancellable &operator=(const ScopedCancellable &) = delete;
    ~ScopedCancellable()
    {
        if (m_end)
            g_cancellable_cancel(m_end.get());
    }
    [[nodiscard]] GCancellable *get() const { return m_end.get(); }

private:
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

} // namespace headroom
