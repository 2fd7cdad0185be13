// SPDX-License-Identifier: BSD-3-Clause
// Tessera: channels of the C interface.
#include "libcore/api/c/collective_call.hpp"
#include "libcore/api/c/handles.hpp"
#include "libcore/api/c/part_address.hpp"
#include "libcore/api/c/tessera_mpi.h"
#include "libcore/base/try.hpp"
#include "libcore/runtime/channel/array_channel.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/spec/forms/form.hpp"

#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <optional>
#include <string>
#include <utility>

struct tessera_channel {
    tessera::ArrayChannel ends;
    bool sends = false;
    bool closed = false;
};

namespace tessera::api {
namespace {

/// A rank's input for a channel, checked before the two programs make it together.
struct ChannelRequest {
    std::string hpf;
    ChannelOptions options;
    std::string interface;
};

Result<tessera_channel_options> checked_options(tessera_channel_options const* given) {
    auto options = TRY(given_or<tessera_channel_options>(given, TESSERA_CHANNEL_OPTIONS, "options", "TESSERA_CHANNEL_OPTIONS"));
    if (options.transfers < 0) return fail(fmt::format("transfers: expected 0 or more, not {}", options.transfers));
    constexpr double most_patience = 1e9;
    if (!(options.patience > 0 && options.patience <= most_patience))
        return fail(fmt::format("patience: expected seconds, above 0 and up to {}, not {}", most_patience, options.patience));
    return options;
}

Result<ChannelRequest> request_of(Mapping const& mapping, int end, tessera_channel_options const* given) {
    if (end != TESSERA_SENDER && end != TESSERA_RECEIVER)
        return fail(fmt::format("{} is no end; see enum tessera_channel_end", end));
    auto const options = TRY(checked_options(given));
    ChannelRequest request;
    request.hpf = TRY(write_form(mapping, "hpf"));
    if (options.algorithm != nullptr) request.options.algorithm = options.algorithm;
    request.options.count = TransferCount::times(options.transfers);
    request.options.timeout = std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(options.patience * 1000)));
    if (options.interface != nullptr) request.interface = options.interface;
    return request;
}

Result<void> check_groups(MPI_Comm both, int sender, int receiver) {
    TRY(check_communicator(both));
    int size = 0;
    check_mpi(MPI_Comm_size(both, &size), "MPI_Comm_size");
    for (int const master : {sender, receiver})
        if (master < 0 || master >= size)
            return fail(fmt::format("there is no rank {} among the {} ranks of both groups", master, size));
    if (sender == receiver) return fail(fmt::format("rank {} is the first of both groups, which have no rank in common", sender));
    return {};
}

using MeetingOf = std::function<Result<ChannelMeeting>(ChannelRequest const&)>;

int make_channel(char const* function, std::initializer_list<RequiredPointer> pointers, tessera_mapping const* mapping, int end,
                 MPI_Comm comm, tessera_channel_options const* options, MeetingOf const& meeting_of, tessera_channel** result) {
    std::optional<ChannelRequest> request;
    std::optional<ChannelMeeting> meeting;
    return guarded_together(
        function, comm, pointers,
        [&](Communicator const&) -> Result<void> {
            request = TRY(request_of(mapping->mapping, end, options));
            meeting = TRY(meeting_of(*request));
            return {};
        },
        [&]() -> Result<void> {
            auto const make = end == TESSERA_SENDER ? ArrayChannel::to_receiver : ArrayChannel::from_sender;
            auto channel = TRY(make(*meeting, ChannelSide{comm, request->hpf}, request->options));
            *result = new tessera_channel{std::move(channel), end == TESSERA_SENDER};
            return {};
        });
}

/// Errors: the channel has another end, or is closed; those of check_part_address.
Result<void> check_part(tessera_channel const& channel, bool sends, void const* part) {
    if (channel.sends != sends) return fail(sends ? "this end receives" : "this end sends");
    if (channel.closed) return fail("the channel is closed");
    auto const& layout = sends ? channel.ends.sending() : channel.ends.receiving();
    return layout ? check_part_address(part, "part") : Result<void>{};
}

} // namespace
} // namespace tessera::api

using namespace tessera::api;
using tessera::ChannelMeeting;
using tessera::Result;

int tessera_channel_make(tessera_mapping const* mapping, int end, char const* file, MPI_Comm comm,
                         tessera_channel_options const* options, tessera_channel** result) {
    auto const at_file = [file](ChannelRequest const& request) -> Result<ChannelMeeting> {
        return ChannelMeeting::at_file(file, request.interface);
    };
    return make_channel(__func__, {{mapping, "mapping"}, {file, "file"}, {result, "result"}}, mapping, end, comm, options, at_file,
                        result);
}

int tessera_channel_make_f(tessera_mapping const* mapping, int end, char const* file, MPI_Fint comm,
                           tessera_channel_options const* options, tessera_channel** result) {
    return tessera_channel_make(mapping, end, file, MPI_Comm_f2c(comm), options, result);
}

int tessera_channel_make_within(tessera_mapping const* mapping, int end, char const* name, MPI_Comm both, int sender, int receiver,
                                MPI_Comm comm, tessera_channel_options const* options, tessera_channel** result) {
    auto const within = [&](ChannelRequest const&) -> Result<ChannelMeeting> {
        TRY(check_groups(both, sender, receiver));
        return ChannelMeeting::within(both, sender, receiver, name);
    };
    return make_channel(__func__, {{mapping, "mapping"}, {name, "name"}, {result, "result"}}, mapping, end, comm, options, within,
                        result);
}

int tessera_channel_make_within_f(tessera_mapping const* mapping, int end, char const* name, MPI_Fint both, int sender,
                                  int receiver, MPI_Fint comm, tessera_channel_options const* options, tessera_channel** result) {
    return tessera_channel_make_within(mapping, end, name, MPI_Comm_f2c(both), sender, receiver, MPI_Comm_f2c(comm), options,
                                       result);
}

void tessera_channel_free(tessera_channel* channel) {
    free_handle(channel);
}

int tessera_channel_send(tessera_channel* channel, void const* part) {
    return guarded(__func__, {{channel, "channel"}}, [&]() -> Result<void> {
        TRY(check_part(*channel, true, part));
        channel->ends.send(part);
        return {};
    });
}

int tessera_channel_receive(tessera_channel* channel, void* part, int* arrived) {
    return guarded(__func__, {{channel, "channel"}, {arrived, "arrived"}}, [&]() -> Result<void> {
        TRY(check_part(*channel, false, part));
        *arrived = channel->ends.receive(part) ? 1 : 0;
        return {};
    });
}

int tessera_channel_close(tessera_channel* channel) {
    return guarded(__func__, {{channel, "channel"}}, [&]() -> Result<void> {
        if (!channel->sends) return tessera::fail("this end receives");
        channel->ends.close();
        channel->closed = true;
        return {};
    });
}
