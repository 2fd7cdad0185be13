// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the meeting of two separately started jobs through a file.
#pragma once

#include "libcore/runtime/channel/detail/meeting_place.hpp"
#include "libcore/runtime/channel/detail/socket.hpp"

#include <optional>
#include <string>

namespace tessera {

/// Every sender listens on a socket, and the sending master writes its address into the file (schema tessera.meeting/1).
/// MPI_Comm_connect was tried instead: with Open MPI 4.1 it needs an ompi-server beside the jobs and its TCP transport. If one job
/// dies, the other waits for ever.
class FileMeeting final : public MeetingPlace {
  public:
    /// `interface`: see Socket::listening().
    explicit FileMeeting(std::string path, std::string interface = {});

    [[nodiscard]] std::string const& name() const override { return path_; }
    void describe(MPI_Comm side, ChannelEnd end, ChannelOffer& offer) override;
    [[nodiscard]] Result<std::string> exchange(ChannelEnd end, std::string const& offer,
                                               std::chrono::milliseconds timeout) override;
    /// Throws AgreedFailure if a rank of this side cannot reach its partners in time.
    [[nodiscard]] std::unique_ptr<Carrier> connect(BothOffers const& offers, ChannelTerms const& terms, Rank number,
                                                   RankLayouts const& layouts, std::chrono::milliseconds timeout) override;

  private:
    [[nodiscard]] Result<std::string> await_receiver(std::string const& offer, Socket::Deadline deadline);
    [[nodiscard]] Result<std::string> seek_sender(std::string const& offer, Socket::Deadline deadline);

    std::string path_;
    std::string interface_;
    std::optional<ChannelEnd> end_;
    MPI_Comm side_ = MPI_COMM_NULL;
    std::string token_;         // token of the sending master, once this rank knows it
    Socket listener_;           // a sender's socket, until its partners have connected
    std::optional<Error> deaf_; // why this sender cannot listen
};

} // namespace tessera
