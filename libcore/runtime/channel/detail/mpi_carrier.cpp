// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the transfers of a channel as messages of MPI.
#include "libcore/runtime/channel/detail/mpi_carrier.hpp"

#include "libcore/runtime/channel/detail/patient_poll.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"

#include <array>
#include <cstddef>
#include <stdexcept>
#include <utility>

namespace tessera {

namespace {

/// A byte for each notice, at its own value.
constexpr std::array<Notice, 7> bytes_of_notices{Notice{},       Notice::Data, Notice::End, Notice::Abandoned,
                                                 Notice::Credit, Notice::Left, Notice::Seen};

class MpiCarrier final : public Carrier {
  public:
    MpiCarrier(Comm all, ChannelTerms const& terms, RankLayouts layouts)
        : all_(std::move(all)), coupling_(terms.coupling), algorithm_(terms.algorithm), layouts_(std::move(layouts)) {}

    /// MPI_Send may wait for the receiver, and MPICH's does so for a message of a rank to itself. The byte that is sent never
    /// changes, so nobody needs to know when it has left.
    void post(Rank to, Way way, Notice notice) override {
        MPI_Request request = MPI_REQUEST_NULL;
        check_mpi(
            MPI_Isend(&bytes_of_notices[static_cast<std::size_t>(notice)], 1, MPI_CHAR, to, tag(way), all_.handle(), &request),
            "MPI_Isend");
        check_mpi(MPI_Request_free(&request), "MPI_Request_free");
    }

    [[nodiscard]] std::optional<Notice> await(Rank from, Way way, Clock::time_point deadline) override {
        Notice notice{};
        if (deadline != no_deadline && !poll_until(deadline, [&] { return is_there(from, way); })) return std::nullopt;
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
    static int tag(Way way) { return way == Way::ToReceiver ? 1 : 2; }

    [[nodiscard]] bool is_there(Rank from, Way way) const {
        int there = 0;
        check_mpi(MPI_Iprobe(from, tag(way), all_.handle(), &there, MPI_STATUS_IGNORE), "MPI_Iprobe");
        return there != 0;
    }

    [[nodiscard]] Redistributor make() const {
        RedistributorOptions options;
        options.schedule = coupling_schedule(algorithm_, coupling_).value(); // terms_of() has tried it
        options.transport = options.schedule ? Transport::Scheduled : Transport::PointToPoint;
        auto redistributor = Redistributor::make(*coupling_.plan, all_.handle(), layouts_, options);
        if (!redistributor) throw std::logic_error("a channel's plan does not fit its ranks: " + redistributor.error().message);
        return *std::move(redistributor);
    }

    Comm all_;
    Coupling coupling_;
    std::string algorithm_;
    RankLayouts layouts_;
    std::optional<Redistributor> redistributor_;
};

} // namespace

std::unique_ptr<Carrier> make_mpi_carrier(Comm all, ChannelTerms const& terms, RankLayouts layouts) {
    return std::make_unique<MpiCarrier>(std::move(all), terms, std::move(layouts));
}

} // namespace tessera
