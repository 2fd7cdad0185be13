// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the direct method: each wanted piece of a file has its own request.
#pragma once

#include "libcore/io/file_run_walk.hpp"
#include "libcore/io/file_section.hpp"

namespace tessera {

/// One request per run of contiguous bytes (Thakur, chapter 6), or per element (5.5.1).
enum class DirectUnit { Run, Element };

/// Returns the number of requests, without making them.
[[nodiscard]] Index direct_requests(FileSection const& section, DirectUnit unit);

/// Visits the positions of the requests, ascending. The section must outlive the walk.
class DirectWalk {
  public:
    DirectWalk(FileSection const& section, DirectUnit unit);

    [[nodiscard]] bool done() const { return positions_.empty(); }
    [[nodiscard]] Run positions() const { return positions_; } ///< precondition: not done
    void next();                                               ///< precondition: not done

  private:
    FileRunWalk runs_;
    DirectUnit unit_;
    Run rest_; // rest of the current run
    Run positions_;
};

} // namespace tessera
