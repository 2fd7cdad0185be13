// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a plan to read or write sections of a file: all requests, all messages, and exact totals.
#include "libcore/io/io_plan.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera {

namespace {

void add(IoTotals& totals, IoRequest const& request) {
    Index const reads = request.kind == IoKind::Write ? 0 : 1;
    Index const writes = request.kind == IoKind::Read ? 0 : 1;
    totals.reads += reads;
    totals.writes += writes;
    totals.bytes_read += reads * request.bytes.size();
    totals.bytes_written += writes * request.bytes.size();
    totals.useful += request.useful;
}

void count_message(IoTotals& from, IoTotals& to, Index bytes) {
    ++from.sends;
    from.bytes_sent += bytes;
    ++to.receives;
    to.bytes_received += bytes;
}

/// The buffers that ranks need in the current phase, and the largest so far.
class PhaseMemory {
  public:
    explicit PhaseMemory(std::vector<RankTotals>& ranks) : ranks_(ranks), now_(ranks.size(), 0) {}

    [[nodiscard]] std::size_t number_of(Rank rank) const {
        return as_size(std::ranges::lower_bound(ranks_, rank, {}, &RankTotals::rank) - ranks_.begin());
    }

    void need(std::size_t number, Index bytes) {
        if (now_[number] == 0) busy_.push_back(number);
        now_[number] += bytes;
    }

    void next_phase() {
        for (std::size_t const number : busy_) {
            ranks_[number].totals.memory = std::max(ranks_[number].totals.memory, now_[number]);
            now_[number] = 0;
        }
        busy_.clear();
    }

  private:
    std::vector<RankTotals>& ranks_;
    std::vector<Index> now_;
    std::vector<std::size_t> busy_;
};

} // namespace

Result<IoPlan> IoPlan::make(std::shared_ptr<Fad const> fad, IoDirection direction, IoSettings const& settings, Watch const& watch) {
    if (settings.access != Access::Direct && settings.sieve.buffer_bytes < fad->layout().element_bytes())
        return fail(fmt::format("a buffer of {} bytes does not hold an element of {} bytes", settings.sieve.buffer_bytes,
                                fad->layout().element_bytes()));
    IoPlan plan(fad, direction, settings);
    for (Fad::Member const& member : fad->members()) plan.ranks_.push_back({member.rank, {}});
    if (settings.access == Access::TwoPhase) {
        auto domains = TRY(FileDomains::make(*fad, settings.domains));
        for (Rank const rank : domains.ranks()) plan.ranks_.push_back({rank, {}});
        plan.two_phase_.emplace(std::move(fad), std::move(domains), settings.sieve);
    }
    std::ranges::sort(plan.ranks_, {}, &RankTotals::rank);
    auto const is_same_rank = [](RankTotals const& a, RankTotals const& b) { return a.rank == b.rank; };
    plan.ranks_.erase(std::unique(plan.ranks_.begin(), plan.ranks_.end(), is_same_rank), plan.ranks_.end());
    switch (settings.access) {
    case Access::Direct:
        plan.count_direct();
        break;
    case Access::Sieve:
        plan.count_sieved(watch);
        break;
    case Access::TwoPhase:
        plan.count_two_phase(watch);
        break;
    }
    if (watch.stopped()) return stopped_error();
    plan.sum_up();
    return plan;
}

