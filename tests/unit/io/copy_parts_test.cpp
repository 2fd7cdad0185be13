// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the parts of a copy, against every index of many small arrays.
#include "libcore/io/copy_parts.hpp"
#include "tests/suite/qt_suite.hpp"

#include "libcore/io/copy_units.hpp"
#include "libcore/io/range_classes.hpp"

#include <map>
#include <random>

using namespace tessera;

class CopyPartsTest : public QObject {
    Q_OBJECT
  private slots:
    void pieces_of_several_chunks();
    void pieces_within_chunks();
    void every_index_is_in_one_part();
    void numbers_follow_the_file();
    void empty_arrays_have_no_parts();
    void parts_of_a_kind_are_alike();
    void numbers_of_what_a_box_meets();
    void every_part_consists_of_units();
    void no_two_parts_share_a_stripe();

  private:
    std::mt19937 random_{5};
    Index between(Index least, Index most) {
        return least + static_cast<Index>(random_() % static_cast<unsigned>(most - least + 1));
    }
};

void CopyPartsTest::pieces_of_several_chunks() {
    DimCut const cut(10, 2, 6);
    QCOMPARE(cut.count(), Index{2});
    QCOMPARE(cut.range(0), (Run{0, 6}));
    QCOMPARE(cut.range(1), (Run{6, 10}));
    QCOMPARE(cut.cell(), Index{2});
    QCOMPARE(cut.cells(), Index{3});
}

void CopyPartsTest::pieces_within_chunks() {
    // Chunks of 5 in pieces of 2, 2 and 1; the last chunk has 3.
    DimCut const cut(13, 5, 2);
    QCOMPARE(cut.count(), Index{8});
    QCOMPARE(cut.range(2), (Run{4, 5}));
    QCOMPARE(cut.range(3), (Run{5, 7}));
    QCOMPARE(cut.range(7), (Run{12, 13}));
    QCOMPARE(cut.cells(), Index{1});
}

void CopyPartsTest::every_index_is_in_one_part() {
    for (int i = 0; i < 5000; ++i) {
        StoredShape target;
        Extents shape;
        for (int d = 0; d < 2; ++d) {
            Index const chunk = between(1, 6);
            target.extents.push_back(between(1, 20));
            target.chunk.push_back(chunk);
            shape.push_back(between(0, 1) == 0 ? chunk * between(1, 3) : between(1, chunk));
            target.permutation.push_back(d);
        }
        if (between(0, 1) == 0) std::swap(target.permutation[0], target.permutation[1]);
        CopyParts const parts(target, shape);
        std::vector<int> seen(static_cast<std::size_t>(target.extents[0] * target.extents[1]), 0);
        for (Index number = 0; number < parts.count(); ++number) {
            QCOMPARE(parts.number(parts.at(number)), number);
            auto const box = parts.box(number);
            Index room = 1;
            for (std::size_t d = 0; d < 2; ++d) {
                QVERIFY(!box[d].empty() && box[d].size() <= shape[d]);
                // Whole chunks, or a piece of one.
                bool const whole =
                    box[d].begin % target.chunk[d] == 0 && (box[d].end % target.chunk[d] == 0 || box[d].end == target.extents[d]);
                QVERIFY(whole || box[d].begin / target.chunk[d] == (box[d].end - 1) / target.chunk[d]);
                room *= parts.dim(d).cell() * parts.dim(d).cells();
            }
            QVERIFY(box[0].size() * box[1].size() <= room);
            QCOMPARE(room, parts.room());
            for (Index a = box[0].begin; a < box[0].end; ++a)
                for (Index b = box[1].begin; b < box[1].end; ++b) ++seen[static_cast<std::size_t>(a * target.extents[1] + b)];
        }
        QVERIFY(std::ranges::all_of(seen, [](int times) { return times == 1; }));
    }
}

