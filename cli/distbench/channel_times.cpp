// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distbench channel: the cost of transfers through a channel here, measured as in CDT section 3.1.
#include "cli/distbench/rounds.hpp"
#include "cli/distbench/subcommands.hpp"
#include "libcore/base/median.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/text_table.hpp"
#include "libcore/runtime/channel/array_channel.hpp"
#include "libcore/runtime/mpi/clock.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace tessera::cli {
namespace {

constexpr std::array<Index, 5> channel_sides{64, 128, 256, 512, 1024}; // sides of square arrays of 4-byte words

/// The variants of section 3.1: a channel is prepared anew for every transfer, or once for all.
struct ChannelUse {
    std::string_view name;
    TransferCount count;
    bool anew;
};
std::array const channel_uses{
    ChannelUse{"anew, once()", TransferCount::once(), true}, ChannelUse{"anew, times(2)", TransferCount::times(2), true},
    ChannelUse{"kept, once()", TransferCount::once(), false}, ChannelUse{"kept, times(2)", TransferCount::times(2), false},
    ChannelUse{"kept, endless()", TransferCount::endless(), false}};

/// Two halves of the job and their transfer from (BLOCK,*) to (*,BLOCK).
class TransferBench {
  public:
    TransferBench(Communicator const& world, int senders) : world_(world), senders_(senders), own_(world.split(sends() ? 0 : 1)) {}

    [[nodiscard]] bool sends() const { return world_.rank() < senders_; }

    /// Returns the seconds of a transfer for each round, including the creation of the channel if it is made anew.
    std::vector<double> measure(ChannelUse const& use, Index length, Index rounds) {
        std::vector<double> seconds;
        std::optional<ArrayChannel> kept;
        if (!use.anew) kept.emplace(make(use, length));
        for (Index round = -1; round < rounds; ++round) { // the first round does not count
            double const time = timed([&] {
                if (kept) return transfer(*kept);
                ArrayChannel channel = make(use, length);
                transfer(channel);
                if (sends()) channel.close();
                end(channel);
            });
            if (round >= 0) seconds.push_back(time);
        }
        if (kept && sends()) kept->close();
        if (kept) end(*kept);
        return seconds;
    }

  private:
    double timed(std::function<void()> const& work) const {
        world_.barrier();
        double const begin = seconds_now();
        work();
        return slowest(world_, seconds_now() - begin);
    }

    [[nodiscard]] ArrayChannel make(ChannelUse const& use, Index length) const {
        auto const meeting = ChannelMeeting::within(world_.handle(), 0, senders_, "bench");
        ChannelSide const side{
            own_.handle(), fmt::format("real*4 A({0},{0})\n!hpf$ distribute A{1}\n", length, sends() ? "(block,*)" : "(*,block)")};
        ChannelOptions options;
        options.count = use.count;
        auto channel =
            sends() ? ArrayChannel::to_receiver(meeting, side, options) : ArrayChannel::from_sender(meeting, side, options);
        if (!channel) throw std::runtime_error(channel.error().message);
        return *std::move(channel);
    }

    void transfer(ArrayChannel& channel) {
        auto const& layout = sends() ? channel.sending() : channel.receiving();
        data_.resize(layout ? as_size(layout->allocation_size()) : 0);
        if (sends())
            channel.send(std::span<float const>(data_));
        else if (!channel.receive(std::span(data_)))
            throw std::logic_error("a channel ended too early");
    }

    void end(ArrayChannel& channel) {
        if (!sends() && channel.receive(std::span(data_))) throw std::logic_error("a channel did not end");
    }

