// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the settings that all subcommands of distcomm have.
#pragma once

#include "cli/common/tool.hpp"
#include "libcore/comm/context/mask.hpp"
#include "libcore/files/store/file_name.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/runtime/move/copy/combiner.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <optional>
#include <string>

namespace tessera::cli {

struct CommSettings {
    Mapping mapping;
    int repeat = 1;
    bool verify = false;
    std::optional<Mask> where = std::nullopt;   ///< which elements take part; nothing: all
    std::optional<FileName> in = std::nullopt;  ///< where the elements come from; nothing: generated
    std::optional<FileName> out = std::nullopt; ///< where the result goes
    bool force = false;                         ///< an output that exists is overwritten
    bool any_size = false;                      ///< begin even if the output's disk has too little room

    /// Returns the participating elements among those of a grid position, as Mask::context.
    [[nodiscard]] Context context(Index position) const {
        return where ? where->context(mapping, position) : Context::everywhere(mapping.owned_count(position));
    }
};

/// Returns the number of elements that take part; copies of an element count once. Collective over the job.
[[nodiscard]] Index taking_part(Communicator const& world, CommSettings const& settings);
/// Returns the beginning of a sentence: "1,000 elements", or "12 of 1,000 elements, where i > 2,". `active`: the result of
/// taking_part().
[[nodiscard]] std::string elements_text(CommSettings const& settings, Index active);

/// Returns the operation of --op, by default sum. Errors: the type does not have the operation.
[[nodiscard]] Result<Combiner> load_combiner(Arguments const& arguments, ElementType const& type);

/// The same; nothing for replace, which is the default here.
[[nodiscard]] Result<std::optional<Combiner>> load_sending(Arguments const& arguments, ElementType const& type);

/// Reads the settings. The size of the MPI job is used if the job does not give its number of ranks. Errors: those of the job; a
/// mapping on more ranks than there are; --repeat 0; --where; invalid file names. Every rank finds the same. Not collective.
[[nodiscard]] Result<CommSettings> comm_settings(Tool const& tool, int ranks);

/// Returns the result of `make` on every rank, or on all ranks the error of the lowest rank that has one. Collective.
template <class Make>
[[nodiscard]] auto agreed_settings(Communicator const& world, Make const& make) -> decltype(make()) {
    decltype(make()) settings = fail("");
    auto const agreed = together(world, [&]() -> Result<void> {
        settings = make();
        return settings ? Result<void>{} : forward_error(settings);
    });
    if (!agreed) return forward_error(agreed);
    return settings;
}

} // namespace tessera::cli
