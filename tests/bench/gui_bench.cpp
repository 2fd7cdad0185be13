// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how fast the window follows: an edit until the first picture and until all that is visible is drawn anew, a job of 10^6
// ranks from its opening, a frame of zooming and of panning, a window until its first paint, the program until its first picture.
// Medians of repeated runs (least to most), and median over gate. Run with QT_QPA_PLATFORM=offscreen where there is no display.
// Arguments: which of edits, mesh (edits on mesh(32,32)), open, window, frames and start; else all.
#include "gui/panels/messages_panel.hpp"
#include "gui/panels/network_panel.hpp"
#include "gui/panels/ownership_panel.hpp"
#include "gui/panels/panel_registry.hpp"
#include "gui/panels/schedule_panel.hpp"
#include "gui/windows/main_window.hpp"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QKeyEvent>
#include <QProcess>
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

Spread spreadOf(std::vector<double> times) {
    std::ranges::sort(times);
    return {times.front(), times[times.size() / 2], times.back()};
}

double since(QElapsedTimer const& clock) {
    return static_cast<double>(clock.nsecsElapsed()) * 1e-6;
}

Spread measure(std::function<void(int run)> const& work) {
    std::vector<double> times;
    for (int run = 0; run < runs; ++run) {
        QElapsedTimer clock;
        clock.start();
        work(run);
        times.push_back(since(clock));
    }
    return spreadOf(std::move(times));
}

void report(char const* what, Spread spread, double gate) {
    std::printf("%-66s %7.1f ms (%.1f to %.1f), gate %.0f ms, ratio %.2f\n", what, spread.median, spread.least, spread.most, gate,
                spread.median / gate);
    std::fflush(stdout);
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

/// Waits until these signals of the session have arrived and nothing is drawn. Returns the time until the first picture of the new
/// job is painted.
class Arrival {
  public:
    Arrival(MainWindow& window, int needed) : window_(window), needed_(needed) {
        Session& session = window.session();
        // A job that is opened first drops the last one.
        plan_ = QObject::connect(&session, &Session::derivedChanged, [this, &session] { arrived_ |= session.derived() ? 1 : 0; });
        schedule_ =
            QObject::connect(&session, &Session::scheduleChanged, [this, &session] { arrived_ |= session.derived() ? 2 : 0; });
    }
    Arrival(Arrival const&) = delete;
    ~Arrival() {
        QObject::disconnect(plan_);
        QObject::disconnect(schedule_);
    }
    double wait(QElapsedTimer const& clock) {
        double first = -1;
        while ((arrived_ & needed_) != needed_ || window_.isDrawing()) {
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
            if (first >= 0 || (arrived_ & 1) == 0) continue;
            QCoreApplication::processEvents(); // paints
            first = since(clock);
        }
        QCoreApplication::processEvents(); // paints
        return first < 0 ? since(clock) : first;
    }

  private:
    MainWindow& window_;
    int needed_;
    int arrived_ = 0;
    QMetaObject::Connection plan_;
    QMetaObject::Connection schedule_;
};

/// From the edit until the first picture is painted, until all that is visible is painted anew, with the view in front, and until
/// nothing follows any more: `auto` shows the schedule that it estimates to be the best before it knows, and a chart of many
/// messages gets its loads below when they are counted. Messages show no schedule, and are not kept waiting for one.
void benchEdit(MainWindow& window, Edited const& job, View front, char const* network) {
    Session& session = window.session();
    window.showView(front);
    std::vector<double> first;
    std::vector<double> painted;
    std::vector<double> counted;
    std::vector<double> ended;
    auto const follow = [&](int run) {
        QElapsedTimer clock;
        clock.start();
        Arrival arrival(window, front == &MessagesPanel::kind ? 1 : 3);
        session.replaceText(textOf(job, 2 + run % 5));
        first.push_back(arrival.wait(clock));
        painted.push_back(since(clock));
        while (window.isCounting() || window.isDrawing()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        counted.push_back(since(clock));
        session.finish();
        ended.push_back(since(clock));
    };
    follow(1); // once to warm up
    for (std::vector<double>* const times : {&first, &painted, &counted, &ended}) times->clear();
    for (int run = 0; run < runs; ++run) follow(run);
    QString const where = *network ? QStringLiteral(" on ") + QLatin1String(network) : QString();
    QString const what = QStringLiteral("edit%1, %2 in front: %3").arg(where, viewName(front), QLatin1String(job.name));
    report(qPrintable(what), spreadOf(std::move(first)), 100);
    report("until all is drawn", spreadOf(std::move(painted)), 100);
    for (auto const& [until, times] :
         {std::pair("with all figures of the picture", &counted), std::pair("until nothing follows any more", &ended)}) {
        Spread const all = spreadOf(std::move(*times));
        std::printf("%66s %7.1f ms (%.1f to %.1f)\n", until, all.median, all.least, all.most);
    }
}

void benchEdits(QString const& folder, char const* network = "") {
    MainWindow window(folder);
    window.resize(1920, 1080);
    window.show();
    ScheduleChoice choice;
    choice.site.topology = network;
    window.session().setChoice(choice);
    window.session().setText(textOf(jobs[0], 4));
    window.session().finish();
    for (Edited const& job : jobs)
        for (View const front : {&MessagesPanel::kind, &SchedulePanel::kind, &NetworkPanel::kind})
            benchEdit(window, job, front, network);
}

/// A job of 10^6 ranks, from its opening until its first picture and until all that is visible is painted.
void benchOpening(QString const& folder) {
    QString const path = folder + QStringLiteral("/million.hpf");
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) qFatal("no scratch file");
    file.write("      real A(100000,100000)\n!hpf$ processors P(1000,1000)\n!hpf$ distribute A(block,block) onto P\n"
               "!hpf$ redistribute A(cyclic(3),block) onto P\n");
    file.close();
    std::vector<double> first;
    std::vector<double> painted;
    for (int run = 0; run < 5; ++run) {
        MainWindow window(folder);
        window.resize(1920, 1080);
        window.show();
        QCoreApplication::processEvents();
        QElapsedTimer clock;
        clock.start();
        Arrival arrival(window, 3);
        window.openFile(path);
        first.push_back(arrival.wait(clock));
        painted.push_back(since(clock));
    }
    report("opening 10^6 ranks, until the first picture", spreadOf(std::move(first)), 100);
    report("until all is drawn", spreadOf(std::move(painted)), 1000);
}

/// Both canvases of 10^9 elements, from all of them down to single ones and back, and moved about at several depths.
void benchFrames(QString const& folder) {
    Session session(folder);
    OwnershipPanel panel(session);
    panel.resize(1920, 1080);
    panel.show();
    session.setText(QStringLiteral("      real A(32000,32000)\n!hpf$ processors P(32,32)\n!hpf$ distribute A(block,block) onto P\n"
                                   "!hpf$ redistribute A(cyclic(4),cyclic(4)) onto P\n"));
    session.finish();
    QCoreApplication::processEvents();
    report("a frame of zooming, two canvases on 1920x1080, 10^9 elements", measure([&](int run) {
               panel.source()->zoom(run <= runs / 2 ? 1.9 : 1 / 1.9, QPointF(400, 500));
               QCoreApplication::processEvents(); // paints both
           }),
           16);
    for (double const factor : {4.0, 30.0, 200.0}) {
        panel.source()->fit();
        panel.source()->zoom(factor, QPointF(400, 500));
        report(qPrintable(QStringLiteral("a frame of panning, the same, %1 times as large").arg(factor)), measure([&](int run) {
                   QKeyEvent key(QEvent::KeyPress, run <= runs / 2 ? Qt::Key_Right : Qt::Key_Left, Qt::NoModifier);
                   QCoreApplication::sendEvent(panel.source(), &key);
                   QCoreApplication::processEvents(); // paints both
               }),
               16);
    }
}

/// Sees a widget painted.
class FirstPaint final : public QObject {
  public:
    explicit FirstPaint(QWidget& widget) { widget.installEventFilter(this); }
    [[nodiscard]] bool seen() const { return seen_; }

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        seen_ = seen_ || event->type() == QEvent::Paint;
        return QObject::eventFilter(watched, event);
    }

  private:
    bool seen_ = false;
};

