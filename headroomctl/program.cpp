// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "program.h"

#include <cerrno>

#include <unistd.h>

#include <glib/gi18n.h>

#include "sys/valid_text.h"

namespace headroom::ctl {

namespace {

constexpr int not_found = 127;
constexpr int ended_by_signal = 128;

Failure not_found_or_executable(const std::string &name, int error)
{
    if (error != ENOENT && error != ENOTDIR)
        return not_executed(name, error);
    g_autofree char *shown = g_filename_display_name(name.c_str());
    return {not_found, formatted(C_("error: a sentence", "There is no program \"%s\"."), shown)};
}

/// 0, or the errno that execve() would return.
int obstacle(const std::string &path)
{
    if (g_file_test(path.c_str(), G_FILE_TEST_IS_DIR))
        return EACCES;
    return access(path.c_str(), X_OK) == 0 ? 0 : errno;
}

} // namespace

std::expected<std::string, Failure> find_program(const std::string &name)
{
    if (name.contains('/')) {
        const int error = obstacle(name);
        return error == 0 ? std::expected<std::string, Failure>(name)
                          : std::unexpected(not_found_or_executable(name, error));
    }
    const char *path = g_getenv("PATH");
    g_auto(GStrv) directories = g_strsplit(path != nullptr ? path : "/usr/bin:/bin", ":", 0);
    int verdict = ENOENT;
    for (char **directory = directories; *directory != nullptr && !name.empty(); ++directory) {
        const std::string candidate =
            std::string(**directory != '\0' ? *directory : ".") + "/" + name;
        const int error = obstacle(candidate);
        if (error == 0)
            return candidate;
        if (error == EACCES && !g_file_test(candidate.c_str(), G_FILE_TEST_IS_DIR))
            verdict = EACCES;
    }
    return std::unexpected(not_found_or_executable(name, verdict));
}

Failure not_executed(const std::string &name, int error)
{
    g_autofree char *shown = g_filename_display_name(name.c_str());
    // Translators: a program, and the system's description of the problem.
    return {
        found_but_not_executable,
        formatted(C_("error: a sentence", "%s cannot be executed: %s."), shown, g_strerror(error))};
}

int status_of(GSubprocess *ended)
{
    return g_subprocess_get_if_exited(ended) ? g_subprocess_get_exit_status(ended)
                                             : ended_by_signal + g_subprocess_get_term_sig(ended);
}

std::string joined(const std::vector<std::string> &words)
{
    std::string result;
    for (const std::string &word : words)
        result += (result.empty() ? "" : " ") + word;
    return valid_text(result).get();
}

} // namespace headroom::ctl