void CopyPartsTest::numbers_of_what_a_box_meets() {
    // Pieces of 2, 2 and 1 of chunks of 5, by pieces of two chunks of 3; the second dimension is the fastest.
    CopyParts const parts({{13, 17}, {1, 0}, {5, 3}}, {2, 6});
    for (int i = 0; i < 500; ++i) {
        std::vector<Run> box;
        for (Index const extent : {Index{13}, Index{17}}) {
            Index const begin = between(0, extent - 1);
            box.push_back({begin, between(begin + 1, extent)});
        }
        std::vector<Index> met;
        for (Index number = 0; number < parts.count(); ++number) {
            auto const there = parts.box(number);
            if (!intersection(there[0], box[0]).empty() && !intersection(there[1], box[1]).empty()) met.push_back(number);
        }
        QCOMPARE(parts.numbers_in(box), met);
    }
}

/// In an array that is one piece of its file.
bool share_a_stripe(StoredShape const& target, Extents const& shape, Index element_bytes, Index stripe) {
    CopyParts const parts(target, shape);
    std::map<Index, Index> part_of; // of each stripe
    Index byte = 0;
    std::array<Index, 3> at = {};
    auto const along = [&](std::size_t n) { return as_size(target.permutation[n]); };
    for (Index k = 0; k < target.extents[along(2)]; ++k)
        for (Index j = 0; j < target.extents[along(1)]; ++j)
            for (Index i = 0; i < target.extents[along(0)]; ++i) {
                at[along(0)] = i;
                at[along(1)] = j;
                at[along(2)] = k;
                std::vector<Run> const here{{at[0], at[0] + 1}, {at[1], at[1] + 1}, {at[2], at[2] + 1}};
                Index const part = parts.numbers_in(here).front();
                for (Index end = byte + element_bytes; byte < end; ++byte)
                    if (part_of.emplace(byte / stripe, part).first->second != part) return true;
            }
    return false;
}

void CopyPartsTest::no_two_parts_share_a_stripe() {
    int shorter = 0; // parts that had to be
    for (int i = 0; i < 3000; ++i) {
        StoredShape target{{}, {0, 1, 2}, {}};
        Extents shape;
        for (int d = 0; d < 3; ++d) {
            target.extents.push_back(between(1, 8));
            shape.push_back(between(1, target.extents.back()));
        }
        if (between(0, 1) == 0) std::swap(target.permutation[0], target.permutation[2]);
        for (std::size_t n = 0; n < 2; ++n) // whole rows, as parts mostly are
            if (between(0, 2) > 0) shape[as_size(target.permutation[n])] = target.extents[as_size(target.permutation[n])];
        target.chunk = target.extents;
        Index const bytes = between(1, 3);
        Index const stripe = between(2, 12);
        Extents const whole = parts_of_whole_stripes(target, shape, bytes, stripe);
        shorter += whole != shape ? 1 : 0;
        if (whole != shape) QVERIFY(!share_a_stripe(target, whole, bytes, stripe));
        if (whole == shape && !share_a_stripe(target, shape, bytes, stripe)) continue;
        // No longer part would do: the first dimension of the file that is cut is the one that may change.
        auto const cut =
            std::ranges::find_if(target.permutation, [&](int d) { return shape[as_size(d)] < target.extents[as_size(d)]; });
        if (cut == target.permutation.end()) continue;
        auto const d = as_size(*cut);
        for (Extents longer = shape; longer[d] > (whole == shape ? 0 : whole[d]); --longer[d])
            QVERIFY(share_a_stripe(target, longer, bytes, stripe));
    }
    QVERIFY2(shorter > 100, qPrintable(QString::number(shorter)));
}

