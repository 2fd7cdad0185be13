// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a broadcast or a reduction among ranks by any algorithm.
#include "libcore/runtime/comm/collectives/collective.hpp"

#include "libcore/base/require.hpp"

#include <utility>

namespace tessera {

Collective::Collective(Communicator const& comm, CollectiveAlgorithm const& algorithm, CollectiveTask const& task,
                       std::optional<Combiner> combiner)
    : task_(task), combiner_(std::move(combiner)) {
    require(algorithm.kind == task.kind, "Collective: the algorithm is for another kind of task");
    require(task.ranks == comm.size(), "Collective expects a task for as many ranks as the communicator has");
    require(task.kind == CollectiveKind::Broadcast || combiner_, "Collective: a reduction expects a combiner");
    require(!combiner_ || combiner_->commutative() || algorithm.keeps_order,
            "Collective: the algorithm combines out of order, and the operation is not commutative");
    if (algorithm.make) {
        plan_ = make_collective(algorithm, task);
        runner_.emplace(comm, *plan_, task.element_bytes, combiner_);
    } else {
        comm_ = Communicator::duplicate(comm.handle());
    }
}

void Collective::execute(std::byte* vector) {
    if (runner_)
        runner_->execute(vector);
    else if (task_.kind == CollectiveKind::Reduce)
        mpi_allreduce(*comm_, *combiner_, vector, task_.elements);
    else
        mpi_broadcast(*comm_, task_.root, vector, task_.bytes());
}

void Collective::begin(std::byte* vector) {
    require(!under_way_, "Collective::begin: one is under way; call end() first");
    under_way_ = true;
    vector_ = vector;
    if (!runner_ && task_.kind == CollectiveKind::Reduce) started_.emplace(*comm_, *combiner_, vector, task_.elements);
}

void Collective::end() {
    require(under_way_, "Collective::end: nothing is under way; call begin() first");
    under_way_ = false;
    if (!started_) return execute(vector_);
    started_->wait();
    started_.reset();
}

} // namespace tessera
