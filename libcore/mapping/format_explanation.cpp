// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one sentence for beginners about each distribution format.
#include "libcore/mapping/format_explanation.hpp"

namespace tessera {

std::string_view name_of(DistFormat::Kind kind) {
    switch (kind) {
    case DistFormat::Kind::Collapsed:
        return "*";
    case DistFormat::Kind::Block:
        return "block";
    case DistFormat::Kind::Cyclic:
        return "cyclic";
    case DistFormat::Kind::GenBlock:
        return "gen_block";
    case DistFormat::Kind::Indirect:
        return "indirect";
    }
    return {};
}

std::string_view explanation_of(DistFormat::Kind kind) {
    switch (kind) {
    case DistFormat::Kind::Collapsed:
        return "This dimension is not divided: a processor holds all of it or none.";
    case DistFormat::Kind::Block:
        return "Each processor gets one block of consecutive indices. All blocks have the same length; the last may be shorter.";
    case DistFormat::Kind::Cyclic:
        return "Indices are dealt like cards, one at a time or k at a time, until none is left.";
    case DistFormat::Kind::GenBlock:
        return "Each processor gets one block of consecutive indices. A list gives the lengths of the blocks.";
    case DistFormat::Kind::Indirect:
        return "A list names the processor of each index.";
    }
    return {};
}

} // namespace tessera
