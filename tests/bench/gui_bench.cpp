// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how fast the window follows: an edit, a frame of zooming and panning, the first picture. Medians of repeated runs;
// run with QT_QPA_PLATFORM=offscreen where there is no display.
#include "gui/windows/main_window.hpp"

#include <QApplication>
#include <QElapsedTimer>
#include <QImage>
#include <QSettings>
#include <QTemporaryDir>
#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

namespace {

using namespace tessera;
using namespace tessera::gui;

constexpr int runs = 21;

/// Milliseconds.
struct Spread {
    double least = 0;
    double median = 0;
    double most = 0;
};

Spread measure(std::function<void(int run)> const& work) {
    std::vector<double> times;
    for (int run = 0; run < runs; ++run) {
        QElapsedTimer clock;
        clock.start();
        work(run);
        times.push_back(static_cast<double>(clock.nsecsElapsed()) * 1e-6);
    }
    std::ranges::sort(times);
    return {times.front(), times[times.size() / 2], times.back()};
}

void report(char const* what, Spread spread, double gate) {
    std::printf("%-66s %8.1f ms (%.1f to %.1f), gate %.0f ms\n", what, spread.median, spread.least, spread.most, gate);
}

/// What is edited: 10^8 elements on 1024 ranks.
struct Edited {
    char const* name;
    char const* text; ///< %1: the block size that each edit changes
};

constexpr Edited jobs[]{
    {"cyclic rows, 32x32 to 1024 ranks", "      real A(10000,10000)\n!hpf$ processors P(32,32)\n"
                                         "!hpf$ distribute A(block,cyclic(%1)) onto P\n!hpf$ processors Q(1024)\n"
                                         "!hpf$ redistribute A(*,block) onto Q\n"},
    {"block to cyclic, 32x32, 10^6 messages", "      real A(10000,10000)\n!hpf$ processors P(32,32)\n"
                                              "!hpf$ distribute A(block,block) onto P\n"
                                              "!hpf$ redistribute A(cyclic(%1),cyclic(%1)) onto P\n"},
};

QString textOf(Edited const& job, int block) {
    return QString::fromLatin1(job.text).arg(block);
}

/// Does the window show what follows from its text, but for figures of further steps and comparisons?
bool follows(MainWindow& window) {
    return !window.messages()->isBusy() && !window.schedule()->isBusy() && !window.network()->isBusy() && !window.cost()->isBusy();
}

/// From the edit until all that is visible is painted anew, with the view in front.
void benchEdit(MainWindow& window, Edited const& job, View front) {
    Session& session = window.session();
    window.showView(front);
    auto const follow = [&](int run) {
        int arrived = 0;
        auto const plan = QObject::connect(&session, &Session::derivedChanged, [&] { arrived |= 1; });
        auto const flow = QObject::connect(&session, &Session::flowChanged, [&] { arrived |= 2; });
        session.replaceText(textOf(job, 2 + run % 5));
        while (arrived != 3 || !follows(window)) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        QCoreApplication::processEvents(); // paints
        QObject::disconnect(plan);
        QObject::disconnect(flow);
    };
    follow(1); // once to warm up
    report(("edit, " + viewName(front) + " in front: " + QString::fromLatin1(job.name)).toUtf8().constData(),
           measure([&](int run) { follow(run); }), 100);
    session.finish();
}

void benchFrames(MainWindow& window) {
    OwnershipCanvas canvas;
    canvas.resize(1920, 1080);
    RedistPlan const& plan = window.session().derived()->plan->plans()[0];
    canvas.setMapping(plan.source(), std::nullopt, QStringLiteral("from"));
    canvas.fit();
    QImage frame(canvas.size(), QImage::Format_ARGB32_Premultiplied);
    report("a frame of zooming in, 1920x1080", measure([&](int run) {
               canvas.zoom(run < runs / 2 ? 1.6 : 1 / 1.6, QPointF(900, 500));
               canvas.render(&frame);
           }),
           16);
}

void benchStart() {
    QTemporaryDir const folder;
    report("window to first picture", measure([&](int) {
               MainWindow window(folder.path());
               window.resize(1280, 800);
               window.show();
               window.session().setText(textOf(jobs[0], 4));
               window.session().finish();
               window.grab();
           }),
           1000);
}

} // namespace

int main(int argc, char** argv) {
    QApplication const application(argc, argv);
    QTemporaryDir const folder;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
    {
        MainWindow window(folder.path());
        window.resize(1920, 1080);
        window.show();
        window.session().setText(textOf(jobs[0], 4));
        window.session().finish();
        for (Edited const& job : jobs)
            for (View const front : {View::Messages, View::Schedule, View::Network}) benchEdit(window, job, front);
        benchFrames(window);
    }
    benchStart();
    return 0;
}
