// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a failure on one rank becomes a failure of all, before the next collective call.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace tessera {

/// The machine failed on some rank (memory, disk, HDF5) and every rank knows: each throws this with the same text, so that one
/// of them can report it and all leave together.
class AgreedFailure : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Does `work` on every rank, then compares. Where it threw on some rank, AgreedFailure is thrown on all; else where it returned
/// an error on some rank, all return that error. The text is the lowest such rank's; that of a failure begins with "rank r: "
/// unless all failed. Collective. `work` may call collectives only in a way that all ranks get through them; an MpiError is passed
/// on at once.
[[nodiscard]] Result<void> together(Comm const& comm, std::function<Result<void>()> const& work);

/// The same for work that has no bad input to report.
void all_or_none(Comm const& comm, std::function<void()> const& work);

/// For work in which ranks wait for each other's messages: whoever fails goes on without doing anything, so that nobody waits in
/// vain, and all are told at the end.
class DeferredFailure {
  public:
    /// After a failure nothing is done any more.
    void attempt(std::function<void()> const& work);
    [[nodiscard]] bool failed() const { return failure_ != nullptr; }
    /// Not collective, for callers that agree by themselves: throws where this rank failed.
    void rethrow();
    /// Collective: throws AgreedFailure on all ranks where one failed.
    void agree(Comm const& comm);

  private:
    std::exception_ptr failure_;
};

/// `root`'s text, on every rank. Collective.
[[nodiscard]] std::string broadcast_text(Comm const& comm, Rank root, std::string text);
/// Every rank's text, by rank, on every rank. Collective.
[[nodiscard]] std::vector<std::string> texts_of_all(Comm const& comm, std::string const& mine);

} // namespace tessera
