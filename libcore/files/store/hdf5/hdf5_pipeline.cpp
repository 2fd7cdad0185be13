// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the filter pipeline of a dataset and its codecs.
#include "libcore/files/store/hdf5/hdf5_pipeline.hpp"

#include "libcore/base/try.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace tessera {

namespace {

constexpr char const* looking_at_pipeline = "looking at the filters of a dataset";

/// Returns whether a filter works on elements instead of bytes.
bool needs_elements(Hdf5Filter const& filter) {
    return filter.number == H5Z_FILTER_NBIT || filter.number == H5Z_FILTER_SCALEOFFSET;
}

std::vector<std::byte> bits_of(hid_t type);

std::vector<std::byte> bits_of_number(hid_t type) {
    std::vector<std::byte> bits(H5Tget_size(type));
    bool const big_endian = H5Tget_order(type) == H5T_ORDER_BE;
    auto const first = narrow<std::size_t>(H5Tget_offset(type));
    for (std::size_t bit = first; bit < first + H5Tget_precision(type); ++bit)
        bits[big_endian ? bits.size() - 1 - bit / 8 : bit / 8] |= std::byte{1} << (bit % 8);
    return bits;
}

std::vector<std::byte> bits_of_members(hid_t type) {
    std::vector<std::byte> bits(H5Tget_size(type));
    for (unsigned member = 0; member < narrow<unsigned>(H5Tget_nmembers(type)); ++member) {
        Hdf5Handle const part(H5Tget_member_type(type, member), looking_at_pipeline);
        std::ranges::copy(bits_of(part.get()), bits.begin() + narrow<std::ptrdiff_t>(H5Tget_member_offset(type, member)));
    }
    return bits;
}

/// Returns a mask of the meaningful bits of an element. Gaps between members and bits beyond a number's precision are 0.
std::vector<std::byte> bits_of(hid_t type) {
    std::vector<std::byte> const all(H5Tget_size(type), std::byte{0xFF});
    switch (H5Tget_class(type)) {
    case H5T_INTEGER:
    case H5T_FLOAT:
    case H5T_BITFIELD:
        return H5Tget_order(type) == H5T_ORDER_VAX ? all : bits_of_number(type);
    case H5T_COMPOUND:
        return bits_of_members(type);
    case H5T_ENUM:
    case H5T_ARRAY: {
        Hdf5Handle const part(H5Tget_super(type), looking_at_pipeline);
        std::vector<std::byte> bits;
        while (bits.size() < all.size()) std::ranges::copy(bits_of(part.get()), std::back_inserter(bits));
        return bits;
    }
    default:
        return all;
    }
}

/// Returns the number of decimals to which the filters round floats; nullopt if they do not round.
std::optional<int> digits_of(hid_t type, std::vector<Hdf5Filter> const& filters) {
    std::size_t const bytes = H5Tget_size(type);
    if (H5Tget_class(type) != H5T_FLOAT || (bytes != sizeof(float) && bytes != sizeof(double))) return std::nullopt;
    for (Hdf5Filter const& filter : filters)
        if (filter.number == H5Z_FILTER_SCALEOFFSET && filter.values.size() > 1) return static_cast<int>(filter.values[1]);
    return std::nullopt;
}

std::optional<ElementRounding> rounding_of(hid_t type, std::vector<Hdf5Filter> const& filters) {
    ElementRounding rounding{bits_of(type), digits_of(type, filters), H5Tget_order(type) == H5T_ORDER_BE};
    bool const has_gaps = std::ranges::any_of(rounding.meaning, [](std::byte bits) { return bits != std::byte{0xFF}; });
    bool const changes = std::ranges::any_of(filters, [&](Hdf5Filter const& filter) {
        bool const by_bits = filter.number == H5Z_FILTER_NBIT || filter.number == H5Z_FILTER_SZIP;
        return filter.number == H5Z_FILTER_SCALEOFFSET || (by_bits && has_gaps);
    });
    return changes ? std::optional(std::move(rounding)) : std::nullopt;
}

/// Assigns codecs. Filters of elements must come first, because other filters leave only bytes.
Hdf5Pipeline pipeline_of(Hdf5ChunkKind const& kind, std::vector<Hdf5Filter> filters) {
    Hdf5Pipeline pipeline;
    auto const element_bytes = narrow<Index>(H5Tget_size(kind.type.get()));
    for (std::size_t i = 0; i < filters.size(); ++i) {
        bool const by_hdf5 = needs_elements(filters[i]);
        if (!by_hdf5)
            pipeline.codecs.push_back(codec_of(filters[i], element_bytes));
        else
            pipeline.codecs.push_back(i == 0 ? hdf5_codec(filters[i], kind) : nullptr);
    }
    pipeline.rounding = rounding_of(kind.type.get(), filters);
    pipeline.filters = std::move(filters);
    return pipeline;
}

/// Returns whether partial chunks at the array's edge are filtered too. Unfiltered chunks are not marked.
bool filters_every_chunk(hid_t set) {
    Hdf5Handle const settings(H5Dget_create_plist(set), looking_at_pipeline);
    unsigned exceptions = 0;
    if (H5Pget_layout(settings.get()) == H5D_CHUNKED)
        check_hdf5(H5Pget_chunk_opts(settings.get(), &exceptions), looking_at_pipeline);
    return (exceptions & H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS) == 0;
}

/// Makes optional filters mandatory, so that HDF5 reports those that do not fit instead of skipping them.
void demand_filters(hid_t settings) {
    for (H5Z_filter_t const number : {H5Z_FILTER_NBIT, H5Z_FILTER_SCALEOFFSET, H5Z_FILTER_SZIP}) {
        for (Hdf5Filter const& filter : filters_of(settings))
            if (filter.number == number)
                check_hdf5(H5Pmodify_filter(settings, number, H5Z_FLAG_MANDATORY, filter.values.size(), filter.values.data()),
                           looking_at_pipeline);
    }
}

/// Error: szip would lose bits. It keeps only the bits of the type's precision in each pixel, but after shuffle all bits matter.
Result<void> check_szip_behind_shuffle(std::vector<Hdf5Filter> const& settled, std::size_t element_bytes) {
    auto const szip = std::ranges::find(settled, H5Z_FILTER_SZIP, &Hdf5Filter::number);
    bool const shuffled = std::ranges::find(settled.begin(), szip, H5Z_FILTER_SHUFFLE, &Hdf5Filter::number) != szip;
    constexpr std::size_t bits_per_pixel = 2;
    if (!shuffled || szip == settled.end() || szip->values[bits_per_pixel] >= 8 * element_bytes) return {};
    return fail(
        fmt::format("szip keeps {} of {} bits of each element here, and behind shuffle these are any bits: elements would be "
                    "lost; leave out shuffle, or compress in another way",
                    szip->values[bits_per_pixel], 8 * element_bytes));
}

} // namespace

