// SPDX-License-Identifier: BSD-3-Clause
// Tessera: non-blocking operations that are waited for together.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/runtime/mpi/datatype.hpp"

#include <cstddef>
#include <mpi.h>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// Move-only. The memory given to send and receive must live until they were waited for; so must the set, unless an exception
/// is on its way (the job then ends).
class RequestSet {
  public:
    RequestSet() = default;
    RequestSet(RequestSet&& other) noexcept = default;
    RequestSet& operator=(RequestSet&& other) noexcept = default;
    ~RequestSet();

    /// Requests are numbered 0, 1, ... in the order they are started; one started after another was found complete by test_any or
    /// wait_any takes its number over. Both return the number. A message is received with the tag that it was sent with.
    std::size_t send(Comm const& comm, Rank to, std::byte const* data, ByteBlock const& block, int tag = 0);
    std::size_t receive(Comm const& comm, Rank from, std::byte* data, ByteBlock const& block, int tag = 0);

    /// The number of a request that is complete now, or nothing.
    [[nodiscard]] std::optional<std::size_t> test_any();
    /// Waits for one; nothing where all were waited for.
    [[nodiscard]] std::optional<std::size_t> wait_any();
    /// Waits for all; the next request is number 0 again, so that a set which is used a million times stays as small as one round.
    void wait_all();

  private:
    std::size_t free_number();
    [[nodiscard]] std::optional<std::size_t> completed(int index);

    std::vector<MPI_Request> requests_;
    std::vector<std::size_t> free_numbers_;
};

} // namespace tessera
