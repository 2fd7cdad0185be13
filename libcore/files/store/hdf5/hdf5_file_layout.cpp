// SPDX-License-Identifier: BSD-3-Clause
// Tessera: layout of a new HDF5 file.
#include "libcore/files/store/hdf5/hdf5_file_layout.hpp"

#include "libcore/files/access/posix_file.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace tessera {

namespace {

constexpr char const* laying_out = "laying an HDF5 file out";
constexpr Index least_page = 512;
constexpr Index most_page = Index{1} << 30;
constexpr Index least_user_block = 512; // must also be a power of two

struct NamedVersion {
    std::string_view name;
    H5F_libver_t version;
};
constexpr std::array versions{NamedVersion{"earliest", H5F_LIBVER_EARLIEST}, NamedVersion{"v18", H5F_LIBVER_V18},
                              NamedVersion{"v110", H5F_LIBVER_V110}, NamedVersion{"latest", H5F_LIBVER_LATEST}};

std::optional<H5F_libver_t> version_of(std::string_view name) {
    auto const found = std::ranges::find(versions, name, &NamedVersion::name);
    return found == versions.end() ? std::nullopt : std::optional(found->version);
}

Index bytes_in_front(NewFileLayout const& layout) {
    std::error_code failed;
    auto const bytes = std::filesystem::file_size(layout.user_block, failed);
    return failed ? 0 : narrow<Index>(bytes);
}

} // namespace

Result<void> check_file_layout(NewFileLayout const& layout) {
    if (!layout.oldest.empty()) {
        auto const oldest = version_of(layout.oldest);
        auto const newest = version_of(layout.newest);
        if (!oldest || !newest)
            return fail(fmt::format("expected earliest, v18, v110 or latest, not '{}'", oldest ? layout.newest : layout.oldest));
        if (*newest < *oldest || *newest == H5F_LIBVER_EARLIEST)
            return fail(fmt::format("HDF5 writes no files of versions from {} to {}", layout.oldest, layout.newest));
    }
    if (layout.page != 0 && (layout.page < least_page || layout.page > most_page))
        return fail(fmt::format("HDF5 has pages from {} bytes to 1 GiB, not of {}", least_page, layout.page));
    if (layout.page != 0 && layout.alignment != 0) return fail("HDF5 does not align what lies in pages; give one of both");
    if (layout.user_block.empty()) return {};
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(layout.user_block, ignored))
        return fail(fmt::format("'{}', which is to stand in front, is no file", layout.user_block));
    if (bytes_in_front(layout) == 0) return fail(fmt::format("'{}', which is to stand in front, is empty", layout.user_block));
    return {};
}

void set_access(hid_t access, NewFileLayout const& layout) {
    if (!layout.oldest.empty())
        check_hdf5(H5Pset_libver_bounds(access, version_of(layout.oldest).value(), version_of(layout.newest).value()), laying_out);
    if (layout.alignment > 0)
        check_hdf5(H5Pset_alignment(access, narrow<hsize_t>(layout.align_from), narrow<hsize_t>(layout.alignment)), laying_out);
}

void set_creation(hid_t creation, NewFileLayout const& layout) {
    if (layout.page > 0) {
        check_hdf5(H5Pset_file_space_strategy(creation, H5F_FSPACE_STRATEGY_PAGE, 0, 1), laying_out);
        check_hdf5(H5Pset_file_space_page_size(creation, narrow<hsize_t>(layout.page)), laying_out);
    }
    if (layout.user_block.empty()) return;
    auto const room = std::bit_ceil(narrow<std::size_t>(std::max(bytes_in_front(layout), least_user_block)));
    check_hdf5(H5Pset_userblock(creation, room), laying_out);
}

void write_user_block(hid_t creation, NewFileLayout const& layout, std::string const& from, std::string const& to) {
    hsize_t room = 0;
    check_hdf5(H5Pget_userblock(creation, &room), laying_out);
    std::string const& source = layout.user_block.empty() ? from : layout.user_block;
    if (room == 0 || source.empty()) return;
    std::vector<std::byte> block(room); // padded with zeros
    PosixFile const file = PosixFile::open_to_read(source);
    file.read(0, std::span(block).first(std::min(block.size(), narrow<std::size_t>(file.size()))));
    PosixFile::open_to_write(to).write(0, block);
}

} // namespace tessera
