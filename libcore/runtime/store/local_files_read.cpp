// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distributed arrays read from one file per rank.
#include "libcore/runtime/store/local_files.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/runtime/access/posix_file.hpp"
#include "libcore/runtime/elements/element_kind.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/narrow.hpp"
#include "libcore/runtime/store/file_array.hpp"
#include "libcore/runtime/store/flat_file.hpp"
#include "libcore/runtime/store/manifest.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace tessera {

namespace {

/// The files to read, in rounds of one per rank.
class Rounds {
  public:
    /// Error: the manifest does not name a file for each rank that holds a part.
    static Result<Rounds> make(std::string const& path, Manifest manifest, int ranks) {
        manifest.mapping = without_copies(std::move(manifest.mapping));
        auto mapping = Mapping::make(manifest.mapping);
        if (!mapping) return fail(fmt::format("cannot read '{}': {}", path, mapping.error().message));
        Rounds rounds(std::move(manifest), *std::move(mapping), ranks);
        for (Index position = 0; position < rounds.mapping_.grid().size(); ++position) {
            if (!rounds.mapping_.holds(position)) continue;
            Rank const rank = rounds.mapping_.grid().rank(position);
            auto const file = std::ranges::find(rounds.manifest_.files, rank, &LocalFile::rank);
            if (file == rounds.manifest_.files.end())
                return fail(fmt::format("cannot read '{}': it names no file for rank {}", path, rank));
            rounds.parts_.push_back({position, *file});
        }
        return rounds;
    }

    [[nodiscard]] Index count() const { return (std::ssize(parts_) + ranks_ - 1) / ranks_; }

    /// A part that a rank reads in a round.
    struct Part {
        Index position = 0;
        LocalFile file;
    };
    [[nodiscard]] Part const* part(Index round, Rank rank) const {
        Index const number = round * ranks_ + rank;
        return number < std::ssize(parts_) ? &parts_[static_cast<std::size_t>(number)] : nullptr;
    }

    /// The mapping with the round's parts on the ranks that read them, and all others on ranks that are not there.
    [[nodiscard]] Mapping mapping(Index round) const {
        std::map<Rank, Rank> readers; // by the rank that wrote the part
        for (Rank rank = 0; rank < ranks_; ++rank)
            if (Part const* const mine = part(round, rank)) readers[mine->file.rank] = rank;
        MappingSpec spec = manifest_.mapping;
        std::vector<Rank>& ranks = spec.processors.ranks;
        if (ranks.empty()) {
            ranks.resize(static_cast<std::size_t>(checked_product(spec.processors.extents).value()));
            std::iota(ranks.begin(), ranks.end(), 0);
        }
        for (std::size_t processor = 0; processor < ranks.size(); ++processor) {
            auto const reader = readers.find(ranks[processor]);
            ranks[processor] = reader != readers.end() ? reader->second : ranks_ + narrow<Rank>(processor);
        }
        return Mapping::make(std::move(spec)).value();
    }

    [[nodiscard]] LocalLayout layout(Mapping const& mapping, Part const& part) const {
        return {mapping, part.position, manifest_.permutation};
    }
    [[nodiscard]] bool swapped() const { return manifest_.big_endian != (std::endian::native == std::endian::big); }

  private:
    Rounds(Manifest manifest, Mapping mapping, int ranks)
        : manifest_(std::move(manifest)), mapping_(std::move(mapping)), ranks_(ranks) {}

    Manifest manifest_;
    Mapping mapping_;
    int ranks_;
    std::vector<Part> parts_;
};

/// Reads one part and checks it.
Result<Buffer> load_part(std::string const& path, LocalFile const& part, Index bytes) {
    if (auto readable = check_readable(path); !readable) return forward_error(readable);
    PosixFile const file = PosixFile::open_to_read(path);
    if (file.size() != bytes || part.bytes != bytes)
        return fail(fmt::format("'{}' has {} bytes; by its mapping it should have {}, by its manifest {}", path, file.size(), bytes,
                                part.bytes));
    Buffer buffer(bytes);
    std::span const data(buffer.data(), static_cast<std::size_t>(bytes));
    file.read(0, data);
    if (checksum_of(data) != part.checksum) return fail(fmt::format("'{}' is damaged: its checksum is not the manifest's", path));
    return buffer;
}

Result<void> read_round(Comm const& comm, std::string const& manifest, Rounds const& rounds, Index round, Mapping const& mapping,
                        std::byte* local) {
    Mapping const source = rounds.mapping(round);
    auto const one = RedistPlan::make(source, mapping);
    if (!one) return forward_error(one);
    auto const plan = MultiPlan::make({*one});
    if (!plan) return forward_error(plan);
    RankLayouts layouts = RankLayouts::standard(plan->plans(), comm.rank());
    Buffer data;
    auto const loaded = together(comm, [&]() -> Result<void> {
        Rounds::Part const* const part = rounds.part(round, comm.rank());
        if (part == nullptr) return {};
        layouts.sources[0] = rounds.layout(source, *part);
        Index const bytes = layouts.sources[0]->allocation_size() * mapping.array().type.bytes;
        auto read = load_part(beside(manifest, part->file.name), part->file, bytes);
        if (!read) return forward_error(read);
        data = *std::move(read);
        auto const kind = kind_of(mapping.array().type);
        if (rounds.swapped() && kind) swap_byte_order(*kind, {data.data(), static_cast<std::size_t>(data.size())});
        return {};
    });
    if (!loaded) return loaded;
    auto move = Redistributor::make(*plan, comm.handle(), layouts, {.skip_absent_ranks = true});
    if (!move) return forward_error(move);
    move->execute(data.data(), local);
    return {};
}

} // namespace

Result<void> read_local_files(Comm const& comm, std::string const& manifest, Mapping const& mapping, std::byte* local,
                              std::function<void(Index)> const& progress) {
    std::optional<Rounds> rounds;
    auto const loaded = together(comm, [&]() -> Result<void> {
        auto read = load_manifest(manifest);
        if (!read) return forward_error(read);
        ArraySpec const found = read->mapping.array;
        auto fits = expect_array(fmt::format("'{}'", manifest), {found.type, found.extents, found.order}, mapping.array());
        if (!fits) return fits;
        auto made = Rounds::make(manifest, *std::move(read), comm.size());
        if (!made) return forward_error(made);
        rounds = *std::move(made);
        return {};
    });
    if (!loaded) return loaded;
    Index const bytes = mapping.volume() * mapping.array().type.bytes;
    for (Index round = 0; round < rounds->count(); ++round) {
        auto read = read_round(comm, manifest, *rounds, round, mapping, local);
        if (!read) return read;
        if (progress && comm.rank() == 0) progress(bytes / rounds->count());
    }
    return {};
}

} // namespace tessera