Result<IoPlan> IoPlan::make_within(std::shared_ptr<Fad const> const& fad, IoDirection direction, IoSettings settings, Index memory,
                                   Index most_requests, Watch const& watch) {
    Index const element = fad->layout().element_bytes();
    Index& buffer = settings.sieve.buffer_bytes;
    buffer = std::max(std::min(buffer, memory), element);
    for (;;) {
        auto plan = make(fad, direction, settings, watch);
        if (!plan) return plan;
        auto const needed = static_cast<double>(plan->totals().memory);
        auto const allowed = static_cast<double>(memory);
        if (needed <= allowed) return plan;
        if (buffer == element)
            return fail(fmt::format("the buffers of a rank take {} for {} access at least, {} in all; allowed are {} per rank",
                                    scaled_bytes(plan->totals().memory), name_of(settings.access),
                                    scaled_bytes(saturated_mul(plan->totals().memory, std::ssize(plan->ranks_))),
                                    scaled_bytes(memory)));
        double const factor = std::min(allowed / needed, 0.9); // guarantees that the loop ends
        if (static_cast<double>(plan->totals().requests()) / factor > static_cast<double>(most_requests))
            return fail(fmt::format("buffers of {} per rank, {} in all, take more than {} requests: allow more memory",
                                    scaled_bytes(memory), scaled_bytes(saturated_mul(memory, std::ssize(plan->ranks_))),
                                    grouped(most_requests)));
        buffer = std::max(static_cast<Index>(static_cast<double>(buffer) * factor), element);
    }
}

IoRequest IoPlan::request(Rank rank, IoPiece const& piece, Index phase) const {
    FileLayout const& layout = fad_->layout();
    IoKind const write = piece.full ? IoKind::Write : IoKind::Update;
    return {rank, layout.bytes(piece.positions), direction_ == IoDirection::Read ? IoKind::Read : write,
            piece.useful * layout.element_bytes(), phase};
}

void IoPlan::for_each_direct(std::function<void(IoRequest const&)> const& visit) const {
    IoKind const kind = direction_ == IoDirection::Read ? IoKind::Read : IoKind::Write;
    for (Fad::Member const& member : fad_->members()) {
        Index phase = 0;
        for (DirectWalk walk(member.section, settings_.direct); !walk.done(); walk.next()) {
            Run const bytes = fad_->layout().bytes(walk.positions());
            visit({member.rank, bytes, kind, bytes.size(), phase++});
        }
    }
}

void IoPlan::for_each_sieved(std::function<void(IoRequest const&)> const& visit, Watch const& watch) const {
    PeriodicSet const whole_file = PeriodicSet::interval({0, fad_->layout().positions()});
    for (Fad::Member const& member : fad_->members()) {
        FileUnion const wanted(fad_->layout(), {&member.section.section(), 1});
        Index phase = 0;
        for (SieveWalk walk(wanted, whole_file, settings_.sieve); !walk.done() && !watch.stopped(); walk.next())
            visit(request(member.rank, walk.piece(), phase++));
    }
}

void IoPlan::for_each_piece(std::function<void(Index, IoRequest const&, Run)> const& visit, Watch const& watch) const {
    std::vector<SieveWalk> walks;
    FileDomains const& domains = two_phase_->domains();
    walks.reserve(domains.ranks().size());
    for (Index a = 0; a < domains.count(); ++a) walks.push_back(two_phase_->pieces(a));
    bool busy = true;
    for (Index phase = 0; busy; ++phase) {
        busy = false;
        for (std::size_t a = 0; a < walks.size(); ++a) {
            if (walks[a].done()) continue;
            if (watch.stopped()) return;
            busy = true;
            IoPiece const piece = walks[a].piece();
            visit(static_cast<Index>(a), request(domains.ranks()[a], piece, phase), piece.positions);
            walks[a].next();
        }
    }
}

void IoPlan::for_each_request(std::function<void(IoRequest const&)> const& visit) const {
    switch (settings_.access) {
    case Access::Direct:
        return for_each_direct(visit);
    case Access::Sieve:
        return for_each_sieved(visit);
    case Access::TwoPhase:
        return for_each_piece([&](Index, IoRequest const& request, Run) { visit(request); });
    }
}

void IoPlan::for_each_message(std::function<void(IoMessage const&)> const& visit) const {
    if (!two_phase_) return;
    for_each_piece([&](Index, IoRequest const& request, Run positions) {
        two_phase_->for_each_share(positions, [&](Fad::Member const& member, Index elements) {
            if (member.rank == request.rank) return;
            bool const reads = direction_ == IoDirection::Read;
            visit({reads ? request.rank : member.rank, reads ? member.rank : request.rank,
                   elements * fad_->layout().element_bytes(), request.phase});
        });
    });
}

