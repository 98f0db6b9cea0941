// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/pressure/pressure.h"

#include "parts/broker_world.h"
#include "parts/local_server.h"
#include "parts/main_context.h"

#include <gmock/gmock.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <thread>

namespace headroom {
namespace {

using seen::BrokerWorld;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace std::chrono_literals;

constexpr const char *manager = "/user.slice/user-1000.slice/user@1000.service";

/// The broker's end of a connection, in the hands of the test. Its triggers fire on request.
class FakeBroker {
public:
    explicit FakeBroker(const std::string &socket) : m_server(socket, SOCK_SEQPACKET)
    {
        const timeval patience{.tv_sec = 20, .tv_usec = 0}; // for a caller that never comes
        EXPECT_EQ(setsockopt(m_server.listener.get(), SOL_SOCKET, SO_RCVTIMEO, &patience,
                             sizeof patience),
                  0);
    }

    /// Answers the next caller's requests.
    void serve(std::size_t requests, const std::string &answer = "Armed", bool with_fd = true)
    {
        m_thread = std::jthread{[this, requests, answer, with_fd] {
            UniqueFd caller = m_server.accept();
            for (std::size_t i = 0; i < requests; ++i) {
                std::array<char, 4096> text{};
                const ssize_t got = recv(caller.get(), text.data(), text.size(), 0);
                asked.emplace_back(text.data(),
                                   static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
                reply(caller, answer, with_fd);
            }
            callers.push_back(std::move(caller));
        }};
    }
    void served() { m_thread.join(); }
    /// Takes a request, and answers it when its caller waits no more.
    void serve_late()
    {
        m_thread = std::jthread{[this] {
            UniqueFd caller = m_server.accept();
            std::array<char, 4096> text{};
            EXPECT_GT(recv(caller.get(), text.data(), text.size(), 0), 0);
            asked.emplace_back(text.data());
            EXPECT_EQ(recv(caller.get(), text.data(), text.size(), 0), 0) << "it asked on";
        }};
    }

    std::vector<std::string> asked;
    std::vector<UniqueFd> events; ///< an eventfd for each trigger, in the order of the requests
    std::vector<UniqueFd> callers;

private:
    void reply(const UniqueFd &caller, const std::string &text, bool with_fd)
    {
        UniqueFd event{eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
        const UniqueFd watch{epoll_create1(EPOLL_CLOEXEC)};
        // Edge-triggered, as the kernel reports each stall once.
        epoll_event wanted{.events = EPOLLIN | EPOLLET, .data = {}};
        EXPECT_EQ(epoll_ctl(watch.get(), EPOLL_CTL_ADD, event.get(), &wanted), 0);
        events.push_back(std::move(event));
        if (with_fd)
            seen::say_with(watch.get(), caller, text);
        else
            seen::say_to_broker(caller, text);
    }

    seen::LocalServer m_server;
    std::jthread m_thread;
};

TEST(FastTriggers, AreSuchAsTheBrokerGrants)
{
    for (const std::span<const StallTrigger> triggers :
         {std::span<const StallTrigger>{system_triggers},
          std::span<const StallTrigger>{unit_triggers}}) {
        for (const StallTrigger &trigger : triggers)
            EXPECT_TRUE(broker::check_bounds({.kind = trigger.kind,
                                              .stall = trigger.threshold,
                                              .window = fast_window,
                                              .file = {}}));
        EXPECT_LE(triggers.size(), broker::Limits{}.triggers);
    }
    EXPECT_LT(PressureWatch::kept_units + 2, broker::Limits{}.connections)
        << "the machine, and one that is being given up";
}

TEST(FastTriggers, AreRequestedOfTheBroker)
{
    BrokerWorld machine;
    machine.world.limits.idle = 50ms;
    const std::string path = machine.scratch.path("socket");
    const seen::LocalServer server{path, SOCK_SEQPACKET};
    // A broker without a client ends after 50 ms, which may pass before the first request.
    UniqueFd stays = connect_local(path, SOCK_SEQPACKET).value_or(UniqueFd{});
    std::jthread thread{[&] {
        auto made = broker::Broker::listen(UniqueFd{dup(server.listener.get())}, machine.world);
        EXPECT_TRUE(made && (*made)->run());
    }};
    auto fast = FastTriggers::request(path, "", system_triggers);
    ASSERT_TRUE(fast) << fast.error().sentence;
    EXPECT_FALSE(fast->fired[0]) << "there is none for the CPU of the machine";
    EXPECT_TRUE(fast->fired[1]);
    EXPECT_TRUE(fast->fired[2]);
    auto unit = FastTriggers::request(path, "app.slice/a.scope", unit_triggers);
    ASSERT_TRUE(unit) << unit.error().sentence;
    const auto gone = FastTriggers::request(path, "app.slice/gone.scope", unit_triggers);
    ASSERT_FALSE(gone);
    EXPECT_THAT(gone.error().sentence, HasSubstr("No such file"));
    *unit = {};
    *fast = {};
    stays.reset();
    thread.join();
    EXPECT_THAT(machine.armed,
                ElementsAre("some 10000 500000 memory", "full 200000 500000 io",
                            "some 10000 500000 app.slice/a.scope/memory.pressure",
                            "some 400000 500000 app.slice/a.scope/cpu.pressure",
                            "some 200000 500000 app.slice/a.scope/io.pressure"));
}

TEST(FastTriggers, AreMissingWithAReason)
{
    struct Row {
        std::string answer;
        bool with_fd;
        ErrorKind kind;
        const char *sentence;
    };
    for (const Row &row : {Row{"Refused: root arms triggers itself", false, ErrorKind::Refused,
                               "root arms triggers itself"},
                           Row{"Armed", false, ErrorKind::Failed, "sent no trigger"},
                           Row{"Refused: no", true, ErrorKind::Refused, "no"},
                           Row{"Whatever", true, ErrorKind::Failed, "no meaning"},
                           Row{"Odd: kind", true, ErrorKind::Failed, "no meaning"}}) {
        const seen::Scratch scratch;
        FakeBroker broker{scratch.path("socket")};
        broker.serve(system_triggers.size(), row.answer, row.with_fd);
        const auto fast = FastTriggers::request(scratch.path("socket"), "", system_triggers);
        broker.served();
        ASSERT_FALSE(fast) << row.answer;
        EXPECT_EQ(fast.error().kind, row.kind);
        EXPECT_THAT(fast.error().sentence, HasSubstr(row.sentence));
    }
}

/// An answer names no request, so the next one would get the trigger of this one.
TEST(FastTriggers, AreMissingIfAnAnswerIsLate)
{
    const seen::Scratch scratch;
    FakeBroker broker{scratch.path("socket")};
    broker.serve_late();
    const auto fast = FastTriggers::request(scratch.path("socket"), "", system_triggers, 50ms);
    broker.served();
    ASSERT_FALSE(fast);
    EXPECT_EQ(fast.error().sentence, "headroom-broker does not answer");
    EXPECT_EQ(broker.asked.size(), 1U);
}

TEST(FastTriggers, AreMissingWithoutABroker)
{
    const seen::Scratch scratch;
    const auto absent = FastTriggers::request(scratch.path("socket"), "", system_triggers);
    ASSERT_FALSE(absent);
    EXPECT_EQ(absent.error().kind, ErrorKind::Unavailable);
    FakeBroker broker{scratch.path("socket")};
    broker.serve(0);
    broker.served();
    broker.callers.clear();
}

TEST(FastTriggers, OfACgroupThatIsGoneAreForgotten)
{
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
    const UniqueFd reader{ends[0]};
    UniqueFd writer{ends[1]};
    const UniqueFd watch{epoll_create1(EPOLL_CLOEXEC)};
    epoll_event wanted{.events = EPOLLPRI, .data = {}};
    ASSERT_EQ(epoll_ctl(watch.get(), EPOLL_CTL_ADD, reader.get(), &wanted), 0);
    EXPECT_TRUE(take_event(watch.get()));
    writer.reset();
    EXPECT_FALSE(take_event(watch.get()));
}

class Quickened : public testing::Test {
protected:
    void SetUp() override
    {
        scratch.file("proc/meminfo", "MemTotal: 100 kB\n");
        stalled(0);
        for (const char *name : {"cpu", "io", "memory"})
            scratch.file(std::format("root{}/app.slice/a.scope/{}.pressure", manager, name),
                         text(0));
        auto opened = CgroupDirs::open(scratch.path("root"));
        ASSERT_TRUE(opened);
        dirs.emplace(std::move(*opened));
        watch.emplace(*dirs, scratch.path("proc"), scratch.path("sys"), [this](const Event &event) {
            if (const auto *stall = std::get_if<event::StallSeen>(&event))
                stalls.push_back(*stall);
        });
        watch->use_broker(socket, manager);
        watch->on_speed = [this](const std::optional<Error> &, const Result<void> &fast) {
            speeds.push_back(fast ? "fast" : fast.error().sentence);
        };
    }

    [[nodiscard]] static std::string text(int total)
    {
        return std::format("some avg10=0.00 avg60=0.00 avg300=0.00 total={0}\nfull avg10=0.00 "
                           "avg60=0.00 avg300=0.00 total={0}\n",
                           total);
    }
    void stalled(int total) const
    {
        for (const char *name : {"cpu", "io", "memory"})
            scratch.file(std::format("proc/pressure/{}", name), text(total));
    }
    [[nodiscard]] bool becomes(const std::string &speed)
    {
        return seen::comes_true([&] { return !speeds.empty() && speeds.back() == speed; });
    }
    void a_shortage_passes()
    {
        watch->sample_every(1h);
        watch->sample_every(std::nullopt);
    }

    seen::Scratch scratch;
    std::string socket = scratch.path("socket");
    std::optional<CgroupDirs> dirs;
    std::optional<PressureWatch> watch;
    std::vector<event::StallSeen> stalls;
    std::vector<std::string> speeds;
};

TEST_F(Quickened, SeesAStallWhenAFastTriggerFires)
{
    FakeBroker broker{socket};
    broker.serve(2);
    ASSERT_TRUE(watch->start());
    ASSERT_TRUE(becomes("fast"));
    broker.served();
    ASSERT_TRUE(seen::becomes_quiet());
    const auto fire = [&broker](std::size_t trigger) {
        EXPECT_EQ(eventfd_write(broker.events.at(trigger).get(), 1), 0);
    };
    stalled(9999);
    fire(0);
    EXPECT_TRUE(seen::becomes_quiet());
    EXPECT_THAT(stalls, IsEmpty()) << "it has not really grown";
    stalled(10000);
    fire(0);
    EXPECT_TRUE(seen::comes_true([this] { return !stalls.empty(); }));
    EXPECT_EQ(stalls.back().resource, Resource::Memory);
    stalled(200000);
    fire(1);
    EXPECT_TRUE(seen::comes_true([this] { return stalls.size() == 2; }));
    EXPECT_EQ(stalls.back().resource, Resource::Io);
}

TEST_F(Quickened, GoesOnWithoutABrokerThatEnds)
{
    FakeBroker broker{socket};
    broker.serve(2);
    ASSERT_TRUE(watch->start());
    ASSERT_TRUE(becomes("fast"));
    broker.served();
    broker.callers.clear();
    EXPECT_TRUE(becomes("headroom-broker has ended"));
    EXPECT_TRUE(seen::becomes_quiet()) << "nobody polls for another one";
    broker.serve(2);
    a_shortage_passes();
    EXPECT_TRUE(becomes("fast"));
    broker.served();
}

TEST_F(Quickened, FindsABrokerThatIsInstalledLater)
{
    ASSERT_TRUE(watch->start());
    EXPECT_TRUE(seen::comes_true([this] { return !speeds.empty(); }));
    EXPECT_NE(speeds.back(), "fast");
    FakeBroker broker{socket};
    broker.serve(2);
    a_shortage_passes();
    EXPECT_TRUE(becomes("fast"));
    broker.served();
}

TEST_F(Quickened, RequestsTriggersForTheUnitInFront)
{
    FakeBroker broker{socket};
    broker.serve(2);
    ASSERT_TRUE(watch->start());
    ASSERT_TRUE(becomes("fast"));
    broker.served();
    broker.asked.clear();
    broker.serve(3);
    watch->follow(dirs->open_unit(std::string{manager} + "/app.slice/a.scope").value(),
                  std::nullopt);
    EXPECT_TRUE(seen::comes_true([this] { return watch->is_following(); }));
    broker.served();
    EXPECT_THAT(broker.asked,
                ElementsAre("some 10000 500000 app.slice/a.scope/memory.pressure",
                            "some 400000 500000 app.slice/a.scope/cpu.pressure",
                            "some 200000 500000 app.slice/a.scope/io.pressure"));
}

} // namespace
} // namespace headroom
