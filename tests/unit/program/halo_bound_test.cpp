// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a halo takes at least, beside what it takes, on random arrays, grids, widths and machines.
#include "libcore/program/program_cost.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/support/sample_program.hpp"

#include <map>
#include <random>
#include <string>
#include <vector>

using namespace tessera;
using testing::PricedProgram;

namespace {

class RandomHalo {
  public:
    explicit RandomHalo(unsigned seed) : random_(seed) {}

    /// One array with a halo, some of its dimensions distributed.
    std::string job() {
        std::string extents, formats, grid, widths;
        int const dims = below(3) + 1;
        bool any = false;
        for (int d = 0; d < dims; ++d) {
            int const extent = 2 + below(14);
            int const parts = 2 + below(3);
            bool const cut = below(3) > 0 || (d + 1 == dims && !any);
            any = any || cut;
            extents += (d > 0 ? "," : "") + std::to_string(extent);
            formats += (d > 0 ? "," : "") + (cut ? format(extent, parts) : "*");
            if (cut) grid += (grid.empty() ? "" : ",") + std::to_string(parts);
            widths += (d > 0 ? "," : "") + std::to_string(below(3)) + ":" + std::to_string(below(3));
        }
        widths.back() = '1'; // some neighbour is read
        return "!dist$ array bytes(" + std::to_string(1 + below(16)) + ") A(" + extents + ")\n!hpf$ processors P(" + grid +
               ")\n!hpf$ distribute A(" + formats + ") onto P\n!dist$ phase p: halo A(" + widths + ")" +
               (below(2) == 0 ? " corners" : "") + "\n";
    }

    /// With up to three protocols, of which a longer message's may be the cheaper one in both rates.
    Machine machine() {
        Machine machine;
        machine.name = "random";
        Index from = 0;
        for (int protocols = 1 + below(3); protocols > 0; --protocols) {
            double const start = below(4) == 0 ? 0 : 1 + below(200);
            double const byte = below(5) == 0 ? 0 : (1 + below(100)) / 10.0;
            double const shared = byte * (1 + below(3));
            machine.protocols.push_back({from, start, byte, shared, below(2) == 0 ? std::optional(byte) : std::nullopt, byte / 2});
            from += 1 + below(40);
        }
        if (below(2) == 0) machine.gather = {{1, below(10) / 10.0}};
        return machine;
    }

  private:
    int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }

    std::string format(int extent, int parts) {
        if (below(3) > 0) return below(2) == 0 ? "block" : "cyclic(" + std::to_string(1 + below(3)) + ")";
        std::string sizes;
        for (int left = extent, part = 1; part <= parts; ++part) {
            int const size = part == parts ? left : below(left + 1);
            sizes += (part > 1 ? "," : "") + std::to_string(size);
            left -= size;
        }
        return "gen_block(" + sizes + ")";
    }

    std::mt19937 random_;
};

/// The price of the job's one halo by a list of prices of its own, as one that is known answers for its bound.
Price price_of(PhasedProgram const& program, Machine const& machine, Pricing pricing) {
    PriceList prices([&](int ranks) {
        auto site = Site::of_ranks(ranks);
        if (site) site->machine = std::make_shared<Machine const>(machine);
        return site;
    });
    return prices.halo(program.own_mapping(0, 0), *program.phases()[0].uses[0], pricing).value();
}

} // namespace

class HaloBoundTest : public QObject {
    Q_OBJECT
  private slots:
    void is_never_above_the_price();
};

void HaloBoundTest::is_never_above_the_price() {
    RandomHalo random(15);
    int moving = 0;
    int tight = 0;
    for (int round = 0; round < 3000; ++round) {
        std::string const job = random.job();
        Machine const machine = random.machine();
        PhasedProgram const program = PricedProgram::made(job);
        Price const least = price_of(program, machine, Pricing::Least);
        Price const full = price_of(program, machine, Pricing::Full);
        std::string const found = std::to_string(*least.seconds) + " > " + std::to_string(*full.seconds) + " by " + full.algorithm;
        QVERIFY2(*least.seconds <= *full.seconds * (1 + 1e-12), (job + found).c_str());
        QCOMPARE(least.messages == 0, full.messages == 0);
        moving += full.messages > 0 ? 1 : 0;
        tight += full.messages > 0 && *least.seconds >= *full.seconds / 2 ? 1 : 0;
    }
    QVERIFY(moving > 2000);
    QVERIFY2(tight > 300, qPrintable(QString::number(tight))); // it is of use
    qInfo("%d with messages, %d of them at least half the price", moving, tight);
}

TEST_CLASS(HaloBoundTest)
#include "halo_bound_test.moc"
