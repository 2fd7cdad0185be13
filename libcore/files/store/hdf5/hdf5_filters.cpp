// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the filters of a dataset's chunks, as HDF5 numbers them, and their codecs.
#include "libcore/files/store/hdf5/hdf5_filters.hpp"

#include "libcore/base/try.hpp"
#include "libcore/files/codec/codecs.hpp"
#include "libcore/files/store/hdf5/hdf5_handle.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <utility>

namespace tessera {

namespace {

constexpr char const* looking_at_filters = "looking at the filters of a dataset";

// Numbers registered with The HDF Group.
constexpr H5Z_filter_t bzip2_filter = 307;
constexpr H5Z_filter_t lzf_filter = 32000;
constexpr H5Z_filter_t blosc_filter = 32001;
constexpr H5Z_filter_t lz4_filter = 32004;
constexpr H5Z_filter_t zstd_filter = 32015;

/// Names of filters whose files may not state them.
struct RegisteredFilter {
    H5Z_filter_t number;
    char const* name;
};
constexpr std::array registered_filters{RegisteredFilter{H5Z_FILTER_DEFLATE, "deflate"},
                                        RegisteredFilter{H5Z_FILTER_SHUFFLE, "shuffle"},
                                        RegisteredFilter{H5Z_FILTER_FLETCHER32, "fletcher32"},
                                        RegisteredFilter{H5Z_FILTER_SZIP, "szip"},
                                        RegisteredFilter{H5Z_FILTER_NBIT, "nbit"},
                                        RegisteredFilter{H5Z_FILTER_SCALEOFFSET, "scaleoffset"},
                                        RegisteredFilter{305, "LZO"},
                                        RegisteredFilter{bzip2_filter, "bzip2"},
                                        RegisteredFilter{lzf_filter, "lzf"},
                                        RegisteredFilter{blosc_filter, "blosc"},
                                        RegisteredFilter{32003, "mafisc"},
                                        RegisteredFilter{lz4_filter, "lz4"},
                                        RegisteredFilter{32008, "bitshuffle"},
                                        RegisteredFilter{32013, "zfp"},
                                        RegisteredFilter{zstd_filter, "zstd"},
                                        RegisteredFilter{32017, "sz"},
                                        RegisteredFilter{32026, "blosc2"}};

/// Blosc's compressors by number, the last of its filter's seven parameters.
constexpr std::array<char const*, 6> blosc_compressors{"blosclz", "lz4", "lz4hc", "snappy", "zlib", "zstd"};
enum BloscValue { blosc_element_bytes = 2, blosc_level = 4, blosc_shuffle = 5, blosc_compressor = 6 };

unsigned value_at(Hdf5Filter const& filter, std::size_t i, unsigned otherwise) {
    return i < filter.values.size() ? filter.values[i] : otherwise;
}

std::string blosc_name(Hdf5Filter const& filter) {
    unsigned const number = value_at(filter, blosc_compressor, 0);
    return number < blosc_compressors.size() ? blosc_compressors[number] : "blosclz";
}

std::optional<Compressor> compressor_of(Hdf5Filter const& filter) {
    if (filter.number == bzip2_filter) return Compressor{"bzip2", narrow<int>(value_at(filter, 0, 9))};
    if (filter.number == lz4_filter) return Compressor{"lz4", 1};
    if (filter.number == zstd_filter) return Compressor{"zstd", narrow<int>(value_at(filter, 0, 3))};
    if (filter.number == H5Z_FILTER_SZIP)
        return Compressor{(value_at(filter, 0, 0) & H5_SZIP_NN_OPTION_MASK) != 0 ? "szip" : "szip-ec",
                          narrow<int>(value_at(filter, 1, 0))};
    if (filter.number != blosc_filter) return std::nullopt;
    std::string const inner = blosc_name(filter);
    return Compressor{inner == "lz4" ? "blosc" : "blosc-" + inner, narrow<int>(value_at(filter, blosc_level, 5))};
}

Hdf5Filter blosc_of(ChunkFilters const& filters, Index element_bytes, Index chunk_bytes) {
    std::string const& name = filters.compressor->name;
    std::string const inner = name == "blosc" ? "lz4" : name.substr(name.find('-') + 1);
    auto const number = std::ranges::find(blosc_compressors, inner) - blosc_compressors.begin();
    return {blosc_filter,
            "blosc",
            {2, 2, narrow<unsigned>(element_bytes), narrow<unsigned>(chunk_bytes), narrow<unsigned>(filters.compressor->level),
             filters.bit_shuffle ? 2U
             : filters.shuffle   ? 1U
                                 : 0U,
             narrow<unsigned>(number)}};
}

} // namespace

std::vector<Hdf5Filter> filters_of(hid_t settings) {
    std::vector<Hdf5Filter> filters;
    for (int i = 0; i < H5Pget_nfilters(settings); ++i) {
        unsigned flags = 0;
        unsigned about = 0;
        constexpr std::size_t most_values = 32;
        std::vector<unsigned> values(most_values);
        std::size_t count = values.size();
        std::array<char, 64> name{};
        H5Z_filter_t const number =
            H5Pget_filter2(settings, static_cast<unsigned>(i), &flags, &count, values.data(), name.size(), name.data(), &about);
        check_hdf5(number, looking_at_filters);
        values.resize(std::min(count, values.size()));
        filters.push_back({number, name.data(), std::move(values)});
    }
    return filters;
}

std::shared_ptr<Codec const> codec_of(Hdf5Filter const& filter, Index element_bytes) {
    switch (filter.number) {
    case H5Z_FILTER_DEFLATE:
        return zlib_codec(narrow<int>(value_at(filter, 0, 6)));
    case H5Z_FILTER_SHUFFLE:
        return shuffle_codec(std::max<Index>(value_at(filter, 0, narrow<unsigned>(element_bytes)), 1));
    case H5Z_FILTER_FLETCHER32:
        return fletcher32_codec();
    case H5Z_FILTER_SZIP: {
        constexpr std::size_t settled = 4;
        if (filter.values.size() < settled) return nullptr;
        auto const value = [&](std::size_t i) { return narrow<int>(filter.values[i]); };
        return szip_codec({value(0), value(1), value(2), value(3)});
    }
    case bzip2_filter:
        return bzip2_codec(std::clamp(narrow<int>(value_at(filter, 0, 9)), 1, 9));
    case lzf_filter:
        return lzf_codec();
    case lz4_filter:
        return lz4_blocks_codec();
    case zstd_filter:
        return zstd_codec(narrow<int>(value_at(filter, 0, 3)));
    case blosc_filter:
        if (!blosc_knows(blosc_name(filter))) return nullptr;
        return blosc_codec({blosc_name(filter), std::min(narrow<int>(value_at(filter, blosc_level, 5)), 9),
                            narrow<int>(value_at(filter, blosc_shuffle, 1)),
                            std::max<Index>(value_at(filter, blosc_element_bytes, narrow<unsigned>(element_bytes)), 1)});
    default:
        return nullptr;
    }
}

std::string described(Hdf5Filter const& filter) {
    auto const known = std::ranges::find(registered_filters, filter.number, &RegisteredFilter::number);
    std::string const name = !filter.name.empty()                ? filter.name
                             : known != registered_filters.end() ? known->name
                                                                 : "it has no name";
    return fmt::format("filter {} ({})", filter.number, name);
}

namespace {

/// Returns the position of a filter in the order of ChunkFilters; nullopt if it is none of those.
std::optional<int> step_of(Hdf5Filter const& filter) {
    if (filter.number == H5Z_FILTER_NBIT || filter.number == H5Z_FILTER_SCALEOFFSET) return 0;
    if (filter.number == H5Z_FILTER_SHUFFLE) return 1;
    if (filter.number == H5Z_FILTER_DEFLATE || compressor_of(filter)) return 2;
    return filter.number == H5Z_FILTER_FLETCHER32 ? std::optional(3) : std::nullopt;
}

/// Returns a description if filters are in another order than in ChunkFilters, or occur twice; otherwise "".
std::string unusual_order(std::vector<Hdf5Filter> const& filters) {
    int last = -1;
    bool unusual = false;
    std::vector<std::string> names;
    for (Hdf5Filter const& filter : filters) {
        auto const step = step_of(filter);
        if (!step) continue;
        unusual = unusual || *step <= last;
        last = *step;
        names.push_back(described(filter));
    }
    return unusual ? fmt::format("order: {}", fmt::join(names, ", ")) : "";
}

} // namespace

ChunkFilters named_filters(std::vector<Hdf5Filter> const& filters, std::vector<std::string>& others) {
    ChunkFilters named;
    for (Hdf5Filter const& filter : filters) {
        if (auto compressor = compressor_of(filter)) {
            named.compressor = *std::move(compressor);
            if (filter.number == blosc_filter) {
                named.shuffle = value_at(filter, blosc_shuffle, 1) == 1;
                named.bit_shuffle = value_at(filter, blosc_shuffle, 1) == 2;
            }
        } else if (filter.number == H5Z_FILTER_SHUFFLE) {
            named.shuffle = true;
        } else if (filter.number == H5Z_FILTER_DEFLATE) {
            named.deflate = narrow<int>(value_at(filter, 0, 6));
        } else if (filter.number == H5Z_FILTER_FLETCHER32) {
            named.fletcher32 = true;
        } else if (filter.number == H5Z_FILTER_NBIT) {
            named.nbit = true;
        } else if (filter.number == H5Z_FILTER_SCALEOFFSET && value_at(filter, 0, H5Z_SO_INT) <= H5Z_SO_INT) {
            bool const rounds = value_at(filter, 0, H5Z_SO_INT) != H5Z_SO_INT;
            named.scale_offset = ScaleOffset{rounds ? std::optional(static_cast<int>(value_at(filter, 1, 0))) : std::nullopt};
        } else { // also scale-offset of HDF5 before 1.8, which has other parameters
            others.push_back(described(filter));
        }
    }
    if (std::string order = unusual_order(filters); !order.empty()) others.push_back(std::move(order));
    return named;
}

namespace {

/// Returns the compressing filter; nullopt if there is none.
Result<std::optional<Hdf5Filter>> compressing_filter(NewArray const& array) {
    ChunkFilters const& filters = array.filters;
    std::string const way = filters.compressor ? filters.compressor->name : "";
    auto const level = [&] {
        return narrow<unsigned>(filters.compressor ? filters.compressor->level : filters.deflate.value_or(0));
    };
    if (way.empty() && !filters.deflate) return std::nullopt;
    if (way.empty() || way == "gzip") return Hdf5Filter{H5Z_FILTER_DEFLATE, "", {level()}};
    if (way == "zstd") return Hdf5Filter{zstd_filter, "zstd", {level()}};
    if (way == "bzip2") return Hdf5Filter{bzip2_filter, "bzip2", {level()}};
    if (way == "lz4") return Hdf5Filter{lz4_filter, "lz4", {0}};
    if (filters.has_szip()) {
        unsigned const coding = way == "szip" ? unsigned{H5_SZIP_NN_OPTION_MASK} : unsigned{H5_SZIP_EC_OPTION_MASK};
        return Hdf5Filter{H5Z_FILTER_SZIP, "szip", {coding, level()}};
    }
    if (!way.starts_with("blosc")) return fail(fmt::format("chunks of HDF5 files are not compressed by {}", way));
    Index chunk_bytes = array.type.bytes;
    for (Index const extent : array.chunk.value_or(Extents{})) chunk_bytes *= extent;
    if (chunk_bytes >= Index{1} << 31) return fail("blosc takes chunks below 2 GiB; --chunk makes them smaller");
    return blosc_of(filters, array.type.bytes, chunk_bytes);
}

} // namespace

Result<std::vector<Hdf5Filter>> new_filters(NewArray const& array) {
    ChunkFilters const& filters = array.filters;
    std::vector<Hdf5Filter> made;
    bool const in_blosc = filters.compressor && filters.compressor->name.starts_with("blosc");
    if (filters.nbit && filters.scale_offset) return fail("of nbit and scale-offset chunks pass through one or the other");
    if (filters.has_szip() && (filters.nbit || filters.scale_offset))
        return fail("szip works on whole elements, which nbit and scale-offset leave none of");
    if (filters.nbit) made.push_back({H5Z_FILTER_NBIT, "nbit", {}});
    if (auto const& offset = filters.scale_offset)
        made.push_back({H5Z_FILTER_SCALEOFFSET,
                        "scaleoffset",
                        {offset->digits ? unsigned{H5Z_SO_FLOAT_DSCALE} : unsigned{H5Z_SO_INT},
                         static_cast<unsigned>(offset->digits.value_or(H5Z_SO_INT_MINBITS_DEFAULT))}});
    if (filters.shuffle && !in_blosc) made.push_back({H5Z_FILTER_SHUFFLE, "", {narrow<unsigned>(array.type.bytes)}});
    auto compressing = TRY(compressing_filter(array));
    if (compressing) made.push_back(*std::move(compressing));
    if (filters.fletcher32) made.push_back({H5Z_FILTER_FLETCHER32, "", {}});
    return made;
}

void set_filters(hid_t settings, std::vector<Hdf5Filter> const& filters) {
    constexpr char const* setting = "setting the filters of a dataset";
    for (Hdf5Filter const& each : filters) {
        if (each.number == H5Z_FILTER_SHUFFLE)
            check_hdf5(H5Pset_shuffle(settings), setting);
        else if (each.number == H5Z_FILTER_DEFLATE)
            check_hdf5(H5Pset_deflate(settings, each.values.front()), setting);
        else if (each.number == H5Z_FILTER_FLETCHER32)
            check_hdf5(H5Pset_fletcher32(settings), setting);
        else if (each.number == H5Z_FILTER_NBIT)
            check_hdf5(H5Pset_nbit(settings), setting);
        else if (each.number == H5Z_FILTER_SCALEOFFSET)
            check_hdf5(
                H5Pset_scaleoffset(settings, static_cast<H5Z_SO_scale_type_t>(each.values[0]), static_cast<int>(each.values[1])),
                setting);
        else if (each.number == H5Z_FILTER_SZIP)
            check_hdf5(H5Pset_szip(settings, each.values[0], each.values[1]), setting);
        else
            check_hdf5(H5Pset_filter(settings, each.number, H5Z_FLAG_OPTIONAL, each.values.size(), each.values.data()), setting);
    }
}

Result<void> check_filters(hid_t settings, std::string const& name, bool ours) {
    for (Hdf5Filter const& filter : filters_of(settings))
        if (!ours && H5Zfilter_avail(filter.number) <= 0)
            return fail(
                fmt::format("the chunks of '{}' have passed through {}, which is not known here, nor to HDF5; the directory of "
                            "its plugin belongs in HDF5_PLUGIN_PATH",
                            name, described(filter)));
    return {};
}

} // namespace tessera
