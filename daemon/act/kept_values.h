// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/log.h"
#include "sys/systemd_client.h"
#include "sys/timer.h"

#include <cerrno>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

/// Values of units that have ended. For a service that has a file, systemd keeps them until logout.
/// The next unit of that name would start with them, but without a mark. The cgroup is gone, so
/// systemd is asked whether another program has set a value since. It has none for a transient
/// service, which has no name any more. What: as in UnitSetter.
template<typename What> class KeptValues {
public:
    using Values = std::vector<std::optional<typename What::Value>>;

    static constexpr unsigned most_tries = 6;

    /// is_used: whether the next unit of that name is about to have a value.
    KeptValues(const SystemdClient &systemd, const guint &between_tries_ms,
               std::function<bool(const std::string &name)> is_used)
        : m_systemd(systemd), m_between_tries_ms(between_tries_ms), m_is_used(std::move(is_used))
    {
    }
    KeptValues(const KeptValues &) = delete;
    KeptValues &operator=(const KeptValues &) = delete;

    /// A unit has ended. Those of its values that systemd still has are unset.
    void unset(std::string name, Values values)
    {
        const std::uint64_t which = ++m_last;
        m_kept.emplace(which, Kept{.name = std::move(name), .values = std::move(values)});
        ask(which);
    }

    /// The next unit of that name may have them from its beginning.
    [[nodiscard]] Values of(const std::string &name) const
    {
        Values all;
        for (const auto &[which, kept] : m_kept) {
            if (kept.name == name)
                all.insert(all.end(), kept.values.begin(), kept.values.end());
        }
        return all;
    }

    /// systemd has another value by now.
    void forget(const std::string &name)
    {
        std::erase_if(m_kept, [&](const auto &entry) { return entry.second.name == name; });
    }

    [[nodiscard]] bool is_idle() const { return m_calls == 0; }

private:
    struct Kept {
        std::string name;
        Values values;
        unsigned tries = 0; ///< that have failed
        Timer next_try{};
    };

    void ask(std::uint64_t which)
    {
        ++m_calls;
        m_systemd.unit_properties(m_kept.at(which).name,
                                  [this, which](const Result<VariantPtr> &answer) {
                                      --m_calls;
                                      if (!m_kept.contains(which))
                                          return;
                                      if (answer)
                                          unset_kept(which, answer->get());
                                      else
                                          failed(which, answer.error());
                                  });
    }

    void unset_kept(std::uint64_t which, GVariant *answer)
    {
        const Kept &kept = m_kept.at(which);
        if (m_is_used(kept.name)) { // then systemd forgets them, unless that fails
            if (!try_later(which))
                m_kept.erase(which);
            return;
        }
        GVariant *arguments = What::unset_kept(
            kept.name, VariantPtr{g_variant_get_child_value(answer, 0)}.get(), kept.values);
        if (!arguments) {
            m_kept.erase(which);
            return;
        }
        ++m_calls;
        m_systemd.call("SetUnitProperties", arguments, nullptr,
                       [this, which](const Result<VariantPtr> &done) {
                           --m_calls;
                           if (done)
                               m_kept.erase(which);
                           else if (m_kept.contains(which))
                               failed(which, done.error());
                       });
    }

    void failed(std::uint64_t which, const Error &problem)
    {
        const bool is_unknown = problem.code == ENOENT;
        if (!is_unknown && try_later(which))
            return;
        if (!is_unknown)
            log::warning(What::not_unset + problem.sentence);
        m_kept.erase(which);
    }

    /// False: it was tried often enough.
    [[nodiscard]] bool try_later(std::uint64_t which)
    {
        Kept &kept = m_kept.at(which);
        if (++kept.tries >= most_tries)
            return false;
        kept.next_try = Timer::once(m_between_tries_ms, [this, which] { ask(which); });
        return true;
    }

    const SystemdClient &m_systemd;
    const guint &m_between_tries_ms;
    std::function<bool(const std::string &)> m_is_used;
    std::map<std::uint64_t, Kept> m_kept;
    std::uint64_t m_last = 0;
    int m_calls = 0;
};

} // namespace headroom
