// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what an I/O statement of a job asks for: who wants what of which file, and how.
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
    IoSettings settings;            ///< as far as the statement says; the rest is by default
    AskedAccess asked = {};         ///< what the job wants of the methods; of memory each rank has an equal share
    std::string io_processors = {}; ///< the arrangement whose ranks are the aggregators; empty: the job names none
};

/// Each rank of `for`, or each rank that the array's mapping knows, with its part. The array begins at byte 0 of the file.
/// Where the job distributes the array's processors to I/O processors (io_distribute), these are the aggregators, in the order of
/// their arrangement; file domains are dealt to them as processors are: in blocks, or cyclically. What the statement says goes
/// before.
/// Errors: the job has no such array; a state it does not have; more than most_io_ranks ranks; a file of more than 2^63 bytes.
[[nodiscard]] Result<IoTask> io_task(Job const& job, IoStatement const& statement);

/// The first statement of the job; reading the whole first array where it has none. Error: the job maps no array.
[[nodiscard]] Result<IoStatement> default_io_statement(Job const& job);

/// How the statement's file holds the array, from its byte 0. Error: a file of more than 2^63 bytes.
[[nodiscard]] Result<FileLayout> layout_of(IoStatement const& statement, ArraySpec const& array);

/// All methods side by side; taken is the best of those that the statement allows. Errors: those of the other compare_access().
[[nodiscard]] Result<IoChoice> compare_access(IoTask const& task, Machine const* machine, Watch const& watch = {});

} // namespace tessera
