// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"

#include <functional>
#include <optional>
#include <utility>

namespace headroom {

/// Has work() done in a thread, then hear() called with its answer in the main context: not if end was cancelled meanwhile. name: lives for ever.
template<typename Answer>
void off_the_loop(GCancellable *end, const char *name, std::move_only_function<Answer()> work, std::move_only_function<void(Answer)> hear)
{
    struct Errand {
        std::move_only_function<Answer()> work;
        std::move_only_function<void(Answer)> hear;
        std::optional<Answer> answer;
    };
    const ObjectPtr<GTask> task{g_task_new(
        nullptr, end,
        [](GObject *, GAsyncResult *result, gpointer) {
            auto *errand = static_cast<Errand *>(g_task_get_task_data(G_TASK(result)));
            if (!g_task_had_error(G_TASK(result)) && errand->answer)
                errand->hear(std::move(*errand->answer));
        },
        nullptr)};
    g_task_set_static_name(task.get(), name);
    g_task_set_task_data(task.get(), new Errand{std::move(work), std::move(hear), std::nullopt}, [](gpointer data) { delete static_cast<Errand *>(data); });
    g_task_run_in_thread(task.get(), [](GTask *running, gpointer, gpointer data, GCancellable *) {
        auto *errand = static_cast<Errand *>(data);
        errand->answer.emplace(errand->work());
        g_task_return_boolean(running, TRUE);
    });
}

} // namespace headroom
