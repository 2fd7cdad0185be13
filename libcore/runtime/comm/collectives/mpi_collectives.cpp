// SPDX-License-Identifier: BSD-3-Clause
// Tessera: MPI's own broadcast and reduction.
#include "libcore/runtime/comm/collectives/mpi_collectives.hpp"

#include "libcore/runtime/mpi/datatype.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <mpi.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tessera {
namespace {

/// Returns MPI's type. A built-in Combiner exists only for these types. Not constexpr, because handles may be addresses.
MPI_Datatype mpi_type_of(ElementType const& type) {
    std::pair<std::string_view, MPI_Datatype> const types[]{
        {"float32", MPI_FLOAT},
        {"float64", MPI_DOUBLE},
        {"complex64", MPI_C_FLOAT_COMPLEX},
        {"complex128", MPI_C_DOUBLE_COMPLEX},
        {"int8", MPI_INT8_T},
        {"int16", MPI_INT16_T},
        {"int32", MPI_INT32_T},
        {"int64", MPI_INT64_T},
        {"uint8", MPI_UINT8_T},
        {"uint16", MPI_UINT16_T},
        {"uint32", MPI_UINT32_T},
        {"uint64", MPI_UINT64_T},
        {"bool", MPI_UINT8_T},
        {"logical16", MPI_INT16_T},
        {"logical32", MPI_INT32_T},
        {"logical64", MPI_INT64_T},
    };
    auto const found = std::ranges::find(types, type.name, [](auto const& entry) { return entry.first; });
    assert(found != std::end(types));
    return found->second;
}

MPI_Op predefined_op_of(Combiner const& combiner) {
    std::array<MPI_Op, 7> const numbers{MPI_SUM, MPI_PROD, MPI_MIN, MPI_MAX, MPI_BAND, MPI_BOR, MPI_BXOR};
    std::array<MPI_Op, 7> const truths{MPI_OP_NULL, MPI_OP_NULL, MPI_LAND, MPI_LOR, MPI_LAND, MPI_LOR, MPI_LXOR};
    return (combiner.type().name.starts_with("logical") ? truths : numbers)[static_cast<std::size_t>(combiner.op())];
}

using Function = MPI_User_function*;

template <class Number, auto combined>
void combine_all(void* in, void* in_out, int* count, MPI_Datatype*) {
    auto const* const left = static_cast<Number const*>(in);
    auto* const right = static_cast<Number*>(in_out);
    for (int i = 0; i < *count; ++i) right[i] = combined(left[i], right[i]);
}

template <class Unsigned>
Function function_of(ReduceOp op) {
    using Two = Unsigned const&;
    if (op == ReduceOp::Min) return combine_all<Unsigned, [](Two a, Two b) { return std::min(a, b); }>;
    if (op == ReduceOp::Max) return combine_all<Unsigned, [](Two a, Two b) { return std::max(a, b); }>;
    return combine_all<Unsigned, [](Two a, Two b) { return static_cast<Unsigned>(a + b); }>;
}

/// Returns a replacement for MPI's operation where that is wrong, else null. Open MPI's sums of 8 and 16 bits saturate when
/// the processor adds many at once. MPICH up to 4.0 compares unsigned numbers as signed ones.
Function own_function(Combiner const& combiner) {
    std::string_view const type = combiner.type().name;
    Index const bytes = combiner.type().bytes;
    ReduceOp const op = combiner.op();
    bool const wraps = op == ReduceOp::Sum && type.find("int") != std::string_view::npos && bytes <= 2;
    bool const compares = (op == ReduceOp::Min || op == ReduceOp::Max) && type.starts_with("uint");
    if (!wraps && !compares) return nullptr;
    if (bytes == 1) return function_of<std::uint8_t>(op);
    if (bytes == 2) return function_of<std::uint16_t>(op);
    return bytes == 4 ? function_of<std::uint32_t>(op) : function_of<std::uint64_t>(op);
}

} // namespace

