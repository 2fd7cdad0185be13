// SPDX-License-Identifier: BSD-3-Clause
// Tessera: file access to a section of an array: a comparison of the methods.
#pragma once

#include "libcore/io/io_choice.hpp"
#include "libcore/io/io_task.hpp"
#include "libcore/report/sink.hpp"

#include <string>

namespace tessera {

/// The referenced objects must outlive the report.
struct IoReport {
    IoTask const& task;
    IoChoice const& choice;
    std::string machine; ///< name of the machine; empty: no times are known
};

/// Writes the request in words, the table of methods with the chosen one marked, the reason for the choice, and the accesses of
/// each rank.
void io_text(IoReport const& report, Sink const& sink);

/// Writes JSON of schema tessera.io/1.
void io_json(IoReport const& report, Sink const& sink);

} // namespace tessera
