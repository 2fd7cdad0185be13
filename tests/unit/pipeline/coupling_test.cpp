// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of coupled programs: the terms of equation 1 beside the paper's formulas, and what two sides cannot agree on.
#include "libcore/pipeline/coupling.hpp"

#include "libcore/network/cost.hpp"
#include "libcore/spec/parse.hpp"
#include "tests/suite/qt_suite.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace tessera;

namespace {

CouplingSide side_of(char const* array, char const* mapping, int ranks, int first) {
    CouplingSide side{parse_compact({{array}, mapping, "", {}}, {ranks, nullptr}).value().arrays.front().states.front(),
                      std::vector<Rank>(static_cast<std::size_t>(ranks))};
    std::iota(side.ranks.begin(), side.ranks.end(), first);
    return side;
}

/// (BLOCK,*) to (*,BLOCK) of an array that all numbers of ranks here divide: all messages are alike.
Coupling even(int senders, int receivers) {
    return Coupling::make(side_of("real A(48,48)", "(block,*)", senders, 0),
                          side_of("real B(48,48)", "(*,block)", receivers, senders))
        .value();
}

Machine sp1() {
    Machine machine;
    machine.t_m = 383e-6;
    machine.t_w = 1.8e-6;
    return machine;
}

RatedCoupling row_of(Coupling const& coupling, std::string_view algorithm) {
    Machine const machine = sp1();
    auto const rows = rate_coupling(coupling, &machine).value();
    return *std::ranges::find(rows, algorithm, &RatedCoupling::algorithm);
}

} // namespace

class CouplingTest : public QObject {
    Q_OBJECT

  private slots:
    void even_messages_cost_what_the_paper_says();
    void messages_are_those_of_the_paper();
    void the_hybrid_of_figure_2_takes_three_steps();
    void long_messages_go_straight_and_short_ones_combine();
    void without_rates_the_fewest_bytes_win();
    void measured_rates_stand_in_for_the_paper_s();
    void ranks_on_both_sides_keep_what_is_theirs();
    void sides_that_do_not_fit_are_told_so();
};

void CouplingTest::even_messages_cost_what_the_paper_says() {
    for (auto const& [senders, receivers] : {std::pair{8, 8}, {8, 4}, {4, 2}, {2, 4}, {3, 8}, {1, 1}, {6, 1}}) {
        auto const paper = cdt_cost(sp1(), senders, receivers, 48 * 48, false).value();
        Coupling const coupling = even(senders, receivers);
        QVERIFY(std::abs(*row_of(coupling, "all-to-all").time / paper.all_to_all - 1) < 1e-12);
        QVERIFY(std::abs(*row_of(coupling, "centralized").time / paper.centralized - 1) < 1e-12);
    }
}

/// Section 2.2, and what follows from it for the volumes: D (2 - 1/S) by way of other senders.
void CouplingTest::messages_are_those_of_the_paper() {
    constexpr Index bytes = 48 * 48 * 4;
    Coupling const coupling = even(8, 4);
    QCOMPARE(row_of(coupling, "all-to-all").messages, Index{8 * 4});
    QCOMPARE(row_of(coupling, "all-to-all").bytes, bytes);
    QCOMPARE(row_of(coupling, "centralized").messages, Index{8 + 4 - 1});
    QCOMPARE(row_of(coupling, "centralized").bytes, bytes * 2 - bytes / 8);
    QCOMPARE(row_of(coupling, "staged").messages, Index{8 * 4});
    QCOMPARE(row_of(coupling, "staged").bytes, bytes * 2 - bytes / 8);
    QCOMPARE(row_of(coupling, "staged").busiest_messages, Index{4});
    QCOMPARE(row_of(even(8, 8), "multistage").busiest_messages, Index{3 + 1});
    QCOMPARE(row_of(even(2, 6), "all-to-all").busiest_messages, Index{2}); // mirrored: of a receiver
}

