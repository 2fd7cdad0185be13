// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a distributed array that is too large for memory.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/access/element_location.hpp"
#include "libcore/files/access/file_channel.hpp"
#include "libcore/files/ooc/icla.hpp"
#include "libcore/files/ooc/ocad.hpp"
#include "libcore/io/fad.hpp"
#include "libcore/io/io_plan.hpp"
#include "libcore/io/slabs.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/runtime/memory/memory_account.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

class ProvisionalFile;

/// A section that is read while the program computes. Before wait(), do not access, move or destroy its Icla, and do not close
/// the array. Move-only; the destructor waits.
class Prefetch {
  public:
    Prefetch() = default; ///< nothing to wait for
    /// Waits until the elements are there. Throws the exception of the read.
    void wait();

  private:
    friend class OutOfCoreArray;
    Prefetch(MemoryAccount::Share buffer, std::future<void> done) : buffer_(std::move(buffer)), done_(std::move(done)) {}
    MemoryAccount::Share buffer_; // taken for the other thread, which has no access to the account
    std::future<void> done_;      // destroyed first, which waits
};

/// An array distributed over the ranks of a communicator and kept in files, in one of the two placements of its descriptor. It
/// implements the routines of PASSION (Thakur 5.4, table 5.1). A rank calls the functions that are not collective on its own
/// part. They throw on this rank if the system fails; call them within all_or_none() to make all ranks fail. The collective
/// functions throw AgreedFailure on all ranks.
///
/// Sections of the rank's part use local indices (see Icla). A section that is one contiguous run of the file takes one
/// request. Any other is sieved through a buffer of icla_bytes, taken from the account meanwhile.
class OutOfCoreArray {
  public:
    /// Creates new files, full of zeros, in the folder of the manifest `path`. The manifest appears when the array is closed;
    /// if it is not closed, the files are removed. `comm` and `account` must outlive the array. Errors: a mapping that cannot
    /// be out of core; too few ranks; an ICLA too small for one index; the manifest exists and `force` is false. Collective.
    [[nodiscard]] static Result<OutOfCoreArray> create(Communicator const& comm, MemoryAccount& account, std::string const& path,
                                                       Ocad ocad, bool force);

    /// Opens an array. `icla_bytes`: replaces the value of the manifest. Errors: no manifest; too few ranks; a file that is
    /// missing, is too short or does not fit its strides. Collective.
    [[nodiscard]] static Result<OutOfCoreArray> open(Communicator const& comm, MemoryAccount& account, std::string const& path,
                                                     FileUse use, std::optional<Index> icla_bytes = std::nullopt);

    OutOfCoreArray(OutOfCoreArray&&) noexcept;
    OutOfCoreArray& operator=(OutOfCoreArray&&) = delete;
    ~OutOfCoreArray();

    /// Writes everything to the disk, and then the manifest. Only the destructor may follow. Collective.
    void close();

    [[nodiscard]] Ocad const& ocad() const { return ocad_; }
    [[nodiscard]] Mapping const& mapping() const { return mapping_; }
    [[nodiscard]] BoxSet owned() const { return layout_ ? layout_->owned() : BoxSet(); } ///< global indices, 0-based
    [[nodiscard]] Extents const& local_shape() const { return local_shape_; } ///< of the OCLA; all 0 if the rank has no part
    /// Returns the slabs of the OCLA, each of which fits the ICLA. None if the rank has no part.
    [[nodiscard]] Slabs const& slabs() const { return slabs_; }
    /// Returns memory for a slab, or for any section of that size.
    [[nodiscard]] Icla make_icla() const;

    /// Both transfer the whole local array without overlap areas, which must fit the ICLA.
    void read(Icla& icla);
    void write(Icla const& icla);
    /// Reads a section of the local array, with any strides, overlap areas included.
    void read_section(BoxSet const& section, Icla& icla);
    /// Writes `section`, a part of the section that the ICLA holds.
    void write_section(BoxSet const& section, Icla const& icla);

    /// Starts to read a section in another thread. That thread makes only system calls, never MPI calls. Throws if MPI was
    /// started without thread support (see require_thread_support()).
    [[nodiscard]] Prefetch prefetch(BoxSet const& section, Icla& icla);

    /// Reads a slab with its overlap areas. If the ICLA holds the previous slab, common elements are moved in memory and only
    /// the rest is read (5.5.3).
    void read_reuse(Index slab, Icla& icla);

    /// Both transfer any section of the global array by the extended two-phase method (chapter 6); each rank passes its own
    /// section or none. `place`: offsets from `memory` by global indices (0-based). Collective, for PlacementModel::Global.
    void global_read(std::optional<BoxSet> const& section, ElementLocation const& place, std::byte* memory);
    void global_write(std::optional<BoxSet> const& section, ElementLocation const& place, std::byte const* memory);

    /// Fills every overlap area with the current values of its owners, corners included. Overlap areas beyond the ends of the
    /// array do not change. Collective, for PlacementModel::Local.
    void shift();

    /// Gives every rank a section of the global array. Each element is read once, by its owner. Collective, for
    /// PlacementModel::Local.
    void multicast(BoxSet const& section, ElementLocation const& place, std::byte* memory);

  private:
    class NewFile;
    OutOfCoreArray(Communicator const& comm, MemoryAccount& account, std::string path, Ocad ocad, Mapping mapping);
    [[nodiscard]] static Result<OutOfCoreArray> prepare(Communicator const& comm, MemoryAccount& account, std::string const& path,
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
    [[nodiscard]] ElementLocation place_in(Icla const& icla) const;
    [[nodiscard]] IoSettings settings_for(FileSection const& section, IoDirection direction) const;
    [[nodiscard]] IoPlan global_plan(std::shared_ptr<Fad const> const& fad, IoDirection direction) const;
    void transfer_global(std::optional<BoxSet> const& section, IoDirection direction, ElementLocation const& place,
                         std::byte* memory);

    Communicator const* comm_;
    MemoryAccount* account_;
    std::string path_; // path of the manifest
    Ocad ocad_;
    Mapping mapping_;
    Manifest manifest_;
    std::optional<LocalLayout> layout_; // empty if the rank has no part
    Extents local_shape_;
    Slabs slabs_;
    FileLayout file_layout_;
    std::unique_ptr<FileChannel> channel_;
    std::unique_ptr<ProvisionalFile> output_; // the manifest; only rank 0 writes it
    std::unique_ptr<NewFile> new_file_;       // removes the file unless the array is closed
    bool changes_ = false;
};

} // namespace tessera
