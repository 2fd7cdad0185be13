// SPDX-License-Identifier: BSD-3-Clause
// Tessera: MPI_Type_create_darray.
#include "libcore/base/try.hpp"
#include "libcore/spec/forms/detail/arguments.hpp"
#include "libcore/spec/forms/detail/foreign_form.hpp"
#include "libcore/spec/forms/owner_table.hpp"
#include "libcore/spec/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

namespace tessera::notation {

namespace {

/// Accepts a short word or MPI's constant.
bool accept_either(Cursor& cursor, std::string_view word, std::string_view constant) {
    return cursor.accept_word(word) || cursor.accept_word(constant);
}

DistFormat distrib(Cursor& cursor) {
    if (accept_either(cursor, "none", "mpi_distribute_none")) return DistFormat::collapsed();
    bool const block = accept_either(cursor, "block", "mpi_distribute_block");
    if (!block && !accept_either(cursor, "cyclic", "mpi_distribute_cyclic")) cursor.fail_expected("block, cyclic or none");
    std::optional<Index> size;
    if (cursor.accept("(")) {
        size = integer_argument(cursor, 1);
        cursor.expect(")", "after the block size");
    }
    return block ? DistFormat::block(size) : DistFormat::cyclic(size);
}

struct DarrayArguments {
    std::vector<FormatNode> distribs;
    Place distribs_place;
    std::vector<std::optional<Index>> dargs = {}; ///< nothing: MPI_DISTRIBUTE_DFLT_DARG
    Place dargs_place = {};
    Extents psizes;
    Place psizes_place;
};

void read_distribs(Cursor& cursor, DarrayArguments& arguments) {
    Token const open = cursor.expect("(", "and the distributions");
    do {
        Place const first = cursor.peek().place;
        DistFormat format = distrib(cursor);
        arguments.distribs.push_back({std::move(format), cursor.since(first)});
    } while (cursor.accept(","));
    cursor.expect(")", "after the distributions");
    arguments.distribs_place = cursor.since(open.place);
}

/// Parses MPI's separate argument list: (MPI_DISTRIBUTE_DFLT_DARG, 4).
void read_dargs(Cursor& cursor, DarrayArguments& arguments) {
    Token const open = cursor.expect("(", "and the arguments of the distributions");
    do {
        if (cursor.accept_word("mpi_distribute_dflt_darg"))
            arguments.dargs.emplace_back();
        else
            arguments.dargs.emplace_back(integer_argument(cursor, 1));
    } while (cursor.accept(","));
    cursor.expect(")", "after the arguments of the distributions");
    arguments.dargs_place = cursor.since(open.place);
}

/// Combines each distribution with its argument, if `dargs` was given.
void apply_dargs(Cursor& cursor, DarrayArguments& arguments) {
    if (arguments.dargs.empty()) return;
    if (arguments.dargs.size() != arguments.distribs.size())
        return cursor.fail(arguments.dargs_place,
                           fmt::format("{} for {}: each distribution needs one", counted(arguments.dargs.size(), "darg"),
                                       counted(arguments.distribs.size(), "distribution")));
    for (std::size_t d = 0; d < arguments.dargs.size(); ++d) {
        DistFormat& format = arguments.distribs[d].format;
        if (!arguments.dargs[d] || !format.is_distributed()) continue;
        format = format.is<DistFormat::Block>() ? DistFormat::block(arguments.dargs[d]) : DistFormat::cyclic(arguments.dargs[d]);
    }
}

void check_storage_order(Cursor& cursor, StorageOrder order) {
    Place const at = cursor.peek().place;
    bool const c = accept_either(cursor, "c", "mpi_order_c");
    if (!c && !accept_either(cursor, "fortran", "mpi_order_fortran")) cursor.fail_expected("c or fortran");
    if (c != (order == StorageOrder::C))
        cursor.fail(at, fmt::format("the array is declared in {} order; 'order' must agree with its declaration",
                                    order == StorageOrder::C ? "C" : "Fortran"));
}

DarrayArguments darray_arguments(Cursor& cursor, ArraySpec const& array) {
    DarrayArguments arguments;
    do {
        Place const at = cursor.peek().place;
        std::string const key = argument_key(cursor);
        if (key == "distribs") {
            read_distribs(cursor, arguments);
        } else if (key == "dargs") {
            read_dargs(cursor, arguments);
        } else if (key == "psizes") {
            Place const first = cursor.peek().place;
            arguments.psizes = extents_argument(cursor);
            arguments.psizes_place = cursor.since(first);
        } else if (key == "order") {
            check_storage_order(cursor, array.order);
        } else {
            cursor.fail(at, fmt::format("'{}' is not an argument of darray; expected distribs, dargs, psizes or order", key));
        }
    } while (cursor.accept(","));
    apply_dargs(cursor, arguments);
    return arguments;
}

/// Returns "none", "block", "block(5)" or "cyclic(2)"; nothing if darray has no such distribution.
std::optional<std::string> distrib_text(DimMapping const& dim) {
    if (dim.coords() == 1) return "none";
    if (is_block(dim)) return "block";
    auto const size = cyclic_size(dim);
    if (!size) return std::nullopt;
    bool const once = *size >= (dim.extent() + dim.coords() - 1) / dim.coords(); // at most one block per processor, so it does not
                                                                                 // wrap
    return fmt::format("{}({})", once ? "block" : "cyclic", *size);
}

} // namespace

CompactMapping read_darray(Cursor& cursor, FormScope const& scope) {
    CompactMapping mapping;
    Place const first = cursor.peek().place;
    DarrayArguments const arguments = darray_arguments(cursor, scope.array);
    if (arguments.distribs.empty() || arguments.psizes.empty())
        cursor.fail(cursor.since(first), "darray needs distribs=(...) and psizes=(...)");
    auto const dims = scope.array.extents.size();
    if (arguments.distribs.size() != dims)
        cursor.fail(arguments.distribs_place,
                    dimension_mismatch(scope.array.name, dims, arguments.distribs.size(), "distribution"));
    if (arguments.psizes.size() != dims)
        cursor.fail(arguments.psizes_place, dimension_mismatch(scope.array.name, dims, arguments.psizes.size(), "psize"));
    if (cursor.failed()) return mapping;
    for (std::size_t d = 0; d < dims; ++d) {
        auto const& [format, place] = arguments.distribs[d];
        mapping.distribution.formats.push_back(format);
        mapping.distribution.formats_places.push_back(place);
        bool const none = !format.is_distributed();
        if (!none) mapping.distribution.processors.extents.push_back(arguments.psizes[d]);
        if (none && arguments.psizes[d] != 1)
            cursor.fail(
                arguments.psizes_place,
                fmt::format("dimension {} is not distributed (none), so its psize must be 1, not {}", d + 1, arguments.psizes[d]));
    }
    return mapping;
}

Result<std::string> write_darray(Mapping const& mapping) {
    auto const table = TRY(OwnerTable::make(mapping, "darray"));
    if (table.copies > 1) return no_words("darray", fmt::format("{} copies of the array", table.copies));
    std::vector<std::string> distribs;
    for (int d = 0; d < mapping.dims(); ++d) {
        auto const text = distrib_text(mapping.dim(d));
        if (!text) return no_words("darray", dim_words(mapping.dim(d), d));
        distribs.push_back(*text);
    }
    if (!table.in_order()) return no_words("darray", "this order of ranks: its process grid is row-major");
    return fmt::format("darray(distribs=({}),psizes=({}),order={})", fmt::join(distribs, ","), fmt::join(table.parts, ","),
                       mapping.array().order == StorageOrder::C ? "c" : "fortran");
}

} // namespace tessera::notation
