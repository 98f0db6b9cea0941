// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "parts/broker_world.h"

#include <gmock/gmock.h>
#include <poll.h>

namespace headroom {
namespace {

using broker::Client;
using seen::answer_of_broker;
using seen::BrokerAnswer;
using seen::BrokerWorld;
using seen::say_to_broker;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using namespace std::string_literals;

/// A caller's connection, and the broker's side of it.
struct Call {
    explicit Call(BrokerWorld &its_machine) : machine(its_machine)
    {
        std::array<int, 2> ends{};
        EXPECT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()), 0);
        caller.reset(ends[0]);
        allowance.emplace(machine.world.limits);
        client.emplace(UniqueFd{ends[1]}, machine.world, *allowance);
    }

    [[nodiscard]] BrokerAnswer ask(std::string_view text)
    {
        say_to_broker(caller, text);
        next = client->serve();
        return answer_of_broker(caller);
    }

    BrokerWorld &machine;
    UniqueFd caller;
    std::optional<broker::Allowance> allowance;
    std::optional<Client> client;
    Client::Next next{};
};

TEST(BrokerRequests, AreArmedAndAnsweredWithADescriptor)
{
    BrokerWorld machine;
    machine.fifo("cgroup/user.slice/user-1000.slice/user@1000.service/io.pressure");
    for (const auto *request :
         {"some 10000 500000 memory", "full 500000 500000 io", "some 10000 10000000 cpu",
          "some 400000 500000 app.slice/a.scope/cpu.pressure",
          "full 10000 2000000 app.slice/a.scope/memory.pressure",
          "some 10000 500000 io.pressure"}) {
        Call call{machine};
        const BrokerAnswer answer = call.ask(request);
        EXPECT_EQ(answer.text, "Armed") << request;
        EXPECT_TRUE(answer.fd);
        EXPECT_EQ(call.next, Client::Next::Await);
        EXPECT_TRUE(call.client->has_triggers());
        EXPECT_EQ(machine.armed.back(), request);
    }
    EXPECT_EQ(machine.armed.size(), 6U);
}

struct Refusal {
    std::string request;
    std::string answer; ///< how it begins
};

void PrintTo(const Refusal &refusal, std::ostream *out)
{
    *out << testing::PrintToString(refusal.request.substr(0, 80));
}

class BrokerRefuses : public testing::TestWithParam<Refusal> {};

TEST_P(BrokerRefuses, WithASentenceAndArmsNothing)
{
    BrokerWorld machine;
    const std::string apps = std::string{BrokerWorld::manager} + "/app.slice/";
    machine.scratch.link(apps + "linked.scope", "a.scope");
    machine.scratch.link(apps + "b.scope/memory.pressure", "../a.scope/memory.pressure");
    machine.scratch.dir(apps + "c.scope/memory.pressure");
    machine.fifo("cgroup/user.slice/user-1001.slice/user@1001.service/memory.pressure");
    machine.fifo("cgroup/memory.pressure");
    machine.scratch.file(apps + "a.scope/cgroup.procs", "");
    Call call{machine};
    const BrokerAnswer answer = call.ask(GetParam().request);
    EXPECT_THAT(answer.text, StartsWith(GetParam().answer));
    EXPECT_GT(answer.text.size(), GetParam().answer.size()) << "the sentence";
    EXPECT_FALSE(answer.fd);
    EXPECT_FALSE(call.client->has_triggers());
    EXPECT_TRUE(machine.armed.empty());
}

INSTANTIATE_TEST_SUITE_P(Texts, BrokerRefuses,
                         testing::Values(Refusal{"", "BadInput: "}, Refusal{" ", "BadInput: "},
                                         Refusal{"some", "BadInput: "},
                                         Refusal{"some 10000", "BadInput: "},
                                         Refusal{"some 10000 500000", "BadInput: "},
                                         Refusal{"some 10000 500000 ", "BadInput: "},
                                         Refusal{" some 10000 500000 io", "BadInput: "},
                                         Refusal{"some  10000 500000 io", "BadInput: "},
                                         Refusal{"Some 10000 500000 io", "BadInput: "},
                                         Refusal{"half 10000 500000 io", "BadInput: "},
                                         Refusal{"some\t10000\t500000\tio", "BadInput: "},
                                         Refusal{"some 10000 500000 io\n", "BadInput: "},
                                         Refusal{"some 10000 500000 io\0"s, "BadInput: "},
                                         Refusal{"some 10000 500000 io\0/../cpu"s, "BadInput: "},
                                         Refusal{"\0\0\0\0"s, "BadInput: "},
                                         Refusal{"\xff\xfe\xfd", "BadInput: "},
                                         Refusal{std::string(4096, 'x'), "BadInput: "},
                                         Refusal{std::string(5000, 'x'), "BadInput: "}));

