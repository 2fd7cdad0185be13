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
        return "The dimension is not cut: who has one of its indices has them all.";
    case DistFormat::Kind::Block:
        return "Each processor gets one run of neighbouring indices, all as long, the last perhaps shorter.";
    case DistFormat::Kind::Cyclic:
        return "Indices are dealt like cards, one at a time or k at a time, until none is left.";
    case DistFormat::Kind::GenBlock:
        return "Each processor gets one run of neighbouring indices, as long as a list says.";
    case DistFormat::Kind::Indirect:
        return "A list says of every index which processor gets it.";
    }
    return {};
}

} // namespace tessera
