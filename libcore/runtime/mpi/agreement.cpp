// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a failure on one rank becomes a failure on all ranks before the next collective call.
#include "libcore/runtime/mpi/agreement.hpp"

#include "libcore/base/failure_text.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <array>
#include <mpi.h>
#include <numeric>
#include <utility>

namespace tessera {

namespace {

enum Outcome : int { Fine = 0, BadInput = 1, Failed = 2 };

struct Report {
    Outcome outcome = Fine;
    Error error;
};

Report report_of(std::function<Result<void>()> const& work) {
    try {
        auto result = work();
        if (result) return {};
        return {BadInput, std::move(result.error())};
    } catch (MpiError const&) {
        throw;
    } catch (AgreedFailure const&) {
        throw; // all ranks throw it
    } catch (std::exception const& failure) {
        return {Failed, {failure_text(failure)}};
    }
}

/// The lowest rank with the worst outcome, and how many ranks share it.
struct Worst {
    Outcome outcome = Fine;
    Rank first = 0;
    int ranks = 0;
};

Worst worst_of(Communicator const& comm, Outcome mine) {
    int const worst = all_max<int>(comm, mine);
    if (worst == Fine) return {};
    bool const among = mine == worst;
    return {static_cast<Outcome>(worst), all_min(comm, among ? comm.rank() : comm.size()), all_sum(comm, among ? 1 : 0)};
}

} // namespace

Result<void> together(Communicator const& comm, std::function<Result<void>()> const& work) {
    Report report = report_of(work);
    Worst const worst = worst_of(comm, report.outcome);
    if (worst.outcome == Fine) return {};
    std::string text = worst.outcome == BadInput ? to_string(report.error) : report.error.message;
    text = broadcast_text(comm, worst.first, std::move(text));
    if (worst.outcome == BadInput) return tl::unexpected(Error{std::move(text)}); // the text already has its lines with the place
    if (worst.ranks < comm.size()) text = "rank " + std::to_string(worst.first) + ": " + text;
    throw AgreedFailure(text);
}

std::string broadcast_text(Communicator const& comm, Rank root, std::string text) {
    auto const length = broadcast(comm, root, narrow<Index>(text.size()));
    text.resize(as_size(length));
    check_mpi(MPI_Bcast(text.data(), narrow<int>(length), MPI_CHAR, root, comm.handle()), "MPI_Bcast");
    return text;
}

std::vector<std::string> texts_of_all(Communicator const& comm, std::string const& mine) {
    int const length = narrow<int>(mine.size());
    std::vector<int> lengths(as_size(comm.size()));
    check_mpi(MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, comm.handle()), "MPI_Allgather");
    std::vector<int> begins(lengths.size());
    std::exclusive_scan(lengths.begin(), lengths.end(), begins.begin(), 0);
    std::string all(as_size(begins.back() + lengths.back()), '\0');
    check_mpi(MPI_Allgatherv(mine.data(), length, MPI_CHAR, all.data(), lengths.data(), begins.data(), MPI_CHAR, comm.handle()),
              "MPI_Allgatherv");
    std::vector<std::string> texts;
    for (std::size_t rank = 0; rank < lengths.size(); ++rank)
        texts.push_back(all.substr(as_size(begins[rank]), as_size(lengths[rank])));
    return texts;
}

void DeferredFailure::attempt(std::function<void()> const& work) {
    if (failure_) return;
    try {
        work();
    } catch (std::exception const&) {
        failure_ = std::current_exception();
    }
}

void DeferredFailure::rethrow() {
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void DeferredFailure::agree(Communicator const& comm) {
    all_or_none(comm, [&] { rethrow(); });
}

void all_or_none(Communicator const& comm, std::function<void()> const& work) {
    auto const done = together(comm, [&]() -> Result<void> {
        work();
        return {};
    });
    static_cast<void>(done); // `work` returns no error
}

} // namespace tessera
