// SPDX-License-Identifier: BSD-3-Clause
// Tessera: texts about the two sides of iocopy's copies.
#include "cli/iocopy/outcome.hpp"

#include "libcore/files/store/array_format.hpp"

namespace tessera::cli {

CopySideText source_side(ArrayCopySettings const& settings) {
    StoredFile const& file = settings.source.files.front();
    return {settings.from,
            settings.array,
            file.chunked ? std::optional(file.shape.chunk) : std::nullopt,
            file.filters,
            settings.source.big_endian,
            settings.source.fields,
            {},
            settings.source.being_written};
}

CopySideText target_side(ArrayCopySettings const& settings) {
    ElementFields const fields = settings.to.format->capabilities().keeps_fields ? settings.stored.fields : ElementFields();
    return {settings.to, settings.made, settings.stored.chunk, settings.stored.filters, settings.stored.big_endian, fields};
}

UnstoredChunks unstored_of(ArrayCopySettings const& settings) {
    return settings.is_complete ? UnstoredChunks{} : unstored_chunks(settings.source);
}

std::string source_text(ArrayCopySettings const& settings) {
    return side_text(source_side(settings));
}

std::string target_text(ArrayCopySettings const& settings) {
    return side_text(target_side(settings));
}

std::string part_text(ArrayCopySettings const& settings, Extents const& part) {
    return part_text(part, settings.made.extents);
}

} // namespace tessera::cli
