// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of `auto`: what it chooses costs little more than the best, and it says why.
#include "libcore/network/choice.hpp"

#include "libcore/network/cost.hpp"
#include "libcore/network/grid.hpp"
#include "tests/unit/network/sample_sets.hpp"

#include <QTest>
#include <algorithm>
#include <map>
#include <random>

using namespace tessera;

namespace {

struct Case {
    QString what;
    MessageSet messages;
    Net net;
    Machine const* machine;
};

/// The exact cost of an algorithm; nothing if it cannot be used or the model has no order to judge.
std::optional<double> exact_cost(Case const& each, std::string const& algorithm) {
    auto const schedule = make_schedule(algorithm, each.messages, mesh_shape(*each.net));
    if (!schedule) return std::nullopt;
    auto const cost = cost_of(**schedule, *each.net, Placement::row_major(each.messages.size()), each.machine);
    if (!cost) return std::nullopt;
    return each.machine ? cost->time() : cost->congested_bytes;
}

/// The cost of what is chosen over that of the best.
double regret(Case const& each) {
    Placement const placement = Placement::row_major(each.messages.size());
    auto const choice = choose_algorithm(each.messages, {each.net.get(), &placement, each.machine});
    if (!choice) qFatal("%s: %s", qPrintable(each.what), choice.error().message.c_str());
    double best = std::numeric_limits<double>::infinity();
    std::string bn;
    for (AlgorithmInfo const& info : algorithms())
        if (info.name != "unscheduled") { auto c=exact_cost(each, std::string(info.name)).value_or(best); if(c<best) {best=c; bn=info.name;} }
    double const chosen = exact_cost(each, choice->algorithm).value();
    if (best > 0 && chosen / best > 1.15)
        qInfo("%s: %s costs %g times the best %s, est %g real %g", qPrintable(each.what), choice->algorithm.c_str(), chosen / best,bn.c_str(), choice->candidates[0].cost(),chosen);
    return best > 0 ? chosen / best : 1.0;
}

} // namespace

class ChoiceTest : public QObject {
    Q_OBJECT

  private slots:
    void regret_is_small_data();
    void regret_is_small();
};

void ChoiceTest::regret_is_small_data() {
    QTest::addColumn<bool>("uniform");
    QTest::newRow("all-to-all") << true;
    QTest::newRow("irregular") << false;
}

void ChoiceTest::regret_is_small() {
    QFETCH(bool, uniform);
    std::mt19937 random(2024);
    std::vector<double> regrets;
    Machine const delta = delta_with_beta_s();
    Machine const ethernet = slow_start();
    for (char const* name : {"mesh(4,4)", "mesh(3,5)", "mesh(2,8)", "torus(4,4)", "hypercube(4)", "cm5(16)", "crossbar(12)",
                             "fattree(4,2)", "bus(6)", "clusters(8,4,2)", "dragonfly(3,2,2)", "mesh(8,4)"})
        for (Machine const* machine : {&delta, &ethernet, static_cast<Machine const*>(nullptr)})
            for (int i = 0; i < 12; ++i) {
                Net const net = network(name);
                auto const messages =
                    uniform ? *MessageSet::all_to_all(net->nodes(), 1 << (2 * i)) : sample_set(i, net->nodes(), random);
                regrets.push_back(
                    regret({QString("%1, %2, case %3").arg(name, machine ? machine->name.c_str() : "no machine").arg(i), messages,
                            net, machine}));
            }
    std::ranges::sort(regrets);
    auto const at = [&](double share) {
        return regrets[static_cast<std::size_t>(share * static_cast<double>(regrets.size() - 1))];
    };
    qInfo("%zu cases: median %.3f, 90 %% below %.3f, 99 %% below %.3f, worst %.3f", regrets.size(), at(0.5), at(0.9), at(0.99),
          at(1));
}

QTEST_APPLESS_MAIN(ChoiceTest)
#include "choice_test.moc"
