// SPDX-License-Identifier: BSD-3-Clause
// Tessera: MPI datatypes for the elements of a message in an array.
#include "libcore/runtime/move/exchange/message_types.hpp"

#include "libcore/runtime/move/copy/axis_moves.hpp"
#include "libcore/runtime/move/copy/message_programs.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <mpi.h>
#include <vector>

namespace tessera {

namespace {

/// A sequence of types, each at its own displacement in bytes.
class TypeList {
  public:
    void add(Index displacement, Datatype type) {
        displacements_.push_back(displacement);
        handles_.push_back(type.handle());
        types_.push_back(std::move(type));
    }
    [[nodiscard]] Datatype joined() const {
        std::vector<int> const ones(handles_.size(), 1);
        MPI_Datatype type = MPI_DATATYPE_NULL;
        check_mpi(MPI_Type_create_struct(narrow<int>(ones.size()), ones.data(), displacements_.data(), handles_.data(), &type),
                  "MPI_Type_create_struct");
        return Datatype(type);
    }

  private:
    std::vector<MPI_Aint> displacements_;
    std::vector<MPI_Datatype> handles_;
    std::vector<Datatype> types_; // freed after joining: MPI keeps its own references
};

/// Returns single bytes in descending order. Open MPI 4.1 treats a vector of bytes with stride -1 as ascending.
Datatype backwards(Datatype const& byte, Index count) {
    std::vector<MPI_Aint> displacements;
    for (Index i = 0; i < count; ++i) displacements.push_back(-i);
    MPI_Datatype type = MPI_DATATYPE_NULL;
    check_mpi(MPI_Type_create_hindexed_block(narrow<int>(count), 1, displacements.data(), byte.handle(), &type),
              "MPI_Type_create_hindexed_block");
    return Datatype(type);
}

/// Returns `inner` repeated `count` times, `stride` bytes apart.
Datatype repeated(Datatype const& inner, Index count, Index stride) {
    if (stride == -1 && count > 1) return backwards(inner, count);
    if (count <= max_mpi_count) {
        MPI_Datatype type = MPI_DATATYPE_NULL;
        check_mpi(MPI_Type_create_hvector(narrow<int>(count), 1, stride, inner.handle(), &type), "MPI_Type_create_hvector");
        return Datatype(type);
    }
    Index const blocks = count / max_mpi_count;
    TypeList list;
    list.add(0, repeated(repeated(inner, max_mpi_count, stride), blocks, max_mpi_count * stride));
    list.add(blocks * max_mpi_count * stride, repeated(inner, count % max_mpi_count, stride));
    return list.joined();
}

/// Returns the type of an axis with `inner` at each of its elements.
Datatype along(AxisMoves const& axis, Datatype const& inner) {
    TypeList patterns;
    for (Pattern const& pattern : axis.patterns) {
        TypeList segments;
        for (StridedCopy const& segment : pattern.segments)
            segments.add(segment.from,
                         repeated(repeated(inner, segment.count, segment.from_step), segment.repeat, segment.from_stride));
        patterns.add(0, repeated(segments.joined(), pattern.repeat, pattern.from_stride));
    }
    return patterns.joined();
}

Datatype element_of(Index bytes) {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    check_mpi(MPI_Type_contiguous(narrow<int>(bytes), MPI_BYTE, &type), "MPI_Type_contiguous");
    return Datatype(type);
}

Datatype type_of(RedistPlan const& plan, Message const& message, LocalLayout const& layout,
                 std::optional<CopySide> CopyAxis::*side) {
    Index const bytes = plan.source().array().type.bytes;
    return box_type(plan.box(message), local_sides(layout, plan.map().axes, side, bytes), message_order(plan),
                    layout.first_offset() * bytes, bytes);
}

} // namespace

Datatype box_type(BoxSet const& box, std::span<AxisSide const> sides, std::span<std::size_t const> order, Index base,
                  Index element_bytes) {
    Datatype type = element_of(element_bytes);
    for (auto axis = order.rbegin(); axis != order.rend(); ++axis)
        type = along(moves_of(box.dims()[*axis], sides[*axis], AxisSide::dense(1)), type);
    TypeList whole;
    whole.add(base, std::move(type));
    return whole.joined();
}

Datatype joined_types(std::vector<Datatype> types) {
    TypeList list;
    for (Datatype& type : types) list.add(0, std::move(type));
    Datatype joined = list.joined();
    MPI_Datatype handle = joined.handle();
    check_mpi(MPI_Type_commit(&handle), "MPI_Type_commit");
    return joined;
}

Datatype send_type(RedistPlan const& plan, Message const& message, LocalLayout const& source) {
    return type_of(plan, message, source, &CopyAxis::source);
}

Datatype receive_type(RedistPlan const& plan, Message const& message, LocalLayout const& target) {
    return type_of(plan, message, target, &CopyAxis::target);
}

} // namespace tessera
