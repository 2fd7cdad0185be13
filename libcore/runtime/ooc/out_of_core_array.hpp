// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a distributed array that is too large for memory.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/io/fad.hpp"
#include "libcore/io/io_plan.hpp"
#include "libcore/io/slabs.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/runtime/access/element_place.hpp"
#include "libcore/runtime/access/file_channel.hpp"
#include "libcore/runtime/memory/memory_account.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/runtime/ooc/icla.hpp"
#include "libcore/runtime/ooc/ocad.hpp"

#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

class ProvisionalFile;

/// A section that is being read while the program computes. Its Icla must not be looked at, moved or destroyed before wait(); nor
/// may the array be closed. Move-only; the destructor waits.
class Prefetch {
  public:
    Prefetch() = default; ///< nothing to wait for
    /// The elements are there; throws what the reading threw.
    void wait();

  private:
    friend class OutOfCoreArray;
    Prefetch(MemoryAccount::Share buffer, std::future<void> done) : buffer_(std::move(buffer)), done_(std::move(done)) {}
    MemoryAccount::Share buffer_; // of the other thread, which has no account
    std::future<void> done_;      // goes first: it waits
};

/// Distributed over the ranks of a communicator and kept in files, in one of the two placements of its descriptor: the routines of
/// PASSION (Thakur 5.4, table 5.1). Not collective are those a rank calls on its own part; they throw where the system fails, on
/// this rank (do them within all_or_none() for a failure of all). The collective ones throw AgreedFailure on all ranks.
///
/// Sections of the rank's part are in local indices (see Icla). One that is a single stretch of the file takes one request; any
/// other is sieved, through a buffer as large as the descriptor's icla_bytes, taken from the account while it lasts.
class OutOfCoreArray {
  public:
    /// Collective. New files, full of zeros, beside the manifest `path`, which appears when the array is closed: until then there
    /// is no array, and what was made goes again. `comm` and `account` must outlive it. Errors: a mapping that cannot be out of
    /// core, too few ranks, an ICLA that is too small for one index; the manifest is there and `force` is false.
    [[nodiscard]] static Result<OutOfCoreArray> create(Comm const& comm, MemoryAccount& account, std::string const& path, Ocad ocad,
                                                       bool force);

    /// Collective. `icla_bytes`: where the manifest does not say, or other than it says.
    /// Errors: no manifest, too few ranks, a file that is missing or has another size than it must.
    [[nodiscard]] static Result<OutOfCoreArray> open(Comm const& comm, MemoryAccount& account, std::string const& path, FileUse use,
                                                     std::optional<Index> icla_bytes = std::nullopt);

    OutOfCoreArray(OutOfCoreArray&&) noexcept;
    OutOfCoreArray& operator=(OutOfCoreArray&&) = delete;
    ~OutOfCoreArray();

    /// Collective: what was written is on the disk, and the manifest says so. Nothing but the destructor comes after.
    void close();

    [[nodiscard]] Ocad const& ocad() const { return ocad_; }
    [[nodiscard]] Mapping const& mapping() const { return mapping_; }
    [[nodiscard]] BoxSet owned() const { return layout_ ? layout_->owned() : BoxSet(); } ///< global indices, 0-based
    [[nodiscard]] Extents const& local_shape() const { return local_shape_; } ///< of the OCLA; no element where a rank has no part
    /// The OCLA in slabs that fit the ICLA; none where the rank has no part.
    [[nodiscard]] Slabs const& slabs() const { return slabs_; }
    /// Memory for a slab, or any section of that size.
    [[nodiscard]] Icla make_icla() const;

    /// The whole local array without overlap areas; it must fit.
    void read(Icla& icla);
    void write(Icla const& icla);
    /// A section of the local array, any strides, overlap areas too.
    void read_section(BoxSet const& section, Icla& icla);
    /// `section`: of what the ICLA holds.
    void write_section(BoxSet const& section, Icla const& icla);

    /// Starts to read a section in another thread while this rank goes on; that thread makes system calls only, never MPI's.
    /// Throws where MPI was started without support for threads (see require_thread_support()).
    [[nodiscard]] Prefetch prefetch(BoxSet const& section, Icla& icla);

    /// A slab with its overlap areas. What the ICLA has already of it, because it holds the slab in front of it, is moved to its
    /// place; only the rest is read (5.5.3).
    void read_reuse(Index slab, Icla& icla);

    /// Collective, PlacementModel::Global: any section of the global array by the extended two-phase method (chapter 6), for each
    /// rank its own or none. `memory`: where `place` begins, by global indices (0-based).
    void global_read(std::optional<BoxSet> const& section, ElementPlace const& place, std::byte* memory);
    void global_write(std::optional<BoxSet> const& section, ElementPlace const& place, std::byte const* memory);

    /// Collective, PlacementModel::Local: every overlap area gets what its owners have now, corners too. Beyond the ends of the
    /// array nothing changes.
    void shift();

    /// Collective, PlacementModel::Local: a section of the global array for every rank, each element read once, by its owner.
    void multicast(BoxSet const& section, ElementPlace const& place, std::byte* memory);

  private:
    class NewFile;
    OutOfCoreArray(Comm const& comm, MemoryAccount& account, std::string path, Ocad ocad, Mapping mapping);
    [[nodiscard]] static Result<OutOfCoreArray> prepare(Comm const& comm, MemoryAccount& account, std::string const& path,
                                                        Ocad ocad);
    [[nodiscard]] Result<void> lay_out();
    void create_file();
    [[nodiscard]] Result<void> open_file(FileUse use);
    [[nodiscard]] std::string file_path() const;
    [[nodiscard]] bool is_local() const { return ocad_.placement == PlacementModel::Local; }
    [[nodiscard]] bool has_part() const { return layout_.has_value(); }

    [[nodiscard]] FileSection in_file(BoxSet const& section) const;
    [[nodiscard]] PeriodicSet in_file(std::size_t d, PeriodicSet const& local) const;
    void fetch(BoxSet const& section, Icla& icla);
    [[nodiscard]] ElementPlace place_in(Icla const& icla) const;
    [[nodiscard]] IoSettings settings_for(FileSection const& section, IoDirection direction) const;
    [[nodiscard]] IoPlan global_plan(std::shared_ptr<Fad const> const& fad, IoDirection direction) const;
    void transfer_global(std::optional<BoxSet> const& section, IoDirection direction, ElementPlace const& place, std::byte* memory);

    Comm const* comm_;
    MemoryAccount* account_;
    std::string path_; // of the manifest
    Ocad ocad_;
    Mapping mapping_;
    Manifest manifest_;
    std::optional<LocalLayout> layout_; // nothing where the rank has no part
    Extents local_shape_;
    Slabs slabs_;
    FileLayout file_layout_;
    std::unique_ptr<FileChannel> channel_;
    std::unique_ptr<ProvisionalFile> output_; // the manifest; rank 0's counts
    std::unique_ptr<NewFile> new_file_;       // goes unless the array is closed
    bool changes_ = false;
};

} // namespace tessera
