// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what outputs of one file have in common: its provisional name, and the checksum beside it.
#pragma once

#include "libcore/runtime/store/output_file.hpp"
#include "libcore/runtime/store/output_place.hpp"

#include <string>
#include <vector>

namespace tessera {

/// Removes the file of a checksum, if there is one.
void forget_checksum(std::string const& path);

/// Publishes a file or a directory at `path`. At no moment does a checksum stand beside a file that is not its own; one that was
/// left alone goes after the name was free. `note`: the output's own checksum, which is published later.
template <class Output>
void publish_before_checksum(std::string const& path, Output const& output, ProvisionalFile const* note) {
    if (output.replaces()) forget_checksum(path);
    try {
        output.publish();
    } catch (NameTaken const&) {
        if (note != nullptr) note->discard(); // of another name
        throw;
    }
    if (!output.replaces()) forget_checksum(path);
}

class SingleOutput : public OutputFile {
  public:
    explicit SingleOutput(OutputPlace place);

    [[nodiscard]] bool is_begun() const override { return file_.exists(); }
    void sync() const override { file_.sync(); }
    /// The checksum goes to a file of its own: the output holds the array, and nothing else. A file of several arrays has none.
    void finish(Comm const& comm, ArrayChecksums checksums) override;
    void publish() override { publish_before_checksum(place_.path, file_, &note_); }
    void publish_checksum() override {
        if (note_.exists()) note_.publish();
    }
    void discard() noexcept override;

  protected:
    [[nodiscard]] OutputPlace const& place() const { return place_; }
    [[nodiscard]] ProvisionalFile const& draft() const { return file_; }

  private:
    /// What its arrays are called in the file; an empty name where the file is the array.
    [[nodiscard]] virtual std::vector<std::string> array_names() const { return {""}; }
    [[nodiscard]] virtual StorageOrder order() const = 0; ///< of the array's dimensions
    /// Do other arrays of a file that is there stay in it, with their checksums?
    [[nodiscard]] virtual bool keeps_rest() const { return false; }

    OutputPlace place_;
    ProvisionalFile file_;
    ProvisionalFile note_; // of the checksum
};

} // namespace tessera
