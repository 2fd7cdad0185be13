// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random arrays through channels between groups of one job, every element of every transfer compared.
#include "libcore/pipeline/coupling.hpp"
#include "libcore/runtime/channel/array_channel.hpp"
#include "libcore/runtime/channel/launched_programs.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "libcore/spec/parse.hpp"
#include "libcore/spec/write.hpp"
#include "tests/mpi/channel_sides.hpp"
#include "tests/mpi/random_ends.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/random_storage.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <iostream>
#include <mpi.h>
#include <rapidcheck.h>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;
using namespace std::chrono_literals;

namespace {

std::vector<Rank> random_ranks(Index count, Index first = 0, Index last = -1) {
    std::vector<Rank> ranks;
    for (Index const rank : random_order((last < 0 ? job_size() : last) - first))
        if (std::ssize(ranks) < count) ranks.push_back(static_cast<Rank>(first + rank));
    return ranks;
}

/// Groups that may share ranks, or may not.
struct TwoSides {
    TestSide sender;
    TestSide receiver;
};

TwoSides random_sides() {
    if (job_size() > 1 && one_in(2)) {
        Index const border = between(1, job_size() - 1);
        return {TestSide(random_ranks(between(1, border), 0, border), 1),
                TestSide(random_ranks(between(1, job_size() - border), border, job_size()), 2)};
    }
    return {TestSide(random_ranks(between(1, job_size())), 1), TestSide(random_ranks(between(1, job_size())), 2)};
}

ChannelOptions random_options() {
    ChannelOptions options;
    options.algorithm = *rc::gen::element("auto", "auto", "all-to-all", "centralized", "staged", "multistage", "hybrid");
    options.count = *rc::gen::element(TransferCount::once(), TransferCount::times(3), TransferCount::endless());
    options.ahead = static_cast<int>(between(1, 3));
    options.timeout = 20s;
    return options;
}

ArrayChannel make_channel(TwoSides const& sides, MappingSpec const& from, MappingSpec const& to, ChannelOptions const& options,
                          std::string const& name = "array") {
    auto const meeting = ChannelMeeting::within(MPI_COMM_WORLD, sides.sender.master(), sides.receiver.master(), name);
    std::string const sent = write_hpf(from), received = write_hpf(to);
    auto channel = !sides.receiver.is_here() ? ArrayChannel::to_receiver(meeting, sides.sender.with(sent), options)
                   : !sides.sender.is_here()
                       ? ArrayChannel::from_sender(meeting, sides.receiver.with(received), options)
                       : ArrayChannel::both_ends(meeting, sides.sender.with(sent), sides.receiver.with(received), options);
    if (!channel) throw std::runtime_error(channel.error().message);
    return *std::move(channel);
}

/// Does this rank's share of some transfers; is everything as it should be?
bool run_transfers(TwoSides const& sides, MappingSpec const& from, MappingSpec const& to, ChannelOptions const& options,
                   unsigned transfers) {
    if (!sides.sender.is_here() && !sides.receiver.is_here()) return true;
    ArrayChannel channel = make_channel(sides, from, to, options);
    std::optional<IndexedArray> source, target;
    if (sides.sender.is_here()) source.emplace(from, sides.sender.rank(), sides.sender.storage());
    if (sides.receiver.is_here()) target.emplace(to, sides.receiver.rank(), sides.receiver.storage());
    bool good = true;
    for (unsigned round = 0; round < transfers; ++round) {
        if (source) source->fill(round);
        if (target) target->wipe();
        if (source && target)
            good = channel.transfer(source->data(), target->data()) && good;
        else if (source)
            channel.send(source->data());
        else
            good = channel.receive(target->data()) && good;
        if (target) good = target->holds(round) && good;
    }
    if (source) channel.close();
    if (target) {
        target->wipe();
        for (int again = 0; again < 2; ++again) good = !channel.receive(target->data()) && target->is_blank() && good;
    }
    auto const levels = [](int ranks) { return static_cast<int>(std::bit_width(static_cast<unsigned>(ranks) - 1)); };
    int const most = 1 + std::max(levels(sides.sender.size()), levels(sides.receiver.size()));
    int const both = source && target ? 2 * most : most; // two trees
    return good && channel.setup().messages <= both && channel.most_ahead() <= 2 * options.ahead;
}

/// Some ranks of a side store their parts in ways of their own.
void store_somehow(TestSide& side, MappingSpec const& spec) {
    auto const seed = static_cast<std::uint64_t>(between(0, 1'000'000));
    if (!one_in(2) || !side.is_here() || (seed + static_cast<std::uint64_t>(side.rank())) % 3 == 0) return;
    Mapping const mapping = Mapping::make(spec).value();
    auto const position = mapping.grid().position(side.rank());
    if (position && mapping.holds(*position)) side.store(random_storage(mapping, *position, seed));
}

void carries_every_element() {
    TwoSides sides = random_sides();
    ElementType const type = random_channel_type();
    Extents const extents = random_copy().source_extents;
    MappingSpec const from = random_end(extents, sides.sender.size(), type);
    MappingSpec const to = random_end(extents, sides.receiver.size(), type);
    store_somehow(sides.sender, from);
    store_somehow(sides.receiver, to);
    ChannelOptions const options = random_options();
    auto const transfers = static_cast<unsigned>(between(0, 8));
    RC_ASSERT(everywhere(run_transfers(sides, from, to, options, transfers)));
}

/// Two disjoint sides of all ranks, at least one rank each.
TwoSides halves() {
    std::vector<Rank> first, second;
    for (Rank rank = 0; rank < job_size(); ++rank) (rank < (job_size() + 1) / 2 ? first : second).push_back(rank);
    return {TestSide(first, 1), TestSide(second, 2)};
}

Result<ArrayChannel> make_half(TwoSides const& sides, std::string const& sent, std::string const& received,
                               ChannelOptions const& options) {
    auto const meeting = ChannelMeeting::within(MPI_COMM_WORLD, sides.sender.master(), sides.receiver.master(), "half");
    return sides.sender.is_here() ? ArrayChannel::to_receiver(meeting, sides.sender.with(sent), options)
                                  : ArrayChannel::from_sender(meeting, sides.receiver.with(received), options);
}

MappingSpec mapping_in(std::string const& hpf, int ranks) {
    return parse_job(hpf, "test", {ranks, nullptr}).value().arrays.front().states.front();
}

bool says(Result<ArrayChannel> const& channel, std::string const& words) {
    return !channel && channel.error().message.find(words) != std::string::npos;
}

/// Both sides hear that one rank's strides are no good.
bool strides_that_overlap_are_refused() {
    TwoSides sides = halves();
    std::string const hpf = "real A(8,24)\n!hpf$ distribute A(*,block)";
    if (sides.receiver.is_here()) sides.receiver.store(LocalStorage{.strides = {1, sides.receiver.rank() == 0 ? 7 : 9}});
    auto const channel = make_half(sides, hpf, hpf, {});
    return everywhere(says(channel, "the receiver cannot take part: rank 0: stride 7 in dimension 2"));
}

std::string const rows = "real*8 A(12,10)\n!hpf$ distribute A(block,*)\n";
std::string const columns = "real*8 B(12,10)\n!hpf$ distribute B(*,cyclic)\n";

bool both_sides_hear_why_not() {
    TwoSides const sides = halves();
    ChannelOptions options;
    options.timeout = 20s;
    bool good = true;
    auto const refused = [&](std::string const& sent, std::string const& received, std::string const& words) {
        return everywhere(says(make_half(sides, sent, received, options), words));
    };
    good =
        refused(rows, "real*8 B(12,11)\n!hpf$ distribute B(*,block)\n", "'real8 A(12,10)' is sent, 'real8 B(12,11)' is expected") &&
        good;
    good = refused(rows, "real*8 B(10,12)\n!hpf$ distribute B(*,block)\n", "their shapes differ") && good;
    good = refused(rows, "integer*8 B(12,10)\n!hpf$ distribute B(*,block)\n", "their types differ") && good;
    good = refused(rows, "real*8 B(12,10)\n!hpf$ distribute B(*,blocks)\n", "the receiver cannot take part") && good;
    good = refused("real*8 A(12,10)\n!hpf$ processors P(100)\n!hpf$ distribute A(block,*) onto P\n", columns,
                   "the sender cannot take part") &&
           good;
    options.algorithm = sides.sender.is_here() ? "staged" : "hybrid";
    good = refused(rows, columns, "the sender asks for 'staged', the receiver for 'hybrid'") && good;
    options.algorithm = "stagd";
    return refused(rows, columns, "unknown algorithm 'stagd'") && good;
}

bool nobody_waits_for_ever() {
    TwoSides const sides = halves();
    ChannelOptions options;
    options.timeout = 300ms;
    auto const begin = std::chrono::steady_clock::now();
    bool const alone =
        sides.sender.is_here() ? says(make_half(sides, rows, columns, options), "no receiver came within 0.3 s") : true;
    return everywhere(alone && std::chrono::steady_clock::now() - begin < 10s);
}

bool a_sender_that_leaves_is_missed() {
    TwoSides const sides = halves();
    int received = 0;
    bool told = sides.sender.is_here();
    {
        ArrayChannel channel = make_half(sides, rows, columns, {}).value();
        IndexedArray mine(mapping_in(rows, sides.sender.size()), 0), theirs(mapping_in(columns, sides.receiver.size()), 0);
        if (sides.sender.is_here()) {
            for (int round = 0; round < 3; ++round) channel.send(mine.data());
        } else {
            try {
                while (channel.receive(theirs.data())) ++received;
            } catch (ChannelFailure const& failure) {
                std::string const why = failure.what();
                told = why.find("without closing") != std::string::npos && why.starts_with("channel 'half': rank ") &&
                       channel.agreed_transfers(sides.receiver.with("").ranks) == 3;
            }
        }
    }
    return everywhere(told && received == (sides.sender.is_here() ? 0 : 3));
}

bool a_receiver_that_leaves_is_missed() {
    TwoSides const sides = halves();
    ChannelOptions options;
    options.ahead = 2;
    Index sent = 0;
    bool told = !sides.sender.is_here();
    {
        ArrayChannel channel = make_half(sides, rows, columns, options).value();
        IndexedArray mine(mapping_in(rows, sides.sender.size()), 0), theirs(mapping_in(columns, sides.receiver.size()), 0);
        if (!sides.sender.is_here())
            told = channel.receive(theirs.data());
        else
            try {
                for (; sent < 1000; ++sent) channel.send(mine.data());
            } catch (ChannelFailure const& failure) {
                told = std::string(failure.what()).find("the receiver left") != std::string::npos;
            }
    }
    return everywhere(told && sent <= 2 * options.ahead);
}

/// Every element goes from one group to the next, and round by round back to the first: several channels of one rank at a time.
bool groups_form_a_ring() {
    int const groups = std::min(job_size(), 4);
    std::vector<TestSide> group;
    for (int g = 0; g < groups; ++g) {
        std::vector<Rank> ranks;
        for (Rank rank = g; rank < job_size(); rank += groups) ranks.push_back(rank);
        group.emplace_back(ranks, 3 + g);
    }
    int const mine = Communicator::world().rank() % groups, before = (mine + groups - 1) % groups, after = (mine + 1) % groups;
    auto const text = [](int g) { return g % 2 == 0 ? rows : columns; };
    auto const open = [&](int from, int to) {
        auto const meeting = ChannelMeeting::within(MPI_COMM_WORLD, group[as_size(from)].master(), group[as_size(to)].master(),
                                                    "from " + std::to_string(from));
        return from == mine ? ArrayChannel::to_receiver(meeting, group[as_size(from)].with(text(from))).value()
                            : ArrayChannel::from_sender(meeting, group[as_size(to)].with(text(to))).value();
    };
    std::optional<ArrayChannel> out, in;
    if (mine == 0) out.emplace(open(0, after)); // somebody has to be the first
    in.emplace(open(before, mine));
    if (mine != 0) out.emplace(open(mine, after));
    IndexedArray array(mapping_in(text(mine), group[as_size(mine)].size()), group[as_size(mine)].rank());
    bool good = true;
    for (unsigned round = 0; round < 20; ++round) {
        if (mine == 0) {
            array.fill(round);
            out->send(array.data());
            array.wipe();
        }
        good = in->receive(array.data()) && array.holds(round) && good;
        if (mine != 0) out->send(array.data());
    }
    out->close();
    return everywhere(good && !in->receive(array.data()));
}

/// One group feeds two, which take at different paces.
bool one_sender_feeds_many() {
    TestSide const feeder({0}, 1);
    std::vector<Rank> even, odd;
    for (Rank rank = 1; rank < job_size(); ++rank) (rank % 2 == 0 ? even : odd).push_back(rank);
    TestSide const left(even, 2), right(odd, 3);
    auto const meeting = [&](TestSide const& to, char const* name) {
        return ChannelMeeting::within(MPI_COMM_WORLD, 0, to.master(), name);
    };
    bool good = true;
    if (feeder.is_here()) {
        ArrayChannel to_left = ArrayChannel::to_receiver(meeting(left, "left"), feeder.with(rows)).value();
        ArrayChannel to_right = ArrayChannel::to_receiver(meeting(right, "right"), feeder.with(rows)).value();
        IndexedArray array(mapping_in(rows, 1), 0);
        for (unsigned round = 0; round < 20; ++round) {
            array.fill(round);
            to_left.send(array.data());
            if (round % 3 == 0) to_right.send(array.data());
        }
        to_left.close();
        to_right.close();
    } else {
        TestSide const& side = left.is_here() ? left : right;
        ArrayChannel from = ArrayChannel::from_sender(meeting(side, left.is_here() ? "left" : "right"), side.with(columns)).value();
        IndexedArray array(mapping_in(columns, side.size()), side.rank());
        unsigned round = 0;
        for (; from.receive(array.data()); round += left.is_here() ? 1U : 3U) good = array.holds(round) && good;
        good = round == (left.is_here() ? 20U : 21U) && good;
    }
    return everywhere(good);
}

/// Are values that are no elements of the channel's array refused before anything is sent?
template <class Values>
bool is_refused(ArrayChannel& channel, bool sends, Values values) {
    try {
        if (sends)
            channel.send(values);
        else
            static_cast<void>(channel.receive(values));
    } catch (std::logic_error const&) {
        return true;
    }
    return false;
}

/// Twice as many floats have as many bytes as doubles, and integers as long as doubles, too.
bool types_are_looked_at() {
    TwoSides const sides = halves();
    bool const sends = sides.sender.is_here();
    ArrayChannel channel = make_half(sides, rows, columns, {}).value();
    auto const& layout = sends ? channel.sending() : channel.receiving();
    std::size_t const size = layout ? as_size(layout->allocation_size()) : 0;
    bool good = is_refused(channel, sends, std::vector<float>(2 * size)) && is_refused(channel, sends, std::vector<Index>(size)) &&
                is_refused(channel, sends, std::vector<double>(size + 1));
    std::vector<float> floats(2 * size);
    good = is_refused(channel, sends, std::span(floats)) && is_refused(channel, sends, floats.data()) && good;
    std::vector<double> values(size, sends ? 2.5 : 0.0);
    if (sends) {
        channel.send(values);
        channel.send(std::span<double const>(values));
        channel.send(values.data());
        channel.close();
        return everywhere(good);
    }
    good = channel.receive(values) && channel.receive(std::span(values)) && channel.receive(values.data()) && good;
    Index owned = layout ? 1 : 0; // a rank allocates as much as the largest, and gets what it owns
    for (Index const extent : layout ? layout->local_shape() : Extents{}) owned *= extent;
    good = std::ranges::count(values, 2.5) == owned && !channel.receive(values) && good;
    return everywhere(good);
}

/// The tags that MPI grants are few: these two names had the same, and the sender of one was joined to the receiver of the other.
bool names_keep_channels_apart() {
    TwoSides const sides = halves();
    ChannelOptions options;
    options.timeout = 300ms;
    auto const meeting = ChannelMeeting::within(MPI_COMM_WORLD, sides.sender.master(), sides.receiver.master(),
                                                sides.sender.is_here() ? "field58" : "field177");
    auto const channel = sides.sender.is_here() ? ArrayChannel::to_receiver(meeting, sides.sender.with(rows), options)
                                                : ArrayChannel::from_sender(meeting, sides.receiver.with(columns), options);
    return everywhere(!channel);
}

/// A name that nobody told is refused, and not looked up beyond the end of the list.
bool an_unknown_channel_is_refused() {
    auto const programs = LaunchedPrograms::meet({}).value();
    try {
        static_cast<void>(programs.meeting("nothing"));
    } catch (std::logic_error const& error) {
        return everywhere(std::string(error.what()).find("'nothing'") != std::string::npos);
    }
    return everywhere(false);
}

bool holds(char const* what, bool (*scenario)()) {
    bool const good = scenario();
    if (!good) std::cerr << "FAILED: " << what << '\n';
    return good;
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    auto const cases = std::to_string(1000 / (job_size() + 2));
    try_many_cases(("seed=29 max_success=" + cases).c_str());
    bool passed = rc::check("every element comes through", carries_every_element);
    passed = holds("an unknown channel is refused", an_unknown_channel_is_refused) && passed;
    if (job_size() > 1)
        passed = exit_code({holds("both sides hear why not", both_sides_hear_why_not),
                            holds("strides that overlap are refused", strides_that_overlap_are_refused),
                            holds("nobody waits for ever", nobody_waits_for_ever),
                            holds("a sender that leaves is missed", a_sender_that_leaves_is_missed),
                            holds("a receiver that leaves is missed", a_receiver_that_leaves_is_missed),
                            holds("types are looked at", types_are_looked_at),
                            holds("names keep channels apart", names_keep_channels_apart),
                            holds("groups form a ring", groups_form_a_ring)}) == 0 &&
                 passed;
    if (job_size() > 2) passed = holds("one sender feeds many", one_sender_feeds_many) && passed;
    return passed ? 0 : 1;
}
