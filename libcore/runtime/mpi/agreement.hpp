// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a failure on one rank becomes a failure on all ranks before the next collective call.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace tessera {

/// A failure of the machine (memory, disk, HDF5) on some rank. All ranks throw it with the same text, so one can report it and
/// all can leave together.
class AgreedFailure : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Does `work` on every rank, then compares the outcomes. If it threw on some rank, all ranks throw AgreedFailure. Otherwise,
/// if it returned an error on some rank, all ranks return that error. The text comes from the lowest rank that failed. A
/// failure's text begins with "rank r: " unless all ranks failed. Collective. `work` may call collectives only if all ranks
/// get through them. An MpiError is passed on at once, without agreement.
[[nodiscard]] Result<void> together(Communicator const& comm, std::function<Result<void>()> const& work);

/// Does the same for work that cannot return an error.
void all_or_none(Communicator const& comm, std::function<void()> const& work);

/// Defers a failure in work where ranks wait for each other's messages. After a failure a rank skips its remaining work, so
/// that no rank waits in vain. At the end agree() tells all ranks.
class DeferredFailure {
  public:
    /// Does `work` and keeps its exception. Does nothing after a failure.
    void attempt(std::function<void()> const& work);
    [[nodiscard]] bool failed() const { return failure_ != nullptr; }
    /// Throws the failure of this rank, if any. Not collective: for callers that agree by other means.
    void rethrow();
    /// Throws AgreedFailure on all ranks if one failed. Collective.
    void agree(Communicator const& comm);

  private:
    std::exception_ptr failure_;
};

/// Returns the text of `root` on every rank. Collective.
[[nodiscard]] std::string broadcast_text(Communicator const& comm, Rank root, std::string text);
/// Returns the texts of all ranks, indexed by rank, on every rank. Collective.
[[nodiscard]] std::vector<std::string> texts_of_all(Communicator const& comm, std::string const& mine);

} // namespace tessera