QString writtenJob(QString const& folder) {
    QString path = folder + QStringLiteral("/job.hpf");
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) qFatal("no scratch file");
    file.write(textOf(jobs[0], 4).toUtf8());
    return path;
}

/// In a program that runs already: from the making of a window with a job until it is painted for the first time. Pictures that
/// follow from the job come when they are ready.
void benchFirstPaint(QString const& folder) {
    QString const job = writtenJob(folder);
    report("a window from its making until its first paint, 1024 ranks", measure([&](int) {
               MainWindow window(folder);
               window.resize(1920, 1080);
               window.openFile(job);
               FirstPaint const paint(window);
               window.show();
               while (!paint.seen()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
           }),
           100);
}

/// The program from its start until it has drawn its first picture, written that to a file and ended.
void benchStart(QString const& folder) {
    QString const job = writtenJob(folder);
    report("distview --screenshot, the whole process, 1024 ranks", measure([&](int) {
               QProcess process;
               process.start(QStringLiteral(TESSERA_DISTVIEW), {QStringLiteral("--force"), QStringLiteral("--screenshot"),
                                                                folder + QStringLiteral("/first.png"), job});
               if (!process.waitForFinished() || process.exitCode() != 0) qFatal("distview failed");
           }),
           1000);
}

} // namespace

int main(int argc, char** argv) {
    QApplication const application(argc, argv);
    QTemporaryDir const folder;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
    QStringList const asked = QApplication::arguments().mid(1);
    auto const wanted = [&](char const* part) { return asked.isEmpty() || asked.contains(QLatin1String(part)); };
    if (wanted("edits")) benchEdits(folder.path());
    if (wanted("mesh")) benchEdits(folder.path(), "mesh(32,32)");
    if (wanted("open")) benchOpening(folder.path());
    if (wanted("window")) benchFirstPaint(folder.path());
    if (wanted("frames")) benchFrames(folder.path());
    if (wanted("start")) benchStart(folder.path());
    return 0;
}
