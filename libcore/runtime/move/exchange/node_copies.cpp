// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies messages between ranks on a node through memory.
#include "libcore/runtime/move/exchange/node_copies.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/runtime/move/copy/message_programs.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <array>
#include <mpi.h>

namespace tessera {

namespace {

/// Numbers per array in gathered_storages() in addition to its strides: first offset and allocation size.
constexpr int numbers_of_storage = 2;

/// The time of a synchronization grows with the number of ranks, that of messages with the number of partners. A rank has few
/// partners if there is less than one per `ranks_of_a_partner` ranks of the node. If all have few, messages shorter than
/// `least_of_few` times RedistributorOptions::least_shared are sent (measured by tests/bench/short_bench, the shifts).
constexpr int ranks_of_a_partner = 4;
constexpr Index least_of_few = 8;

/// If no rank packs more bytes, the staging holds two executions, which alternate. When a rank packs into a half again, all
/// ranks have synchronized once since that half was read. This saves one synchronization, a quarter of the time for 16 KiB.
/// For 1 MiB it saves nothing and the second half only occupies the caches (measured by tests/bench/short_bench, cyclic
/// shifts).
constexpr Index most_in_halves = 256 * 1024;

/// Makes the earlier writes of all ranks to these memories visible to all ranks. Collective over the node.
void meet(Node const& node, SharedSources memories) {
    for (NodeMemory const* const memory : memories) memory->sync();
    node.comm().barrier();
    for (NodeMemory const* const memory : memories) memory->sync();
}

} // namespace

NodeCopies::NodeCopies(RankMessages const& messages, ExchangeInput const& input)
    : context_(input.context), node_(context_.node()), messages_(messages), plan_(input.plan), layouts_(input.layouts),
      updaters_(input.updaters), rank_(input.comm().rank()), comm_(input.comm()),
      most_bytes_per_count_(input.options.most_bytes_per_count), tag_(input.tag), receive_(input.options.receive),
      progress_(input.options.progress), least_read_(input.options.cross_memory),
      least_shared_(input.options.transport == Transport::Auto ? input.options.least_shared : 0), slab_(input.options.slab) {}

void NodeCopies::begin(SourcePointers sources, TargetPointers targets, SharedSources shared) {
    look_at_lengths();
    ran_straight_ = !shared.empty() && !sent_instead_;
    if (!sent_instead_) return;
    sent_instead_->begin(sources, targets);
    messages_.copy_kept(sources, targets);
}

void NodeCopies::end(SourcePointers sources, TargetPointers targets, SharedSources shared) {
    if (sent_instead_) return sent_instead_->finish(sources, targets);
    if (ran_straight_) return run_straight(sources, targets, shared);
    run_staged(sources, targets);
}

std::unique_ptr<PairwiseExchange> NodeCopies::sent(RankMessages const& messages) const {
    return std::make_unique<PairwiseExchange>(messages, make_new_requests(comm_, messages, most_bytes_per_count_, tag_), receive_,
                                              progress_);
}

/// Decides by the length of the messages whether to send them; only in the first execution. Collective over the node; all its
/// ranks decide alike.
void NodeCopies::look_at_lengths() {
    if (looked_at_lengths_) return;
    looked_at_lengths_ = true;
    if (least_shared_ == 0) return;
    Index longest = 0;
    for (PeerMessage const& message : messages_.sends) longest = std::max(longest, message.bytes);
    longest = all_max(node_.comm(), longest);
    Index const partners = all_max(node_.comm(), std::ssize(messages_.sends));
    bool const few = partners < node_.comm().size() / ranks_of_a_partner;
    if (longest < (few ? least_of_few : 1) * least_shared_) sent_instead_ = sent(messages_);
}

void NodeCopies::run_straight(SourcePointers sources, TargetPointers targets, SharedSources shared) {
    if (!has_straight_) straight_ = straight_messages();
    has_straight_ = true;
    meet(node_, shared);
    Index const slabs = slabs_of_straight();
    for (Index slab = 0; slab < slabs; ++slab) {
        for (StraightMessage const& message : straight_) {
            for (KeptPart const& part : message.parts)
                part.copy.run_slab(shared[part.plan]->of(message.sender), static_cast<std::byte*>(targets[part.plan]), slab, slabs);
            report(message.bytes * (slab + 1) / slabs - message.bytes * slab / slabs);
        }
        for (KeptPart const& part : messages_.kept)
            part.copy.run_slab(static_cast<std::byte const*>(sources[part.plan]), static_cast<std::byte*>(targets[part.plan]), slab,
                               slabs);
    }
    meet(node_, shared);
}

/// Returns the number of slabs. If runs are short, each cache line of the target has elements from several senders. All
/// senders' elements of one slab are copied before the next slab, so that its lines are still in the cache.
Index NodeCopies::slabs_of_straight() const {
    constexpr Index slab_bytes = Index{2} << 20; // measured: the same from 0.5 to 2 MiB, slower at 8
    Index bytes = messages_.kept_bytes();
    for (StraightMessage const& message : straight_) bytes += message.bytes;
    return std::max<Index>(1, bytes / slab_bytes);
}

/// Returns the storage of each plan's source on each rank of the node, rank by rank: strides, first offset, allocation size.
std::vector<Index> NodeCopies::gathered_storages() const {
    std::vector<Index> mine;
    auto const plans = plan_.plans();
    for (std::size_t i = 0; i < plans.size(); ++i) {
        Extents const none(as_size(plans[i].source().dims()), 0);
        auto const& layout = layouts_.sources[i];
        Extents const& strides = layout ? layout->strides() : none;
        mine.insert(mine.end(), strides.begin(), strides.end());
        mine.push_back(layout ? layout->first_offset() : 0);
        mine.push_back(layout ? layout->allocation_size() : 0);
    }
    std::vector<Index> all(mine.size() * as_size(node_.comm().size()));
    auto const count = static_cast<int>(mine.size());
    check_mpi(MPI_Allgather(mine.data(), count, MPI_INT64_T, all.data(), count, MPI_INT64_T, node_.comm().handle()),
              "MPI_Allgather");
    return all;
}

std::vector<NodeCopies::StraightMessage> NodeCopies::straight_messages() const {
    std::vector<Index> const storages = gathered_storages();
    auto const per_rank = static_cast<Index>(storages.size()) / node_.comm().size();
    auto const plans = plan_.plans();
    std::vector<Index> begins; // offset of a plan's numbers among those of a rank
    for (Index begin = 0; RedistPlan const& each : plans) {
        begins.push_back(begin);
        begin += each.source().dims() + numbers_of_storage;
    }
    std::vector<StraightMessage> straight;
    for (MultiMessage const& message : plan_.receives(rank_)) {
        auto const sender = node_.number_of(message.from);
        if (!sender || message.from == rank_) continue;
        straight.push_back({*sender, message.bytes, {}});
        for (MultiMessage::Part const& part : message.parts) {
            auto const number = as_size(part.plan);
            auto const begin = storages.begin() + *sender * per_rank + begins[number];
            auto const end = begin + plans[number].source().dims();
            LocalStorage const storage{.strides = {begin, end},
                                       .ghosts = std::vector<ShadowWidth>(as_size(plans[number].source().dims())),
                                       .first_offset = *end,
                                       .allocation_size = *(end + 1)};
            auto const there = LocalLayout::strided(plans[number].source(), part.message.from_position, storage).value();
            straight.back().parts.push_back({number, direct_program(plans[number], part.message, there, *layouts_.targets[number],
                                                                    updater_of(updaters_, number))});
        }
    }
    return straight;
}

/// Moves messages that can be read to `reads_`, the others to `staged_`. Collective over the node.
void NodeCopies::leave_reads_out() {
    if (least_read_ && node_.comm().size() > 1) reads_.emplace(context_, messages_, *least_read_);
    staged_ = reads_ ? reads_->rest(messages_) : messages_;
    any_staged_ = on_any(node_.comm(), !staged_.sends.empty());
}

/// Lays out the staging. Collective over the node.
void NodeCopies::make_staging() {
    leave_reads_out();
    if (!any_staged_) return;
    send_offsets_.assign(1, 0);
    for (PeerMessage const& message : staged_.sends)
        send_offsets_.push_back(send_offsets_.back() + ceil_div(message.bytes, message_line) * message_line);
    Index const most = all_max(node_.comm(), send_offsets_.back());
    slabs_ = StagedSlabs::make(staged_, {plan_, layouts_, updaters_, rank_, slab_}, node_, most);
    if (!slabs_) lay_out_whole_messages(most);
    staging_ = context_.gathering(slabs_ ? slabs_->bytes() : halves_ * send_offsets_.back());
    if (staging_ == nullptr) messages_instead_ = sent(staged_);
}

/// Exchanges the offsets of messages. `most`: bytes that a rank packs at most. Collective over the node.
void NodeCopies::lay_out_whole_messages(Index most) {
    Index const half = send_offsets_.back();
    halves_ = least_shared_ > 0 && most <= most_in_halves ? 2 : 1;
    std::vector<std::array<Index, 2>> told(as_size(node_.comm().size())); // for each rank of the node: offset of the message to
                                                                          // it, in both halves
    for (std::size_t i = 0; i < staged_.sends.size(); ++i)
        told[as_size(node_.number_of(staged_.sends[i].peer).value())] = {send_offsets_[i], half + send_offsets_[i]};
    std::vector<std::array<Index, 2>> heard(told.size());
    check_mpi(MPI_Alltoall(told.data(), 2, MPI_INT64_T, heard.data(), 2, MPI_INT64_T, node_.comm().handle()), "MPI_Alltoall");
    for (PeerMessage const& message : staged_.receives)
        receive_offsets_.push_back(heard[as_size(node_.number_of(message.peer).value())]);
}

void NodeCopies::run_staged(SourcePointers sources, TargetPointers targets) {
    if (!has_staging_) make_staging();
    has_staging_ = true;
    if (messages_instead_) messages_instead_->begin(sources, targets);
    if (reads_) reads_->run(sources, targets, progress_);
    if (slabs_ && staging_ != nullptr)
        return slabs_->run(*staging_, sources, targets, messages_.kept, [this](Index bytes) { report(bytes); });
    if (messages_instead_)
        messages_instead_->finish(sources, targets);
    else if (any_staged_)
        run_whole_messages(sources, targets);
    messages_.copy_kept(sources, targets);
}

void NodeCopies::run_whole_messages(SourcePointers sources, TargetPointers targets) {
    NodeMemory const* const memory = staging_;
    half_ = (half_ + 1) % halves_;
    std::byte* const gathered = staging_->data() + half_ * send_offsets_.back();
    for (std::size_t i = 0; i < staged_.sends.size(); ++i) pack(staged_.sends[i], sources, gathered + send_offsets_[i]);
    meet(node_, {&memory, 1});
    for (std::size_t i = 0; i < staged_.receives.size(); ++i) {
        PeerMessage const& message = staged_.receives[i];
        unpack(message, staging_->of(node_.number_of(message.peer).value()) + receive_offsets_[i][as_size(half_)], targets);
        report(message.bytes);
    }
    if (halves_ == 1) meet(node_, {&memory, 1}); // afterwards the staging may be written again
}

NodeTraffic NodeCopies::ways() const {
    NodeTraffic ways;
    Index all = 0;
    for (PeerMessage const& message : messages_.receives) all += message.bytes;
    if (ran_straight_) {
        ways.straight = all;
        return ways;
    }
    if (reads_) {
        ways.read = reads_->bytes();
        ways.refusal = reads_->refusal();
    }
    (sent_instead_ || messages_instead_ ? ways.sent : ways.staged) = all - ways.read;
    return ways;
}

} // namespace tessera
