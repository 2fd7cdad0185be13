// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a set of non-blocking operations with common waiting.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/datatype.hpp"

#include <cstddef>
#include <mpi.h>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// A set of non-blocking operations. Move-only. The memory passed to send and receive must live until the operation was waited
/// for. So must the set, unless an exception is being thrown; then the job ends.
class RequestSet {
  public:
    RequestSet() = default;
    RequestSet(RequestSet&& other) noexcept = default;
    RequestSet& operator=(RequestSet&& other) noexcept = default;
    ~RequestSet();

    /// Both start an operation and return its number. Numbers are 0, 1, ... in the order of the calls; a number is reused
    /// after test_any or wait_any has returned it. The tag of a receive must equal the tag of the send.
    std::size_t send(Communicator const& comm, Rank to, std::byte const* data, ByteBlock const& block, int tag = 0);
    std::size_t receive(Communicator const& comm, Rank from, std::byte* data, ByteBlock const& block, int tag = 0);

    /// Returns the number of a request that is complete now, or nothing.
    [[nodiscard]] std::optional<std::size_t> test_any();
    /// Waits for one request and returns its number. Empty if none is left.
    [[nodiscard]] std::optional<std::size_t> wait_any();
    /// Waits for all requests. Numbers start at 0 again, so a set that is used a million times stays as small as one round.
    void wait_all();

  private:
    std::size_t free_number();
    [[nodiscard]] std::optional<std::size_t> completed(int index);

    std::vector<MPI_Request> requests_;
    std::vector<std::size_t> free_numbers_;
};

} // namespace tessera