INSTANTIATE_TEST_SUITE_P(
    Numbers, BrokerRefuses,
    testing::Values(Refusal{"some 10000 0 memory", "BadInput: "},
                    Refusal{"some 10000 499999 memory", "BadInput: "},
                    Refusal{"some 10000 10000001 memory", "BadInput: "},
                    Refusal{"some 10000 11000000 memory", "BadInput: "},
                    Refusal{"some 0 500000 memory", "BadInput: "},
                    Refusal{"some 9999 500000 memory", "BadInput: "},
                    Refusal{"some 500001 500000 memory", "BadInput: "},
                    Refusal{"some -10000 500000 memory", "BadInput: "},
                    Refusal{"some 10000 -500000 memory", "BadInput: "},
                    Refusal{"some +10000 500000 memory", "BadInput: "},
                    Refusal{"some 0x2710 500000 memory", "BadInput: "},
                    Refusal{"some 1e4 500000 memory", "BadInput: "},
                    Refusal{"some 10000.0 500000 memory", "BadInput: "},
                    Refusal{"some 10000 9223372036854775808 memory", "BadInput: "},
                    Refusal{"some 9223372036854775807 500000 memory", "BadInput: "},
                    Refusal{"some 10000 18446744073710051616 memory", "BadInput: "},
                    Refusal{"some 18446744073709561616 500000 memory", "BadInput: "}));

INSTANTIATE_TEST_SUITE_P(
    Files, BrokerRefuses,
    testing::Values(
        Refusal{"some 10000 500000 irq", "BadInput: "},
        Refusal{"some 10000 500000 Memory", "BadInput: "},
        Refusal{"some 10000 500000 memory ", "BadInput: "},
        Refusal{"some 10000 500000 memory io", "BadInput: "},
        Refusal{"some 10000 500000 /proc/pressure/memory", "BadInput: "},
        Refusal{"some 10000 500000 /memory.pressure", "BadInput: "},
        Refusal{"some 10000 500000 app.slice", "BadInput: "},
        Refusal{"some 10000 500000 app.slice/a.scope", "BadInput: "},
        Refusal{"some 10000 500000 app.slice/a.scope/", "BadInput: "},
        Refusal{"some 10000 500000 app.slice/a.scope/cgroup.procs", "BadInput: "},
        Refusal{"some 10000 500000 app.slice/a.scope/memory", "BadInput: "},
        Refusal{"some 10000 500000 app.slice/a.scope/irq.pressure", "BadInput: "},
        Refusal{"some 10000 500000 app.slice/a.scope/memory.pressure/", "BadInput: "},
        Refusal{"some 10000 500000 app.slice/a.scope/memory.pressure.d", "BadInput: "},
        Refusal{"some 10000 500000 ..", "BadInput: "},
        Refusal{"some 10000 500000 ../memory.pressure", "BadInput: "},
        Refusal{"some 10000 500000 ./app.slice/a.scope/memory.pressure", "BadInput: "},
        Refusal{"some 10000 500000 app.slice//a.scope/memory.pressure", "BadInput: "},
        Refusal{"some 10000 500000 app.slice/./a.scope/memory.pressure", "BadInput: "},
        Refusal{"some 10000 500000 app.slice/a.scope/../a.scope/memory.pressure", "BadInput: "},
        Refusal{"some 10000 500000 ../../../memory.pressure", "BadInput: "},
        Refusal{"some 10000 500000 ../../user-1001.slice/user@1001.service/memory.pressure",
                "BadInput: "},
        Refusal{"some 10000 500000 user.slice/user-1001.slice/user@1001.service/memory.pressure",
                "Failed: "},
        Refusal{"some 10000 500000 app.slice/gone.scope/memory.pressure", "Failed: "},
        Refusal{"some 10000 500000 app.slice/memory.pressure", "Failed: "},
        Refusal{"some 10000 500000 app.slice/linked.scope/memory.pressure", "Failed: "},
        Refusal{"some 10000 500000 app.slice/b.scope/memory.pressure", "Failed: "},
        Refusal{"some 10000 500000 app.slice/c.scope/memory.pressure", "Failed: "},
        Refusal{"some 10000 500000 " + std::string(300, 'x') + "/memory.pressure", "Failed: "}));

