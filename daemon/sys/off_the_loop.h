// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"

#include <functional>
#include <gio/gio.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace headroom {

/// Which threads do an errand: a few for each name, so that one kind that hangs doesn't stop the others.
struct Lane {
    const char *name; ///< of the threads, of which the kernel keeps 15 characters; lives for ever
    std::string
        about{}; ///< whatever else it may hang on: two threads at most for each of these; empty: it isn't told apart
    const char *slow =
        nullptr; ///< what the journal says, once, if there is no answer after some seconds; lives for ever

    Lane(const char *its_name) : name(its_name) {} // a name is enough for most
    Lane(const char *its_name, std::string about_whom, const char *when_slow = nullptr)
        : name(its_name), about(std::move(about_whom)), slow(when_slow)
    {
    }
};

/// What is done in a thread, and then in the main context.
class Errand {
public:
    Errand() = default;
    Errand(const Errand &) = delete;
    Errand &operator=(const Errand &) = delete;
    virtual ~Errand() = default;
    virtual void work() = 0;
    virtual void hear() = 0;
};

/// See off_the_loop().
void send_off(GCancellable *end, Lane lane, std::unique_ptr<Errand> errand);

/// Has work() done in a thread, then hear() called with its answer in the main context: not if end was cancelled meanwhile. work() may take for ever; nobody
/// waits for it, not even the end of the program, so it owns all that it uses.
template<typename Answer>
void off_the_loop(GCancellable *end, Lane lane, std::move_only_function<Answer()> work,
                  std::move_only_function<void(Answer)> hear)
{
    class Asked final : public Errand {
    public:
        Asked(std::move_only_function<Answer()> work, std::move_only_function<void(Answer)> hear)
            : m_work(std::move(work)), m_hear(std::move(hear))
        {
        }
        void work() override { m_answer.emplace(m_work()); }
        void hear() override { m_hear(std::move(*m_answer)); }

    private:
        std::move_only_function<Answer()> m_work;
        std::move_only_function<void(Answer)> m_hear;
        std::optional<Answer> m_answer;
    };
    send_off(end, std::move(lane), std::make_unique<Asked>(std::move(work), std::move(hear)));
}

/// Calls off, at its own end, what was sent off for its owner.
class CallsOff {
public:
    CallsOff() = default;
    CallsOff(CallsOff &&) = default;
    CallsOff &operator=(CallsOff &&) = delete;
    CallsOff(const CallsOff &) = delete;
    CallsOff &operator=(const CallsOff &) = delete;
    ~CallsOff()
    {
        if (m_end)
            g_cancellable_cancel(m_end.get());
    }
    [[nodiscard]] GCancellable *get() const { return m_end.get(); }

private:
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

} // namespace headroom
