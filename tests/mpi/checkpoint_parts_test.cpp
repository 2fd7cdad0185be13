// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what checkpoints are made of: archives of any length, pickles, blocks of tensors.
#include "libcore/files/store/torch/checkpoint_layout.hpp"
#include "libcore/files/store/torch/new_zip.hpp"
#include "libcore/files/store/torch/pickle.hpp"
#include "libcore/files/store/torch/pickle_writer.hpp"
#include "libcore/files/store/zip_directory.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <rapidcheck.h>
#include <string>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// An archive whose large file nobody has: zeros.
ZipBytes with_zeros(ZipFrame const& frame, Index bytes) {
    Index const front = std::ssize(frame.front);
    Index const all = front + bytes + std::ssize(frame.back);
    return {all, [&frame, front, bytes](Index offset, std::span<std::byte> to) {
                for (std::byte& byte : to) {
                    Index const behind = offset - front - bytes;
                    byte = offset < front ? static_cast<std::byte>(frame.front[as_size(offset)])
                           : behind < 0   ? std::byte{0}
                                          : static_cast<std::byte>(frame.back[as_size(behind)]);
                    ++offset;
                }
            }};
}

/// Around 4 GiB, too, where sizes need 64 bits.
void archives_are_read_back() {
    constexpr Index four_gib = Index{1} << 32;
    Index const bytes = one_in(2) ? between(0, 5000) : four_gib + between(-3000, 3000);
    NewZip zip;
    zip.add("a/data.pkl", std::string(static_cast<std::size_t>(between(0, 300)), 'x'));
    zip.add("a/version", "3\n");
    ZipFrame const frame = zip.finish("a/data/0", bytes);
    ZipBytes const archive = with_zeros(frame, bytes);
    auto const entries = zip_entries(archive);
    RC_ASSERT(entries.has_value());
    RC_ASSERT(entries->size() == 3U);
    auto const large = std::ranges::find(*entries, "a/data/0", &ZipEntry::name);
    RC_ASSERT(large != entries->end());
    RC_ASSERT(large->bytes == bytes);
    auto const begin = zip_data_begin(archive, *large);
    RC_ASSERT(begin == std::ssize(frame.front));
    RC_ASSERT(*begin % 64 == 0);
    for (Index const place : frame.sums) {
        std::vector<std::byte> sum(4);
        archive.read(place, sum);
        RC_ASSERT(std::ranges::count(sum, std::byte{0}) == 4);
    }
}

void integers_are_pickled_and_read_back() {
    Extents values;
    for (Index i = between(0, 9); i > 0; --i) values.push_back(one_in(2) ? between(0, 300) : between(0, Index{1} << 60));
    std::string const pickle = PickleWriter().empty_dict().mark().text("a").extents(values).set_items().finished();
    auto const tree = PickleTree::parse(std::as_bytes(std::span(pickle)), [](std::string_view) { return false; });
    RC_ASSERT(tree.has_value());
    PickleValue const* const found = tree->root().find("a");
    RC_ASSERT(found != nullptr);
    RC_ASSERT(found->items.size() == values.size());
    for (std::size_t i = 0; i < values.size(); ++i) RC_ASSERT(found->items[i]->number == values[i]);
}

std::string numbered(Index number) {
    return std::to_string(number);
}

/// Every block but the last is as long as the first, and all are the tensor.
void blocks_are_the_whole_tensor() {
    CheckpointTensor tensor{"t", "float32", {"float32", 4}};
    for (Index d = between(0, 3); d > 0; --d) tensor.shape.push_back(between(0, 20));
    std::vector<CheckpointTensor> tensors{tensor};
    auto const files = static_cast<std::size_t>(between(1, 9));
    std::size_t const used = cut_into_blocks(tensors, files, numbered);
    RC_ASSERT(used <= files);
    RC_ASSERT(tensors[0].pieces.size() == used);
    for (std::size_t i = 0; i < used; ++i) RC_ASSERT(tensors[0].pieces[i].file == std::to_string(i + 1));
    auto const pieces = tensors[0].pieces;
    RC_ASSERT(settle_pieces(tensors[0]).has_value());
    if (tensor.shape.empty()) return;
    for (std::size_t i = 0; i + 1 < pieces.size(); ++i) RC_ASSERT(pieces[i].sizes == pieces[0].sizes);
}

/// A grid of boxes is accepted; one that lost a piece, or has another longer, is not.
void spoilt_pieces_are_refused() {
    CheckpointTensor tensor{"t", "float32", {"float32", 4}, {12, 6}};
    Extents const cuts{between(1, 12), between(1, 6)};
    for (Index i = 0; i < 12; i += cuts[0])
        for (Index j = 0; j < 6; j += cuts[1])
            tensor.pieces.push_back({{i, j}, {std::min(cuts[0], 12 - i), std::min(cuts[1], 6 - j)}, "f"});
    std::ranges::reverse(tensor.pieces);
    CheckpointTensor whole = tensor;
    RC_ASSERT(settle_pieces(whole).has_value());
    CheckpointTensor less = tensor;
    less.pieces.pop_back();
    RC_ASSERT(!settle_pieces(less).has_value());
    CheckpointTensor twice = tensor;
    twice.pieces.push_back(tensor.pieces.front());
    RC_ASSERT(settle_pieces(twice).has_value());
    CheckpointTensor longer = tensor;
    auto& piece = longer.pieces[static_cast<std::size_t>(between(0, std::ssize(longer.pieces) - 1))];
    auto const d = static_cast<std::size_t>(between(0, 1));
    if (piece.begin[d] + piece.sizes[d] == tensor.shape[d]) --piece.begin[d];
    ++piece.sizes[d];
    RC_ASSERT(!settle_pieces(longer).has_value());
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=300");
    return exit_code({rc::check("archives are read back", archives_are_read_back),
                      rc::check("integers are pickled and read back", integers_are_pickled_and_read_back),
                      rc::check("blocks are the whole tensor", blocks_are_the_whole_tensor),
                      rc::check("spoilt pieces are refused", spoilt_pieces_are_refused)});
}
