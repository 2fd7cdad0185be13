// SPDX-License-Identifier: BSD-3-Clause
// Tessera: transports a channel's transfers as MPI messages.
#include "libcore/runtime/channel/detail/mpi_carrier.hpp"

#include "libcore/runtime/channel/channel_failure.hpp"
#include "libcore/runtime/channel/detail/patient_poll.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/node_peers.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

namespace tessera {

namespace {

constexpr std::chrono::seconds longest_between_looks{1}; // between two looks at the processes of the node

/// One byte per notice, at the index of its value.
constexpr std::array<Notice, 7> bytes_of_notices{Notice{},       Notice::Data, Notice::End, Notice::Abandoned,
                                                 Notice::Credit, Notice::Left, Notice::Seen};

class MpiCarrier final : public Carrier {
  public:
    MpiCarrier(Communicator all, ChannelTerms const& terms, ChannelPeers peers, RankLayouts layouts,
               std::chrono::milliseconds timeout)
        : all_(std::move(all)), coupling_(terms.coupling), peers_(std::move(peers)), algorithm_(terms.algorithm),
          layouts_(std::move(layouts)), timeout_(timeout), neighbours_(all_) {}

    /// MPI_Send may wait for the receiver; MPICH's does so for a message of a rank to itself. The sent byte never changes, so the
    /// request can be freed at once.
    void post(Rank to, Way way, Notice notice) override {
        MPI_Request request = MPI_REQUEST_NULL;
        check_mpi(
            MPI_Isend(&bytes_of_notices[static_cast<std::size_t>(notice)], 1, MPI_CHAR, to, tag(way), all_.handle(), &request),
            "MPI_Isend");
        check_mpi(MPI_Request_free(&request), "MPI_Request_free");
    }

    [[nodiscard]] std::optional<Notice> await(Rank from, Way way, Clock::time_point deadline) override {
        Notice notice{};
        StopWait stops(*this);
        auto const ready = [&] { return is_there(from, way) || stops.look(); };
        if (!poll_until(deadline, ready)) return std::nullopt;
        check_mpi(MPI_Recv(&notice, 1, MPI_CHAR, from, tag(way), all_.handle(), MPI_STATUS_IGNORE), "MPI_Recv");
        return notice;
    }

    void prepare() override { redistributor_.emplace(make()); }

    void move(void const* source, void* target) override {
        if (redistributor_)
            redistributor_->execute(source, target);
        else
            make().execute(source, target);
    }

  private:
    /// One wait. It ends with a failure if a rank of this node is stopped for the patience.
    class StopWait {
      public:
        explicit StopWait(MpiCarrier const& carrier) : carrier_(carrier) {}

        /// Always returns false. Throws ChannelFailure if a rank is stopped for too long.
        bool look() {
            auto const now = Clock::now();
            if (now < next_) return false;
            next_ = now + std::min<std::chrono::milliseconds>(carrier_.timeout_ / 4, longest_between_looks);
            auto const stopped = carrier_.neighbours_.find_stopped();
            bool const was_stopped_itself = now - std::exchange(looked_, now) > carrier_.timeout_ / 2;
            if (!stopped || was_stopped_itself) running_ = now;
            if (stopped && now - running_ >= carrier_.timeout_)
                throw ChannelFailure(fmt::format("{}: its process {} is stopped, for {:.3g} s by now",
                                                 carrier_.peers_.text(stopped->rank), stopped->number,
                                                 std::chrono::duration<double>(carrier_.timeout_).count()));
            return false;
        }

      private:
        MpiCarrier const& carrier_;
        Clock::time_point running_ = Clock::now(); // the last time when all ranks were running
        Clock::time_point looked_ = running_;
        Clock::time_point next_ = running_ + carrier_.timeout_ / 4;
    };

    static int tag(Way way) { return way == Way::ToReceiver ? 1 : 2; }

    [[nodiscard]] bool is_there(Rank from, Way way) const {
        int there = 0;
        check_mpi(MPI_Iprobe(from, tag(way), all_.handle(), &there, MPI_STATUS_IGNORE), "MPI_Iprobe");
        return there != 0;
    }

    [[nodiscard]] Redistributor make() const {
        RedistributorOptions options;
        options.schedule = coupling_schedule(algorithm_, coupling_).value(); // terms_of() has checked it
        options.transport = options.schedule ? Transport::Scheduled : Transport::PointToPoint;
        auto redistributor = Redistributor::make(*coupling_.plan, all_.handle(), layouts_, options);
        if (!redistributor) throw std::logic_error("a channel's plan does not fit its ranks: " + redistributor.error().message);
        return *std::move(redistributor);
    }

    Communicator all_;
    Coupling coupling_;
    ChannelPeers peers_;
    std::string algorithm_;
    RankLayouts layouts_;
    std::chrono::milliseconds timeout_;
    NodePeers neighbours_;
    std::optional<Redistributor> redistributor_;
};

} // namespace

std::unique_ptr<Carrier> make_mpi_carrier(Communicator all, ChannelTerms const& terms, ChannelPeers peers, RankLayouts layouts,
                                          std::chrono::milliseconds timeout) {
    return std::make_unique<MpiCarrier>(std::move(all), terms, std::move(peers), std::move(layouts), timeout);
}

} // namespace tessera
