// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how a section of an array gets from a file or to it: the methods beside each other.
#pragma once

#include "libcore/io/io_choice.hpp"
#include "libcore/io/io_task.hpp"
#include "libcore/report/sink.hpp"

#include <string>

namespace tessera {

/// All of it must outlive the report.
struct IoReport {
    IoTask const& task;
    IoChoice const& choice;
    std::string machine; ///< its name; empty: no times are known
};

/// The request in words, the table of the methods with the chosen one marked, why it was chosen, and what its ranks do.
void io_text(IoReport const& report, Sink const& sink);

/// Schema tessera.io/1.
void io_json(IoReport const& report, Sink const& sink);

} // namespace tessera