void CouplingTest::the_hybrid_of_figure_2_takes_three_steps() {
    QCOMPARE(row_of(even(4, 2), "hybrid").steps, Index{3});
    QCOMPARE(row_of(even(2, 4), "hybrid").steps, Index{3});
}

void CouplingTest::long_messages_go_straight_and_short_ones_combine() {
    Machine const machine = sp1();
    auto const choice = [&machine](char const* from, char const* to) {
        auto const coupling = Coupling::make(side_of(from, "(block,*)", 16, 0), side_of(to, "(*,block)", 16, 16)).value();
        return choose_coupling(rate_coupling(coupling, &machine).value());
    };
    QCOMPARE(choice("real A(1024,1024)", "real B(1024,1024)").algorithm, std::string("all-to-all"));
    auto const combined = choice("real A(16,16)", "real B(16,16)");
    QCOMPARE(combined.algorithm, std::string("multistage"));
    QVERIFY(combined.reason.find("equation 1") != std::string::npos);
}

void CouplingTest::without_rates_the_fewest_bytes_win() {
    auto const rows = rate_coupling(even(8, 4), nullptr).value();
    QVERIFY(std::ranges::none_of(rows, [](RatedCoupling const& row) { return row.time.has_value(); }));
    QCOMPARE(choose_coupling(rows).algorithm, std::string("all-to-all"));
}

void CouplingTest::measured_rates_stand_in_for_the_paper_s() {
    Machine machine;
    QVERIFY(!coupling_rates(machine, 100));
    machine.protocols.resize(2);
    machine.protocols[0].alpha = 1e-6;
    machine.protocols[0].beta_sr = 2e-9;
    machine.protocols[1].from_bytes = 1000;
    machine.protocols[1].alpha = 5e-6;
    machine.protocols[1].beta_sr = 1e-9;
    QCOMPARE(coupling_rates(machine, 100)->message, 1e-6);
    QCOMPARE(coupling_rates(machine, 2000)->byte, 1e-9);
    QCOMPARE(coupling_rates(sp1(), 100)->byte, 1.8e-6 / 4);
}

void CouplingTest::ranks_on_both_sides_keep_what_is_theirs() {
    auto const same = Coupling::make(side_of("real A(48)", "(block)", 4, 0), side_of("real B(48)", "(block)", 4, 0)).value();
    QCOMPARE(same.messages.messages(), Index{0});
    auto const choice = choose_coupling(rate_coupling(same, nullptr).value());
    QVERIFY(choice.reason.find("nothing travels") != std::string::npos);
    auto const apart = Coupling::make(side_of("real A(48)", "(block)", 4, 0), side_of("real B(48)", "(block)", 4, 4)).value();
    QCOMPARE(apart.messages.messages(), Index{4});
}

void CouplingTest::sides_that_do_not_fit_are_told_so() {
    auto const error = [](CouplingSide const& from, CouplingSide const& to) {
        auto const coupling = Coupling::make(from, to);
        return coupling ? std::string() : coupling.error().message;
    };
    auto const from = side_of("real A(48)", "(block)", 4, 0);
    QVERIFY(
        error(from, side_of("real B(49)", "(block)", 4, 4)).find("'real A(48)' is sent, 'real B(49)' is expected; their shapes") !=
        std::string::npos);
    QVERIFY(error(from, side_of("integer B(48)", "(block)", 4, 4)).find("types differ") != std::string::npos);
    auto few = from;
    few.ranks.pop_back();
    QVERIFY(error(few, side_of("real B(48)", "(block)", 4, 4)).find("the sender maps A onto ranks up to 3, but has 3 ranks") !=
            std::string::npos);
    auto const unknown = coupling_schedule("stagd", even(2, 2).messages);
    QVERIFY(!unknown);
    QVERIFY(unknown.error().message.find("all-to-all, centralized, staged, multistage or hybrid") != std::string::npos);
}

TEST_CLASS(CouplingTest)
#include "coupling_test.moc"
