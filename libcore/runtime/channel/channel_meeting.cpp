// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how the two sides of a channel find each other.
#include "libcore/runtime/channel/channel_meeting.hpp"

#include "libcore/runtime/channel/detail/comm_meeting.hpp"
#include "libcore/runtime/channel/detail/file_meeting.hpp"

#include <utility>

namespace tessera {

ChannelMeeting ChannelMeeting::within(MPI_Comm both, Rank sender_master, Rank receiver_master, std::string name) {
    return ChannelMeeting(std::make_shared<CommMeeting>(both, sender_master, receiver_master, std::move(name)));
}

ChannelMeeting ChannelMeeting::at_file(std::string path, std::string interface) {
    return ChannelMeeting(std::make_shared<FileMeeting>(std::move(path), std::move(interface)));
}

} // namespace tessera
