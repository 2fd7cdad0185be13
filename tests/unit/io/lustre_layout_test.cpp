// SPDX-License-Identifier: BSD-3-Clause
// Tessera: layouts of Lustre files, made byte by byte, cut short at every place, and of noise.
#include "libcore/io/lustre_layout.hpp"

#include "tests/suite/qt_suite.hpp"

#include <algorithm>
#include <limits>
#include <random>

using namespace tessera;

namespace {

using Bytes = std::vector<std::byte>;
constexpr Index no_end = std::numeric_limits<Index>::max();

void put(Bytes& to, std::uint64_t number, int bytes) {
    for (int i = 0; i < bytes; ++i) to.push_back(static_cast<std::byte>(number >> (8 * i)));
}

void append(Bytes& to, Bytes const& more) {
    to.insert(to.end(), more.begin(), more.end());
}

/// lov_user_md_v1, or v3 with the name of a pool; then an object of 24 bytes for each server.
Bytes plain(std::uint64_t stripe, std::uint64_t count, bool in_pool = false) {
    Bytes blob;
    put(blob, in_pool ? 0x0BD30BD0 : 0x0BD10BD0, 4);
    put(blob, 1, 4);      // pattern: RAID0
    put(blob, 0x1234, 8); // the object's id
    put(blob, 0x200000400, 8);
    put(blob, stripe, 4);
    put(blob, count, 2);
    put(blob, 0, 2);
    if (in_pool) append(blob, Bytes(16, static_cast<std::byte>('p')));
    for (std::uint64_t i = 0; i < (count == 0xFFFF ? 0 : count); ++i) append(blob, Bytes(24, static_cast<std::byte>(i)));
    return blob;
}

struct Component {
    std::uint64_t begin;
    std::uint64_t end;
    bool has_servers;
    Bytes layout;
};

/// lov_comp_md_v1.
Bytes composite(std::vector<Component> const& components) {
    std::size_t bytes = 32 + components.size() * 48;
    Bytes blobs;
    Bytes all;
    Bytes entries;
    for (Component const& each : components) {
        put(entries, 1, 4);
        put(entries, each.has_servers ? 0x10 : 0, 4);
        put(entries, each.begin, 8);
        put(entries, each.end, 8);
        put(entries, bytes + blobs.size(), 4);
        put(entries, each.layout.size(), 4);
        append(entries, Bytes(16, std::byte{0}));
        append(blobs, each.layout);
    }
    put(all, 0x0BD60BD0, 4);
    put(all, bytes + blobs.size(), 4);
    put(all, 1, 4);
    put(all, 0, 2);
    put(all, components.size(), 2);
    append(all, Bytes(16, std::byte{0}));
    append(all, entries);
    append(all, blobs);
    return all;
}

/// 1 server up to 1 MiB, 4 up to 1 GiB, all of them behind.
Bytes progressive() {
    return composite({{0, 1U << 20, true, plain(1U << 20, 1)},
                      {1U << 20, 1U << 30, true, plain(1U << 20, 4, true)},
                      {1U << 30, ~std::uint64_t{0}, false, plain(4U << 20, 0xFFFF)}});
}

} // namespace

class LustreLayoutTest : public QObject {
    Q_OBJECT
  private slots:
    void plainOnes() {
        std::vector<StripedExtent> const four{{0, no_end, Index{1} << 20, 4}};
        QCOMPARE(parse_lustre_layout(plain(1U << 20, 4), false), four);
        QCOMPARE(parse_lustre_layout(plain(1U << 20, 4, true), false), four);
        std::vector<StripedExtent> const all{{0, no_end, 65536, 0}};
        QCOMPARE(parse_lustre_layout(plain(65536, 0xFFFF), false), all);
    }

    void compositeOnes() {
        std::vector<StripedExtent> stretches{{0, 1 << 20, 1 << 20, 1}, {1 << 20, 1 << 30, 1 << 20, 4}};
        QCOMPARE(parse_lustre_layout(progressive(), false), stretches);
        stretches.push_back({1 << 30, no_end, 4 << 20, 0});
        QCOMPARE(parse_lustre_layout(progressive(), true), stretches);
    }

    void ofMirrorsTheFirst() {
        Bytes const mirrored =
            composite({{0, ~std::uint64_t{0}, true, plain(1U << 20, 2)}, {0, ~std::uint64_t{0}, true, plain(1U << 16, 8)}});
        std::vector<StripedExtent> const first{{0, no_end, 1 << 20, 2}};
        QCOMPARE(parse_lustre_layout(mirrored, false), first);
    }

    /// Whatever is cut off, no stretch is told that the whole does not have, and nothing beyond the end is read (the sanitizers').
    void cutShort() {
        Bytes const whole = progressive();
        auto const known = parse_lustre_layout(whole, true);
        for (std::size_t length = 0; length < whole.size(); ++length) {
            Bytes const part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
            for (StripedExtent const& each : parse_lustre_layout(part, true))
                QVERIFY(std::ranges::find(known, each) != known.end());
        }

        for (std::size_t length = 0; length < 32; ++length) QVERIFY(parse_lustre_layout(Bytes(length, std::byte{0}), true).empty());
    }

    /// Noise behind each magic number: sizes and stretches that make sense, or nothing.
    void noise() {
        std::mt19937 random(20261124);
        for (int round = 0; round < 20000; ++round) {
            Bytes blob;
            put(blob, std::vector<std::uint64_t>{0x0BD10BD0, 0x0BD30BD0, 0x0BD60BD0, random()}[random() % 4], 4);
            auto const length = random() % 200;
            for (unsigned i = 0; i < length; ++i) blob.push_back(static_cast<std::byte>(random() % 3 == 0 ? random() : 0));
            for (StripedExtent const& each : parse_lustre_layout(blob, random() % 2 == 0))
                QVERIFY(each.stripe > 0 && each.count >= 0 && each.begin >= 0 && each.begin < each.end);
        }
    }
};

TEST_CLASS(LustreLayoutTest)
#include "lustre_layout_test.moc"
