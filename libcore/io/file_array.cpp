// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the array in a file.
#include "libcore/io/file_array.hpp"

#include "libcore/io/element_kind.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera {

Index FileArray::elements() const {
    Index product = 1;
    for (Index const extent : extents) product *= extent;
    return product;
}

int FileArray::slab_dim() const {
    auto const dims = static_cast<int>(extents.size());
    bool const last_is_slowest = order == StorageOrder::Fortran;
    for (int d = 0; d < dims; ++d) {
        int const dim = last_is_slowest ? dims - 1 - d : d;
        if (extents[as_size(dim)] != 1) return dim;
    }
    return 0;
}

Index FileArray::slabs() const {
    return elements() == 0 ? 0 : extents[as_size(slab_dim())];
}

Index FileArray::slab_bytes() const {
    return elements() == 0 ? 0 : bytes() / slabs();
}

std::string describe(FileArray const& array) {
    return fmt::format("{} ({})", array.type.name, fmt::join(array.extents, ","));
}

Result<void> expect_array(std::string const& file, FileArray const& found, ArraySpec const& wanted) {
    auto const says = [&] {
        FileArray const declared{wanted.type, wanted.extents, wanted.order};
        return fmt::format("{} holds {}, but {} is declared as {}", file, describe(found), wanted.name, describe(declared));
    };
    if (found.extents != wanted.extents) {
        Extents reversed = found.extents;
        std::ranges::reverse(reversed);
        bool const mirrored = reversed == wanted.extents;
        return fail(says() + (mirrored ? "; the dimensions are in reverse: Fortran's first is C's last" : "; the extents differ"));
    }
    if (found.type != stored_type(wanted.type)) return fail(says() + "; the types differ");
    return {};
}

} // namespace tessera
