// SPDX-License-Identifier: BSD-3-Clause
// Tessera: damage collected from all ranks.
#include "libcore/files/copy/damage_list.hpp"

#include "libcore/base/visible_text.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <string_view>
#include <utility>

namespace tessera {

namespace {

/// Serialises a list: numbers of eight bytes, and texts after their lengths.
class DamageWriter {
  public:
    std::string operator()(DamageList const& list) {
        put(list.more);
        put(std::ssize(list.found));
        for (Damage const& damage : list.found) {
            put(damage.array);
            put(damage.order == StorageOrder::C ? 0 : 1);
            put(damage.what);
            put(std::ssize(damage.box));
            for (Run const run : damage.box) put(run);
            put(std::ssize(damage.bytes));
            for (FileExtent const& stretch : damage.bytes) {
                put(stretch.file);
                put(stretch.bytes);
            }
        }
        return std::move(text_);
    }

  private:
    void put(Index number) { text_.append(reinterpret_cast<char const*>(&number), sizeof number); }
    void put(Run run) {
        put(run.begin);
        put(run.end);
    }
    void put(std::string const& text) {
        put(std::ssize(text));
        text_ += text;
    }

    std::string text_;
};

class DamageParser {
  public:
    explicit DamageParser(std::string_view text) : text_(text) {}

    DamageList next() {
        DamageList list{{}, number()};
        list.found.resize(as_size(number()));
        for (Damage& damage : list.found) {
            damage.array = word();
            damage.order = number() == 0 ? StorageOrder::C : StorageOrder::Fortran;
            damage.what = word();
            damage.box.resize(as_size(number()));
            for (Run& run : damage.box) run = range();
            damage.bytes.resize(as_size(number()));
            for (FileExtent& stretch : damage.bytes) {
                stretch.file = word();
                stretch.bytes = range();
            }
        }
        return list;
    }

  private:
    Index number() {
        Index value = 0;
        std::memcpy(&value, text_.data(), sizeof value);
        text_.remove_prefix(sizeof value);
        return value;
    }
    Run range() {
        Index const begin = number();
        return {begin, number()};
    }
    std::string word() {
        auto const length = as_size(number());
        std::string word(text_.substr(0, length));
        text_.remove_prefix(length);
        return word;
    }

    std::string_view text_;
};

std::string region_text(Damage const& damage) {
    bool const c = damage.order == StorageOrder::C;
    std::vector<std::string> ranges;
    for (Run const run : damage.box)
        ranges.push_back(c ? fmt::format("{}:{}", run.begin, run.end) : fmt::format("{}:{}", run.begin + 1, run.end));
    return c ? fmt::format("[{}]", fmt::join(ranges, "][")) : fmt::format("({})", fmt::join(ranges, ","));
}

} // namespace

void DamageList::add(DamageList other) {
    std::ranges::move(other.found, std::back_inserter(found));
    more += other.more;
}

DamageList damage_of_all(Communicator const& comm, std::vector<Damage> const& mine, std::string const& array,
                         StoredShape const& shape, std::size_t most) {
    bool const c = shape.permutation.size() < 2 || shape.permutation.front() != 0;
    DamageList list{{mine.begin(), mine.begin() + static_cast<std::ptrdiff_t>(std::min(mine.size(), most))}, 0};
    list.more = std::ssize(mine) - std::ssize(list.found);
    for (Damage& damage : list.found) {
        damage.array = array;
        damage.order = c ? StorageOrder::C : StorageOrder::Fortran;
    }
    DamageList all;
    for (std::string const& text : texts_of_all(comm, DamageWriter()(list))) all.add(DamageParser(text).next());
    return all;
}

DamageList broadcast_damage(Communicator const& comm, Rank root, DamageList const& list) {
    return DamageParser(broadcast_text(comm, root, DamageWriter()(list))).next();
}

std::string damage_text(DamageList const& list) {
    std::string text;
    for (Damage const& damage : list.found)
        text += fmt::format("{}{}{}: {}", damage_lead, visible_name(damage.array), region_text(damage), visible_name(damage.what));
    if (list.more > 0) text += fmt::format("{}and {} more like these", damage_lead, list.more);
    return text;
}

} // namespace tessera
