// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the fit of start-up time and rates.
#include "libcore/network/protocol_fit.hpp"
#include "tests/suite/qt_suite.hpp"

#include <cmath>
#include <random>

using namespace tessera;

namespace {

constexpr Protocol eager{.from_bytes = 0, .alpha = 75e-6, .beta_ex = 2e-8, .beta_sr = 3e-8, .beta_s = 1e-8, .beta_sat = {}};
constexpr Protocol rendezvous{
    .from_bytes = 1536, .alpha = 150e-6, .beta_ex = 5e-9, .beta_sr = 6e-9, .beta_s = 4e-9, .beta_sat = {}};

std::vector<Index> sizes() {
    std::vector<Index> list{0};
    for (Index size = 8; size <= Index{1} << 20; size *= 2) {
        list.push_back(size);
        list.push_back(size / 2 * 3);
    }
    return list;
}

/// Times as the protocols say, each off by up to `noise` of itself.
PortTimes times_of(std::vector<Protocol> const& protocols, double noise) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> off(1 - noise, 1 + noise);
    PortTimes times;
    for (Index const size : sizes()) {
        Protocol const& p = size < protocols.back().from_bytes ? protocols.front() : protocols.back();
        auto const length = static_cast<double>(size);
        times.exchange.push_back({size, (p.alpha + length * *p.beta_ex) * off(random)});
        times.send_receive.push_back({size, (p.alpha + length * *p.beta_sr) * off(random)});
        times.single.push_back({size, (p.alpha + length * *p.beta_s) * off(random)});
    }
    return times;
}

bool close(double a, double b, double tolerance) {
    return std::abs(a - b) <= tolerance * std::abs(b);
}

bool alike(Protocol const& a, Protocol const& b, double tolerance) {
    return a.from_bytes == b.from_bytes && close(a.alpha, b.alpha, tolerance) && close(*a.beta_ex, *b.beta_ex, tolerance) &&
           close(*a.beta_sr, *b.beta_sr, tolerance) && close(*a.beta_s, *b.beta_s, tolerance) && !a.beta_sat;
}

} // namespace

class ProtocolFitTest : public QObject {
    Q_OBJECT
  private slots:
    void finds_one_protocol() {
        auto const fit = fit_protocols(times_of({eager}, 0));
        QCOMPARE(fit.protocols.size(), std::size_t{1});
        QVERIFY(alike(fit.protocols[0], eager, 1e-9));
        QVERIFY(fit.error < 1e-9);
    }
    void finds_the_switch_between_two() {
        auto const fit = fit_protocols(times_of({eager, rendezvous}, 0));
        QCOMPARE(fit.protocols.size(), std::size_t{2});
        QVERIFY(alike(fit.protocols[0], eager, 1e-9));
        QVERIFY(alike(fit.protocols[1], rendezvous, 1e-9));
    }
    void noise_is_no_second_protocol() {
        auto const fit = fit_protocols(times_of({eager}, 0.2));
        QCOMPARE(fit.protocols.size(), std::size_t{1});
        QVERIFY(alike(fit.protocols[0], eager, 0.1));
        QVERIFY(fit.error > 0.05 && fit.error < 0.2);
    }
    void noise_does_not_hide_the_switch() {
        auto const fit = fit_protocols(times_of({eager, rendezvous}, 0.03));
        QCOMPARE(fit.protocols.size(), std::size_t{2});
        QCOMPARE(fit.protocols[1].from_bytes, Index{1536});
    }
    void nothing_is_negative() {
        PortTimes times;
        for (auto* way : {&times.exchange, &times.send_receive, &times.single}) *way = {{0, 4e-6}, {1000, 3e-6}, {2000, 2e-6}};
        auto const fit = fit_protocols(times);
        QVERIFY(fit.protocols[0].alpha > 0);
        QCOMPARE(*fit.protocols[0].beta_ex, 0.0);
        for (auto* way : {&times.exchange, &times.send_receive, &times.single}) *way = {{1000, 1e-6}, {2000, 4e-6}, {3000, 9e-6}};
        QCOMPARE(fit_protocols(times).protocols[0].alpha, 0.0);
    }
};

TEST_CLASS(ProtocolFitTest)
#include "protocol_fit_test.moc"
