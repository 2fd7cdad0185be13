// SPDX-License-Identifier: BSD-3-Clause
// Tessera: common part of single-file outputs: provisional name and checksum file.
#pragma once

#include "libcore/files/store/output_file.hpp"
#include "libcore/files/store/output_path.hpp"

#include <string>
#include <vector>

namespace tessera {

/// Removes the checksum file of `path`, if there is one.
void forget_checksum(std::string const& path);

/// Publishes a file or a directory at `path`. A stale checksum file is removed first, so that it never stands beside a file that it
/// does not describe. If the name was free, a leftover checksum is removed afterwards. `note`: the output's own checksum, which is
/// published later.
template <class Output>
void publish_before_checksum(std::string const& path, Output const& output, ProvisionalFile const* note) {
    if (output.replaces()) forget_checksum(path);
    try {
        output.publish();
    } catch (NameTaken const&) {
        if (note != nullptr) note->discard(); // it belongs to the wanted name, not to the one taken
        throw;
    }
    if (!output.replaces()) forget_checksum(path);
}

class SingleOutput : public OutputFile {
  public:
    explicit SingleOutput(OutputPath place);

    [[nodiscard]] bool is_begun() const override { return file_.exists(); }
    void sync() const override { file_.sync(); }
    /// Writes the checksum to a separate file, so that the output holds only arrays. An output of several arrays gets no checksum.
    void finish(Communicator const& comm, ArrayChecksums checksums) override;
    void publish() override { publish_before_checksum(place_.path, file_, &note_); }
    void publish_checksum() override {
        if (note_.exists()) note_.publish();
    }
    void discard() noexcept override;

  protected:
    [[nodiscard]] OutputPath const& place() const { return place_; }
    [[nodiscard]] ProvisionalFile const& draft() const { return file_; }

  private:
    /// Names of the arrays in the file; "" if the file is the array.
    [[nodiscard]] virtual std::vector<std::string> array_names() const { return {""}; }
    [[nodiscard]] virtual StorageOrder order() const = 0; ///< order of the array's dimensions
    /// Returns whether other arrays of an existing file stay in it, with their checksums.
    [[nodiscard]] virtual bool keeps_rest() const { return false; }

    OutputPath place_;
    ProvisionalFile file_;
    ProvisionalFile note_; // the checksum file
};

} // namespace tessera