void IoPlan::count_direct() {
    Index const element = fad_->layout().element_bytes();
    for (std::size_t i = 0; i < ranks_.size(); ++i) {
        FileSection const& section = fad_->members()[i].section;
        IoTotals& totals = ranks_[i].totals;
        Index const requests = direct_requests(section, settings_.direct);
        (direction_ == IoDirection::Read ? totals.reads : totals.writes) = requests;
        (direction_ == IoDirection::Read ? totals.bytes_read : totals.bytes_written) = section.count() * element;
        totals.useful = section.count() * element;
        phases_ = std::max(phases_, requests);
    }
    races_ = direction_ == IoDirection::Write && !fad_->is_distinct();
}

void IoPlan::count_sieved(Watch const& watch) {
    std::vector<Run> touched(ranks_.size());
    bool updates = false;
    PhaseMemory const numbers(ranks_);
    auto const count = [&](IoRequest const& request) {
        std::size_t const i = numbers.number_of(request.rank);
        add(ranks_[i].totals, request);
        ranks_[i].totals.memory = std::max(ranks_[i].totals.memory, request.bytes.size());
        if (request.phase == 0) touched[i].begin = request.bytes.begin;
        touched[i].end = request.bytes.end;
        updates = updates || request.kind == IoKind::Update;
        phases_ = std::max(phases_, request.phase + 1);
    };
    for_each_sieved(count, watch);
    std::erase_if(touched, [](Run run) { return run.empty(); });
    std::ranges::sort(touched, {}, &Run::begin);
    auto const meet = [](Run a, Run b) { return b.begin < a.end; };
    bool const meeting = std::ranges::adjacent_find(touched, meet) != touched.end();
    races_ = direction_ == IoDirection::Write && (!fad_->is_distinct() || (updates && meeting));
}

void IoPlan::count_two_phase(Watch const& watch) {
    PhaseMemory memory(ranks_);
    Index const element = fad_->layout().element_bytes();
    bool const reads = direction_ == IoDirection::Read;
    auto const count = [&](Index, IoRequest const& request, Run positions) {
        if (request.phase >= phases_) {
            memory.next_phase();
            phases_ = request.phase + 1;
        }
        std::size_t const aggregator = memory.number_of(request.rank);
        add(ranks_[aggregator].totals, request);
        memory.need(aggregator, request.bytes.size());
        Index packed = 0;
        two_phase_->for_each_share(positions, [&](Fad::Member const& member, Index elements) {
            if (member.rank == request.rank) return;
            std::size_t const other = memory.number_of(member.rank);
            count_message(ranks_[reads ? aggregator : other].totals, ranks_[reads ? other : aggregator].totals, elements * element);
            memory.need(other, elements * element);
            packed = reads && fad_->is_common() ? elements * element : packed + elements * element;
        });
        memory.need(aggregator, packed);
    };
    for_each_piece(count, watch);
    memory.next_phase();
}

void IoPlan::sum_up() {
    for (RankTotals const& rank : ranks_) {
        totals_.reads += rank.totals.reads;
        totals_.writes += rank.totals.writes;
        totals_.bytes_read += rank.totals.bytes_read;
        totals_.bytes_written += rank.totals.bytes_written;
        totals_.useful += rank.totals.useful;
        totals_.sends += rank.totals.sends;
        totals_.bytes_sent += rank.totals.bytes_sent;
        totals_.receives += rank.totals.receives;
        totals_.bytes_received += rank.totals.bytes_received;
        totals_.memory = std::max(totals_.memory, rank.totals.memory);
    }
}

IoTotals IoPlan::totals_of(Rank rank) const {
    auto const found = std::ranges::lower_bound(ranks_, rank, {}, &RankTotals::rank);
    return found != ranks_.end() && found->rank == rank ? found->totals : IoTotals{};
}

} // namespace tessera