namespace detail {

/// MPI's own operation, or one created here and freed by the destructor.
class MpiOperation {
  public:
    explicit MpiOperation(Combiner const& combiner) : combiner_(combiner) {
        Function const function = combiner.is_own() ? combine_as_caller : own_function(combiner);
        made_ = function != nullptr;
        if (made_)
            check_mpi(MPI_Op_create(function, combiner.commutative() ? 1 : 0, &handle_), "MPI_Op_create");
        else
            handle_ = predefined_op_of(combiner);
        if (!combiner.is_own()) {
            type_ = mpi_type_of(combiner.type());
            return;
        }
        check_mpi(MPI_Type_contiguous(static_cast<int>(combiner.type().bytes), MPI_BYTE, &type_), "MPI_Type_contiguous");
        check_mpi(MPI_Type_commit(&type_), "MPI_Type_commit");
        made_type_ = Datatype(type_);
        check_mpi(MPI_Type_set_attr(type_, combiner_key(), &combiner_), "MPI_Type_set_attr");
    }
    ~MpiOperation() {
        if (made_) MPI_Op_free(&handle_);
    }
    MpiOperation(MpiOperation const&) = delete;
    MpiOperation& operator=(MpiOperation const&) = delete;

    [[nodiscard]] MPI_Op handle() const { return handle_; }
    [[nodiscard]] MPI_Datatype type() const { return type_; }

  private:
    /// Returns the key of the datatype attribute that holds the combiner. MPI passes nothing else to an operation.
    static int combiner_key() {
        static int const key = [] {
            int made = MPI_KEYVAL_INVALID;
            check_mpi(MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &made, nullptr),
                      "MPI_Type_create_keyval");
            return made;
        }();
        return key;
    }
    static void combine_as_caller(void* in, void* in_out, int* count, MPI_Datatype* type) {
        void* combiner = nullptr;
        int found = 0;
        MPI_Type_get_attr(*type, combiner_key(), &combiner, &found);
        if (found == 0) return;
        auto* const right = static_cast<std::byte*>(in_out);
        static_cast<Combiner const*>(combiner)->combine(static_cast<std::byte const*>(in), right, right, *count);
    }

    Combiner combiner_;
    MPI_Op handle_ = MPI_OP_NULL;
    bool made_ = false;
    MPI_Datatype type_ = MPI_DATATYPE_NULL;
    Datatype made_type_; // for the caller's elements
};

} // namespace detail

using detail::MpiOperation;

void mpi_broadcast(Communicator const& comm, Rank root, std::byte* data, Index bytes) {
    ByteBlock const block(bytes);
    check_mpi(MPI_Bcast(data, block.count(), block.type(), root, comm.handle()), "MPI_Bcast");
}

namespace {

/// Calls visit(place, count) for parts with counts that fit in MPI's int.
template <class Visit>
void for_each_part(std::byte* data, Index count, Index element_bytes, Visit const& visit) {
    for (Index done = 0; done < count; done += max_mpi_count)
        visit(data + done * element_bytes, static_cast<int>(std::min(count - done, max_mpi_count)));
}

} // namespace

void mpi_allreduce(Communicator const& comm, Combiner const& combiner, std::byte* data, Index count) {
    MpiOperation const operation(combiner);
    for_each_part(data, count, combiner.type().bytes, [&](std::byte* place, int part) {
        check_mpi(MPI_Allreduce(MPI_IN_PLACE, place, part, operation.type(), operation.handle(), comm.handle()), "MPI_Allreduce");
    });
}

struct StartedAllreduce::State {
    explicit State(Combiner const& combiner) : operation(combiner) {}

    MpiOperation operation;
    std::vector<MPI_Request> requests;
};

StartedAllreduce::StartedAllreduce(Communicator const& comm, Combiner const& combiner, std::byte* data, Index count)
    : state_(std::make_unique<State>(combiner)) {
    for_each_part(data, count, combiner.type().bytes, [&](std::byte* place, int part) {
        MPI_Request& request = state_->requests.emplace_back(MPI_REQUEST_NULL);
        check_mpi(MPI_Iallreduce(MPI_IN_PLACE, place, part, state_->operation.type(), state_->operation.handle(), comm.handle(),
                                 &request),
                  "MPI_Iallreduce");
    });
}

StartedAllreduce::StartedAllreduce(StartedAllreduce&&) noexcept = default;
StartedAllreduce& StartedAllreduce::operator=(StartedAllreduce&&) noexcept = default;
StartedAllreduce::~StartedAllreduce() = default;

void StartedAllreduce::wait() {
    for (MPI_Request& request : state_->requests) check_mpi(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
}

} // namespace tessera
