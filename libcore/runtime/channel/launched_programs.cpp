// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the programs of one launch, and the channels between them.
#include "libcore/runtime/channel/launched_programs.hpp"

#include "libcore/base/try.hpp"
#include "libcore/runtime/channel/detail/patient_poll.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <mpi.h>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tessera {

namespace {

constexpr int program_tag = 32003;

int own_program() {
    int* number = nullptr;
    int found = 0;
    check_mpi(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, static_cast<void*>(&number), &found), "MPI_Comm_get_attr");
    return found != 0 ? *number : 0;
}

/// Waits until the deadline for a collective call that some rank may never make. Returns whether it completed.
bool in_time(MPI_Request& request, std::chrono::steady_clock::time_point deadline) {
    return poll_until(deadline, [&request] {
        int done = 0;
        check_mpi(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
        return done != 0;
    });
}

tl::unexpected<Error> somebody_is_missing(std::chrono::milliseconds timeout) {
    return fail(fmt::format("some program of this launch did not come within {:.3g} s: each has to call LaunchedPrograms::meet",
                            std::chrono::duration<double>(timeout).count()));
}

struct Present {
    std::vector<int> programs;      // program number of each rank
    std::vector<std::string> texts; // text of each rank
};

Result<Present> everybody(std::string const& text, std::chrono::milliseconds timeout) {
    auto const deadline = std::chrono::steady_clock::now() + timeout;
    Communicator const world = Communicator::world();
    int const mine = own_program();
    Present present{std::vector<int>(as_size(world.size())), {}};
    MPI_Request request = MPI_REQUEST_NULL;
    check_mpi(MPI_Iallgather(&mine, 1, MPI_INT, present.programs.data(), 1, MPI_INT, MPI_COMM_WORLD, &request), "MPI_Iallgather");
    if (!in_time(request, deadline)) return somebody_is_missing(timeout);
    present.texts = texts_of_all(world, text);
    return present;
}

/// For each channel: the first ranks of the sending and of the receiving programs.
using ProgramsByChannel = std::map<std::string, std::array<std::vector<Rank>, 2>>;

ProgramsByChannel ends_of(Present const& present) {
    ProgramsByChannel ends;
    std::set<int> seen;
    for (std::size_t rank = 0; rank < present.programs.size(); ++rank) {
        if (!seen.insert(present.programs[rank]).second) continue;
        auto const json = nlohmann::json::parse(present.texts[rank]);
        for (std::size_t way = 0; way < 2; ++way)
            for (std::string const name : json.at(way)) ends[name][way].push_back(static_cast<Rank>(rank));
    }
    return ends;
}

} // namespace

LaunchedPrograms::LaunchedPrograms(Communicator own, int programs, std::map<std::string, Masters> channels)
    : own_(std::move(own)), programs_(programs), channels_(std::move(channels)) {}

Result<LaunchedPrograms> LaunchedPrograms::meet(ChannelNames const& names, std::chrono::milliseconds timeout) {
    auto const present = TRY(everybody(nlohmann::json::array({names.sends, names.receives}).dump(), timeout));
    std::map<std::string, Masters> channels;
    for (auto const& [name, ends] : ends_of(present)) {
        if (ends[0].size() != 1 || ends[1].size() != 1)
            return fail(fmt::format("channel '{}': {} programs send and {} receive; it takes one of each", name, ends[0].size(),
                                    ends[1].size()));
        channels[name] = {ends[0].front(), ends[1].front()};
    }
    std::set<int> programs;
    std::vector<Rank> own;
    for (std::size_t rank = 0; rank < present.programs.size(); ++rank) {
        programs.insert(present.programs[rank]);
        if (present.programs[rank] == own_program()) own.push_back(static_cast<Rank>(rank));
    }
    return LaunchedPrograms(Communicator::of_group(MPI_COMM_WORLD, own, program_tag), static_cast<int>(programs.size()),
                            std::move(channels));
}

ChannelMeeting LaunchedPrograms::meeting(std::string const& channel) const {
    auto const found = channels_.find(channel);
    if (found == channels_.end()) {
        std::vector<std::string> names;
        for (auto const& each : channels_) names.push_back(each.first);
        throw std::logic_error(fmt::format("no program of this launch is an end of channel '{}'; meet() was told of {}", channel,
                                           names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
    }
    return ChannelMeeting::within(MPI_COMM_WORLD, found->second.sender, found->second.receiver, channel);
}

} // namespace tessera
