// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// The tests, with all mutants.
//   --reached FILE   runs all tests once, and writes which mutants each of them reaches
//   --serve          reads "NUMBER SECONDS FILTER" lines. Runs these tests in a child, and answers
//                    with "NUMBER STATUS TEST" when all have run or one has failed. TEST is the
//                    test that began last.
//   --once SECONDS FILTER
//                    runs these tests, and prints which one began last. The mutant is chosen by the
//                    environment, so that it is in effect before main().
#include "mutants.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mutant {

constinit int chosen = -1;
constinit unsigned char reached[MUTANTS + 2] = {};

} // namespace mutant

namespace {

/// Runs before the constants of all other files are initialized.
[[gnu::constructor(101)]] void choose()
{
    if (const char *number = std::getenv("HEADROOM_MUTANT"))
        mutant::chosen = std::atoi(number);
}

/// CPU time, since the machine may be busy with something else.
double seconds_used()
{
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec)
        + static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

void write_reached(std::ostream &out, const std::string &test, double took)
{
    out << test << ' ' << took;
    for (int number = 0; number < MUTANTS + 2; ++number) {
        if (mutant::reached[number])
            out << ' ' << number;
    }
    out << '\n';
    std::memset(mutant::reached, 0, sizeof mutant::reached);
}

/// Writes down which test has begun. The last one that began is the one that failed, also if it
/// crashed. With fail_fast, GoogleTest also starts those after it, to skip them.
class Begun : public testing::EmptyTestEventListener {
public:
    explicit Begun(int file) : m_file(file) {}
    void OnTestStart(const testing::TestInfo &test) override
    {
        if (m_failed)
            return;
        const std::string name = std::string{test.test_suite_name()} + '.' + test.name();
        if (ftruncate(m_file, 0) != 0 || pwrite(m_file, name.data(), name.size(), 0) < 0)
            _exit(EXIT_FAILURE);
    }
    void OnTestPartResult(const testing::TestPartResult &result) override
    {
        m_failed = m_failed || result.failed();
    }

private:
    int m_file;
    bool m_failed = false;
};

std::string read_all(int file)
{
    std::string text(1024, '\0');
    const ssize_t length = pread(file, text.data(), text.size(), 0);
    text.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
    return text;
}

class Listener : public testing::EmptyTestEventListener {
public:
    explicit Listener(std::ostream &out) : m_out(out) {}
    void OnTestStart(const testing::TestInfo & /*test*/) override { m_began = seconds_used(); }
    void OnTestEnd(const testing::TestInfo &test) override
    {
        write_reached(m_out, std::string{test.test_suite_name()} + '.' + test.name(),
                      seconds_used() - m_began);
    }

private:
    std::ostream &m_out;
    double m_began = 0;
};

int run_all(const char *path)
{
    std::ofstream out{path};
    write_reached(out, "-", 0);
    testing::UnitTest::GetInstance()->listeners().Append(new Listener{out});
    return RUN_ALL_TESTS();
}

/// A mutant may loop for ever, or allocate all memory.
void limit(rlim_t seconds)
{
    constexpr rlim_t most_memory = 3ULL << 30U;
    constexpr rlim_t slower_than_the_processor = 20;
    const rlimit time{seconds, seconds};
    const rlimit memory{most_memory, most_memory};
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_AS, &memory);
    setrlimit(RLIMIT_CORE, &no_core);
    alarm(static_cast<unsigned>(seconds * slower_than_the_processor));
}

[[noreturn]] void run_some(const std::string &filter, int begun)
{
    testing::UnitTest::GetInstance()->listeners().Append(new Begun{begun});
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    GTEST_FLAG_SET(filter, filter);
    GTEST_FLAG_SET(fail_fast, true);
    GTEST_FLAG_SET(catch_exceptions, false);
    _exit(RUN_ALL_TESTS());
}

int serve()
{
    const int begun = memfd_create("begun", MFD_CLOEXEC);
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words{line};
        int number = 0;
        rlim_t seconds = 0;
        std::string filter;
        words >> number >> seconds >> filter;
        const pid_t child = fork();
        if (child == 0) {
            mutant::chosen = number;
            limit(seconds);
            run_some(filter, begun);
        }
        int status = 0;
        if (child < 0 || waitpid(child, &status, 0) != child)
            return EXIT_FAILURE;
        std::printf("%d %d %s\n", number, status, read_all(begun).c_str());
        std::fflush(stdout);
    }
    return EXIT_SUCCESS;
}

} // namespace

int main(int argc, char **argv)
{
    testing::InitGoogleMock(&argc, argv);
    const std::string what = argc > 1 ? argv[1] : "";
    if (what == "--reached" && argc == 3)
        return run_all(argv[2]);
    if (what == "--serve")
        return serve();
    if (what == "--once" && argc == 4) {
        limit(static_cast<rlim_t>(std::atoi(argv[2])));
        run_some(argv[3], dup(STDOUT_FILENO)); // a file
    }
    std::cerr << "which of --reached, --serve and --once?\n";
    return EXIT_FAILURE;
}