    Communicator const& world_;
    int senders_;
    Communicator own_;
    std::vector<float> data_;
};

/// Medians of the rounds, by use and array.
using ChannelTimes = std::vector<std::vector<double>>;

/// Measures in turns, so that disturbances affect all uses equally.
ChannelTimes measure_all(Communicator const& world, int senders, Index rounds) {
    TransferBench bench(world, senders);
    ChannelTimes times(channel_uses.size());
    for (Index const length : channel_sides) {
        std::vector<std::vector<double>> seconds(channel_uses.size());
        constexpr Index in_a_turn = 3;
        for (Index done = 0; done < rounds; done += in_a_turn)
            for (std::size_t use = 0; use < channel_uses.size(); ++use)
                for (double const each : bench.measure(channel_uses[use], length, std::min(in_a_turn, rounds - done)))
                    seconds[use].push_back(each);
        for (std::size_t use = 0; use < channel_uses.size(); ++use) times[use].push_back(median_of(seconds[use]));
    }
    return times;
}

/// T = a + t_w D / ((S+R)/2), by least squares of relative errors; a = t_m M.
struct LineFit {
    double start = 0;
    double per_word = 0;
};
LineFit fit_line(std::vector<double> const& times, int ranks) {
    double w = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        double const words = static_cast<double>(channel_sides[i] * channel_sides[i]) / (ranks / 2.0);
        double const weight = 1 / (times[i] * times[i]);
        w += weight;
        x += weight * words;
        y += weight * times[i];
        xx += weight * words * words;
        xy += weight * words * times[i];
    }
    double const slope = (w * xy - x * y) / (w * xx - x * x);
    return {(y - slope * x) / w, slope};
}

void write_channel_text(ChannelTimes const& times, int senders, int receivers, Index rounds, Sink const& sink) {
    sink(fmt::format("{} to {}, real A(n,n), (block,*) to (*,block); medians of {} transfers, in turns\n\n",
                     counted(senders, "sender"), counted(receivers, "receiver"), rounds));
    std::vector<TextTable::Column> columns{{"channel", TextTable::Align::Left}};
    for (Index const length : channel_sides) columns.push_back({fmt::format("n={}", length)});
    columns.push_back({"t_m M"});
    columns.push_back({"t_w, ns"});
    TextTable table(columns, sink);
    for (std::size_t use = 0; use < channel_uses.size(); ++use) {
        std::vector<std::string> row{std::string(channel_uses[use].name)};
        for (double const each : times[use]) row.push_back(short_seconds(each));
        LineFit const fit = fit_line(times[use], senders + receivers);
        row.push_back(short_seconds(std::max(fit.start, 0.0)));
        row.push_back(fmt::format("{:.2f}", fit.per_word * 1e9));
        table.add(std::move(row));
    }
    table.finish();
    sink("\nanew       the channel is made for each transfer, as the paper's generic and optimized versions do\n"
         "kept       it is made before, as in its async version\n"
         "t_m M      what a transfer takes however short, t_w what each word adds: a fit of equation 1\n"
         "           to these times. On the SP1: 7.3 ms and 19 us, 7.2 ms and 2.8 us, 3.1 ms and 1.8 us\n");
}

void write_channel_json(ChannelTimes const& times, int senders, int receivers, Index rounds, Sink const& sink) {
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.channel-times/1");
    json.entry("senders", Index{senders});
    json.entry("receivers", Index{receivers});
    json.entry("rounds", rounds);
    json.key("rows");
    json.begin_list();
    for (std::size_t use = 0; use < channel_uses.size(); ++use)
        for (std::size_t i = 0; i < channel_sides.size(); ++i) {
            json.begin_object();
            json.entry("channel", channel_uses[use].name);
            json.entry("words", channel_sides[i] * channel_sides[i]);
            json.entry("seconds", times[use][i]);
            json.end_object();
        }
    json.end_array();
    json.end_object();
}

} // namespace

Result<ExitCode> distbench_channel(Tool const& tool, Communicator const& world) {
    if (world.size() < 2) return fail("a channel has two sides: start distbench with 'mpirun -n 2' or more");
    Index const senders = tool.arguments.number("senders").value_or(world.size() / 2);
    if (senders < 1 || senders >= world.size())
        return fail(fmt::format("--senders {}: expected 1 to {} of the {} ranks; the others receive", senders, world.size() - 1,
                                world.size()));
    auto const rounds = TRY(rounds_of(tool.arguments));
    ChannelTimes const times = measure_all(world, static_cast<int>(senders), rounds);
    if (world.rank() != 0) return ExitCode::Done;
    auto const sink = [&tool](std::string_view text) { tool.out.write(text); };
    int const receivers = world.size() - static_cast<int>(senders);
    (tool.arguments.has("json") ? write_channel_json : write_channel_text)(times, static_cast<int>(senders), receivers, rounds,
                                                                           sink);
    return ExitCode::Done;
}

} // namespace tessera::cli
