// SPDX-License-Identifier: BSD-3-Clause
// Tessera: candidates for the largest or smallest element, compared among ranks.
#include "libcore/runtime/comm/collectives/extreme_candidate.hpp"

#include "libcore/base/try.hpp"
#include "libcore/runtime/mpi/datatype.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"

#include <algorithm>
#include <array>
#include <mpi.h>

namespace tessera {
namespace {

constexpr std::array<std::string_view, 2> extreme_op_names{"minloc", "maxloc"};

void keep_best(void* in, void* in_out, int* count, MPI_Datatype*) {
    auto const* const left = static_cast<ExtremeCandidate const*>(in);
    auto* const right = static_cast<ExtremeCandidate*>(in_out);
    for (int i = 0; i < *count; ++i)
        if (left[i].beats(right[i])) right[i] = left[i];
}

/// MPI handles for the type and the comparison of candidates; the destructor frees them.
class CandidateHandles {
  public:
    CandidateHandles() {
        check_mpi(MPI_Type_contiguous(sizeof(ExtremeCandidate), MPI_BYTE, &type_), "MPI_Type_contiguous");
        check_mpi(MPI_Type_commit(&type_), "MPI_Type_commit");
        check_mpi(MPI_Op_create(&keep_best, 1, &best_), "MPI_Op_create");
    }
    ~CandidateHandles() {
        MPI_Op_free(&best_);
        MPI_Type_free(&type_);
    }
    CandidateHandles(CandidateHandles const&) = delete;
    CandidateHandles& operator=(CandidateHandles const&) = delete;

    [[nodiscard]] MPI_Datatype type() const { return type_; }
    [[nodiscard]] MPI_Op best() const { return best_; }

  private:
    MPI_Datatype type_ = MPI_DATATYPE_NULL;
    MPI_Op best_ = MPI_OP_NULL;
};

} // namespace

std::span<std::string_view const> extreme_names() {
    return extreme_op_names;
}

std::optional<Extreme> extreme_named(std::string_view name) {
    auto const found = std::ranges::find(extreme_op_names, name);
    if (found == extreme_op_names.end()) return std::nullopt;
    return static_cast<Extreme>(found - extreme_op_names.begin());
}

Result<CandidateMaker> CandidateMaker::make(Extreme extreme, ElementType const& type) {
    auto const key = TRY(SortKey::make(type));
    return CandidateMaker(extreme, key, type.name.starts_with("float"));
}

void agree_on_best(Communicator const& comm, std::span<ExtremeCandidate> candidates) {
    CandidateHandles const handles;
    Index const count = std::ssize(candidates);
    for (Index done = 0; done < count; done += max_mpi_count) {
        int const part = static_cast<int>(std::min(count - done, max_mpi_count));
        check_mpi(MPI_Allreduce(MPI_IN_PLACE, candidates.data() + done, part, handles.type(), handles.best(), comm.handle()),
                  "MPI_Allreduce");
    }
}

} // namespace tessera
