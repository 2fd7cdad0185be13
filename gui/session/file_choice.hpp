// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the user's choices for a job's file access.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/spec/io_statement.hpp"

#include <optional>

namespace tessera::gui {

struct FileChoice {
    int line = 0;                 ///< index of the `!dist$ io` line in the job, 0-based
    std::optional<Access> access; ///< absent: the best
    std::optional<DomainKind> domains;
    std::optional<Index> phase; ///< 0-based; absent: all together
    friend bool operator==(FileChoice const&, FileChoice const&) = default;
};

} // namespace tessera::gui
