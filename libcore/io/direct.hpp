// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the direct method: every wanted piece of a file by a request of its own.
#pragma once

#include "libcore/io/file_run_walk.hpp"
#include "libcore/io/file_section.hpp"

namespace tessera {

/// One request per run of bytes that follow each other (Thakur, chapter 6) or per element (5.5.1).
enum class DirectUnit { Run, Element };

/// How many requests, without making them.
[[nodiscard]] Index direct_requests(FileSection const& section, DirectUnit unit);

/// Visits the positions of one request after the other, ascending. The section must outlive the walk.
class DirectWalk {
  public:
    DirectWalk(FileSection const& section, DirectUnit unit);

    [[nodiscard]] bool done() const { return positions_.empty(); }
    [[nodiscard]] Run positions() const { return positions_; } ///< precondition: not done
    void next();                                               ///< precondition: not done

  private:
    FileRunWalk runs_;
    DirectUnit unit_;
    Run rest_; // of the run at hand
    Run positions_;
};

} // namespace tessera