TEST(BrokerRequests, MayNotBringDescriptors)
{
    BrokerWorld machine;
    Call call{machine};
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
    const UniqueFd reader{ends[0]};
    {
        const UniqueFd writer{ends[1]};
        seen::say_with(writer.get(), call.caller, "some 10000 500000 memory");
    }
    EXPECT_EQ(call.client->serve(), Client::Next::Close);
    EXPECT_THAT(answer_of_broker(call.caller).text, HasSubstr("no descriptor"));
    EXPECT_TRUE(machine.armed.empty());
    char byte = 0;
    EXPECT_EQ(read(reader.get(), &byte, 1), 0) << "nobody has kept what was sent";
}

TEST(BrokerRequests, AreServedToUsersWithAManagerOnly)
{
    BrokerWorld machine;
    machine.world.owner = 1001;
    machine.peer_uid = 1001;
    Call call{machine};
    EXPECT_EQ(call.ask("some 10000 500000 memory").text, "Refused: user 1001 has no user manager");
    EXPECT_TRUE(machine.armed.empty());
}

TEST(BrokerRequests, MayBeTooManyOfOneConnection)
{
    BrokerWorld machine;
    Call call{machine};
    for (const char *resource : {"cpu", "io", "memory"})
        EXPECT_EQ(call.ask(std::format("some 10000 500000 {}", resource)).text, "Armed");
    EXPECT_THAT(call.ask("some 10000 500000 app.slice/a.scope/io.pressure").text,
                StartsWith("Refused: "));
    EXPECT_EQ(machine.armed.size(), machine.world.limits.triggers);
    EXPECT_EQ(call.next, Client::Next::Await) << "it keeps those that it has";
    while (call.next == Client::Next::Await)
        EXPECT_THAT(call.ask("some 10000 500000 cpu").text, StartsWith("Refused: "));
}

TEST(BrokerRequests, MayBeTooManyInAShortTime)
{
    BrokerWorld machine;
    machine.world.limits.burst = 2;
    machine.world.limits.each_second = 0;
    Call call{machine};
    EXPECT_EQ(call.ask("some 10000 500000 cpu").text, "Armed");
    EXPECT_EQ(call.ask("some 10000 500000 io").text, "Armed");
    EXPECT_THAT(call.ask("some 10000 500000 memory").text, HasSubstr("too many triggers"));
    EXPECT_EQ(machine.armed.size(), 2U);
}

TEST(BrokerRequests, GrowBackWithTime)
{
    broker::Limits limits;
    limits.burst = 2;
    limits.each_second = 4;
    broker::Allowance allowance{limits};
    auto now = std::chrono::steady_clock::now();
    EXPECT_TRUE(allowance.take(now));
    EXPECT_TRUE(allowance.take(now));
    EXPECT_FALSE(allowance.take(now));
    EXPECT_FALSE(allowance.take(now += std::chrono::milliseconds{249}));
    EXPECT_TRUE(allowance.take(now += std::chrono::milliseconds{2}));
    EXPECT_FALSE(allowance.take(now));
    now += std::chrono::hours{1};
    EXPECT_TRUE(allowance.take(now));
    EXPECT_TRUE(allowance.take(now));
    EXPECT_FALSE(allowance.take(now)) << "no more than the burst";
}

TEST(BrokerRequests, ThatTheKernelRefusesEndWithItsReason)
{
    BrokerWorld machine;
    machine.world.arm = [](int, const TriggerRequest &) -> Result<void> {
        return system_error(EINVAL, "arming a trigger");
    };
    Call call{machine};
    const BrokerAnswer answer = call.ask("some 10000 500000 memory");
    EXPECT_EQ(answer.text, "Failed: arming a trigger: Invalid argument");
    EXPECT_FALSE(answer.fd);
    EXPECT_FALSE(call.client->has_triggers());
}

/// The file is open as long as the connection, whatever the caller keeps.
TEST(BrokerRequests, LeaveNothingOnceTheConnectionHasEnded)
{
    BrokerWorld machine;
    Call call{machine};
    const BrokerAnswer kept = call.ask("some 10000 500000 memory");
    ASSERT_TRUE(kept.fd);
    const UniqueFd other{open(machine.scratch.path("proc/pressure/memory").c_str(),
                              O_RDONLY | O_NONBLOCK | O_CLOEXEC)};
    char byte = 0;
    EXPECT_EQ(read(other.get(), &byte, 1), -1) << "somebody has it open for writing";
    EXPECT_EQ(errno, EAGAIN);
    call.client.reset();
    EXPECT_EQ(read(other.get(), &byte, 1), 0) << "nobody has";
    pollfd fired{.fd = kept.fd.get(), .events = POLLIN, .revents = 0};
    EXPECT_EQ(poll(&fired, 1, 0), 0);
}

} // namespace
} // namespace headroom
