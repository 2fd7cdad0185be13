// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the task of an I/O statement of a job: the sections of a file that the ranks access, and the method.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/io/fad.hpp"
#include "libcore/io/file_layout.hpp"
#include "libcore/io/io_choice.hpp"
#include "libcore/io/io_plan.hpp"
#include "libcore/spec/job.hpp"

#include <memory>
#include <optional>
#include <string>

namespace tessera {

struct IoTask {
    IoStatement statement;
    ArraySpec array;
    std::shared_ptr<Fad const> fad;
    IoSettings settings;            ///< the statement's settings; defaults for the others
    RequestedAccess asked = {};     ///< the job's restrictions on methods; each rank has an equal share of the memory
    std::string io_processors = {}; ///< the arrangement whose ranks are the aggregators; empty: the job names none
};

/// Makes the task of a statement: each rank of `for`, or each rank of the array's mapping, accesses its part. The array begins at
/// byte 0 of the file. If the job distributes the array's processors to I/O processors (io_distribute), these are the aggregators,
/// in the order of their arrangement. File domains are distributed to them like processors: in blocks, or cyclically. The
/// statement's own settings take precedence. Errors: the job has no such array or state; more than most_io_ranks ranks; a file of
/// more than 2^63 bytes.
[[nodiscard]] Result<IoTask> io_task(Job const& job, IoStatement const& statement);

/// Returns the job's first statement, or a statement that reads the whole first array if there is none. Error: the job maps no
/// array.
[[nodiscard]] Result<IoStatement> default_io_statement(Job const& job);

/// Returns the layout of the array in the statement's file, from byte 0. Error: a file of more than 2^63 bytes.
[[nodiscard]] Result<FileLayout> layout_of(IoStatement const& statement, ArraySpec const& array);

/// Compares all methods, and chooses the best that the statement allows. Errors: those of the other compare_access().
[[nodiscard]] Result<IoChoice> compare_access(IoTask const& task, Machine const* machine, Watch const& watch = {});

} // namespace tessera