Result<Hdf5Pipeline> new_pipeline(Hdf5ChunkKind const& kind, std::vector<Hdf5Filter> const& filters) {
    auto const asks = [](Hdf5Filter const& filter) { return needs_elements(filter) || filter.number == H5Z_FILTER_SZIP; };
    if (std::ranges::none_of(filters, asks)) return pipeline_of(kind, filters);
    SilencedHdf5Errors const quiet;
    Hdf5Handle const settings(H5Pcopy(kind.settings.get()), looking_at_pipeline);
    check_hdf5(H5Premove_filter(settings.get(), H5Z_FILTER_ALL), looking_at_pipeline);
    try {
        set_filters(settings.get(), filters);
        demand_filters(settings.get());
        Hdf5ScratchDataset const set(kind.type.get(), kind.chunk(), settings.get());
        Hdf5Handle const settled(H5Dget_create_plist(set.get()), looking_at_pipeline);
        std::vector<Hdf5Filter> told = filters_of(settled.get());
        TRY(check_szip_behind_shuffle(told, H5Tget_size(kind.type.get())));
        return pipeline_of(kind, std::move(told));
    } catch (Hdf5Error const& refused) {
        std::vector<std::string> names;
        for (Hdf5Filter const& filter : filters)
            if (asks(filter)) names.push_back(described(filter));
        return fail(fmt::format("HDF5 does not take {} for such chunks ({})", fmt::join(names, " and "), refused.what()));
    }
}

Hdf5Pipeline pipeline_of(hid_t set) {
    Hdf5ChunkKind const kind{Hdf5Handle(H5Dget_type(set), looking_at_pipeline),
                             Hdf5Handle(H5Dget_create_plist(set), looking_at_pipeline)};
    return pipeline_of(kind, filters_of(kind.settings.get()));
}

CodecList own_codecs(hid_t set) {
    Hdf5Pipeline pipeline = pipeline_of(set);
    bool const wanted = std::ranges::any_of(pipeline.filters, [](Hdf5Filter const& filter) {
        return filter.number >= H5Z_FILTER_RESERVED || filter.number == H5Z_FILTER_DEFLATE;
    });
    bool const known = std::ranges::find(pipeline.codecs, nullptr) == pipeline.codecs.end();
    return wanted && known && filters_every_chunk(set) ? std::move(pipeline.codecs) : CodecList();
}

} // namespace tessera
