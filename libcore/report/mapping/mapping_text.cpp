// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a mapping in one line, with its alignment.
#include "libcore/report/mapping/mapping_text.hpp"

#include "libcore/spec/write.hpp"

namespace tessera {

std::string mapping_text(MappingSpec const& mapping) {
    std::string const alignment = describe_alignment(mapping);
    return describe(mapping) + (alignment.empty() ? "" : ", align " + alignment);
}

} // namespace tessera