void CopyPartsTest::every_part_consists_of_units() {
    int cut = 0; // parts of several units
    for (int i = 0; i < 5000; ++i) {
        StoredShape target;
        Extents shape;
        target.whole_chunks = between(0, 3) == 0;
        for (int d = 0; d < 2; ++d) {
            Index const chunk = between(1, 6);
            target.extents.push_back(between(1, 20));
            target.chunk.push_back(chunk);
            bool const whole = target.whole_chunks || between(0, 1) == 0;
            shape.push_back(whole ? chunk * between(1, 4) : between(1, chunk));
            target.permutation.push_back(d);
        }
        if (between(0, 1) == 0) std::swap(target.permutation[0], target.permutation[1]);
        Index const most = between(1, 40);
        if (between(0, 1) == 0) shape = parts_of_long_units(target, shape, 2, most);
        QVERIFY(can_be_cut(target, shape));
        Extents const unit = unit_of_parts(target, shape, 2, most);
        QVERIFY(can_be_cut(target, unit));
        QVERIFY(consists_of_units(target, shape, unit));
        CopyParts const parts(target, shape);
        CopyParts const units(target, unit);
        Index const least = target.whole_chunks ? target.chunk[0] * target.chunk[1] : 1;
        QVERIFY(units.room() * 2 <= std::max(most, 2 * least) || units.room() == parts.room());
        for (Index number = 0; number < parts.count(); ++number) {
            auto const part = parts.box(number);
            auto const numbers = units.numbers_in(part);
            cut += numbers.size() > 1 ? 1 : 0;
            for (Index const inside : numbers)
                for (std::size_t d = 0; d < 2; ++d) {
                    Run const run = units.box(inside)[d];
                    QVERIFY(part[d].begin <= run.begin && run.end <= part[d].end);
                }
        }
    }
    QVERIFY(cut > 1000);
}

void CopyPartsTest::numbers_follow_the_file() {
    CopyParts const parts({{4, 6}, {1, 0}, {4, 6}}, {2, 3});
    QCOMPARE(parts.count(), Index{4});
    QCOMPARE(parts.box(1).at(1), (Run{3, 6})); // the second dimension is the fastest of the file
    QCOMPARE(parts.box(2).at(0), (Run{2, 4}));
}

/// Along one dimension: what a stretch meets of both files' chunks, index by index, is what its kind's representative meets.
void CopyPartsTest::parts_of_a_kind_are_alike() {
    for (int i = 0; i < 2000; ++i) {
        Index const extent = between(1, 60);
        Index const step = between(0, 1) == 0 ? 1 : -2;
        Index const from = extent * 2 + between(0, 5);
        CopyTask task;
        task.source = {{from}, {0}, {between(1, 9)}};
        task.target = {{extent}, {0}, {between(1, 9)}};
        task.map = {{{extent, CopySide{0, step > 0 ? between(0, 5) : from - 1, step}, CopySide{0, 0, 1}}}};
        Index const piece = between(0, 1) == 0 ? task.target.chunk[0] * between(1, 3) : between(1, task.target.chunk[0]);
        DimCut const cut(extent, task.target.chunk[0], piece);
        auto const source = [&](Index k) { return task.map.axes[0].source->start + step * k; };
        auto const place = [](StoredShape const& file, Index index, Index first) { // one chunk: how far from the first
            return file.chunk[0] < file.extents[0] ? index % file.chunk[0] : index - first;
        };
        auto const met = [&](Index number) {
            std::vector<Index> places;
            Run const range = cut.range(number);
            for (Index k = range.begin; k < range.end; ++k)
                places.insert(places.end(),
                              {place(task.target, k, range.begin), place(task.source, source(k), source(range.begin))});
            return places;
        };
        std::map<std::vector<Index>, Index> expected;
        for (Index number = 0; number < cut.count(); ++number) ++expected[met(number)];
        auto const found = range_classes(task, 0, cut.count(), [&](Index number) { return cut.range(number); });
        for (RangeClass const& each : found) expected[met(each.first)] -= each.count;
        for (auto const& [places, left] : expected) QCOMPARE(left, Index{0});
    }
}

void CopyPartsTest::empty_arrays_have_no_parts() {
    QCOMPARE(CopyParts({{0, 6}, {0, 1}, {1, 6}}, {1, 6}).count(), Index{0});
}

TEST_CLASS(CopyPartsTest)
#include "copy_parts_test.moc"
