// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of which panels are there: after another job, and at the next start.
#include "gui/panels/ownership_panel.hpp"
#include "gui/panels/panel_registry.hpp"
#include "gui/windows/main_window.hpp"
#include "gui/windows/options.hpp"
#include "gui/windows/program.hpp"
#include "gui/windows/saved_layouts.hpp"
#include "tests/gui/own_folder.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QSettings>

namespace tessera::gui {

class LayoutTest : public QObject {
    Q_OBJECT
  private slots:
    void init();
    void panelsComeBackAtTheNextStart();
    void hiddenPanelsStayHidden();
    void hiddenPanelsStayHiddenInTheSameWindow();
    void namedLayoutsFollowTheJob();
    void layoutsOfOlderVersionsAreRead();
    void theSizeComesBack();
    void noTextIsClippedOnASmallScreen();

  private:
    void start(char const* job);
    void open(char const* job);
    void end();
    [[nodiscard]] QDockWidget* dock(char const* name) const { return window_->findChild<QDockWidget*>(name); }
    /// Of the panels that only some jobs need, those that are there.
    [[nodiscard]] QStringList there() const;

    OwnFolder folder_;
    std::unique_ptr<MainWindow> window_;
};

namespace {

constexpr char const* mapsOnce = "triangle.hpf"; // and has a region
constexpr char const* moves = "fft2d.hpf";

} // namespace

void LayoutTest::init() {
    QSettings().clear();
}

void LayoutTest::start(char const* job) {
    window_ = std::make_unique<MainWindow>(folder_.filePath("recovery"));
    window_->show();
    open(job);
}

void LayoutTest::open(char const* job) {
    window_->openFile(qEnvironmentVariable("TESSERA_DATA") + "/jobs/" + job);
    window_->session().finish();
}

void LayoutTest::end() {
    QVERIFY(window_->close());
    window_.reset();
}

QStringList LayoutTest::there() const {
    QStringList names;
    for (char const* const name : {"messages", "schedule", "network", "cost", "region"})
        if (!dock(name)->isHidden()) names << QString::fromLatin1(name);
    return names;
}

void LayoutTest::panelsComeBackAtTheNextStart() {
    start(mapsOnce);
    QCOMPARE(there(), QStringList{"region"});
    end();
    start(moves);
    QCOMPARE(there(), QStringList({"messages", "schedule", "network", "cost"}));
    end();
    start(mapsOnce);
    QCOMPARE(there(), QStringList{"region"});
}

void LayoutTest::hiddenPanelsStayHidden() {
    start(moves);
    dock("cost")->close();
    end();
    start(mapsOnce);
    dock("region")->close();
    end();
    start(moves);
    QCOMPARE(there(), QStringList({"messages", "schedule", "network"}));
    end();
    start(mapsOnce);
    QCOMPARE(there(), QStringList());
}

void LayoutTest::hiddenPanelsStayHiddenInTheSameWindow() {
    start(moves);
    dock("cost")->close();
    open(mapsOnce);
    dock("region")->close();
    open(moves);
    QCOMPARE(there(), QStringList({"messages", "schedule", "network"}));
    open(mapsOnce);
    QCOMPARE(there(), QStringList());
    window_->findChild<QAction*>("reset-layout")->trigger();
    QCOMPARE(there(), QStringList{"region"});
}

/// One that was saved with a job of another kind.
void LayoutTest::namedLayoutsFollowTheJob() {
    start(mapsOnce);
    auto* const menu = window_->findChild<QMenu*>("layouts");
    saveLayout("mine", window_->docks().layout());
    open(moves);
    emit menu->aboutToShow();
    QCOMPARE(menu->actions()[2]->text(), QStringLiteral("mine"));
    menu->actions()[2]->trigger();
    QCOMPARE(there(), QStringList({"messages", "schedule", "network", "cost"}));
    forgetLayout("mine");
}

/// They do not say why a panel is hidden: one that only some jobs need comes back.
void LayoutTest::layoutsOfOlderVersionsAreRead() {
    start(mapsOnce);
    dock("io")->close();
    QByteArray const old = window_->saveState();
    end();
    QSettings().setValue("layout", old);
    start(moves);
    QCOMPARE(there(), QStringList({"messages", "schedule", "network", "cost"}));
    QVERIFY(dock("io")->isHidden());
}

void LayoutTest::theSizeComesBack() {
    window_ = std::make_unique<MainWindow>(folder_.filePath("recovery")); // without panels, which need some width
    window_->show();
    window_->resize(737, 641);
    end();
    MainWindow next(folder_.filePath("recovery"));
    Options options;
    options.view = &OwnershipPanel::kind;
    begin(next, options);
    QCOMPARE(next.size(), QSize(737, 641));
    MainWindow asked(folder_.filePath("recovery"));
    options.size = {700, 600};
    begin(asked, options);
    QCOMPARE(asked.size(), QSize(700, 600));
}

namespace {

/// Returns the texts of labels that get less room than they need.
QStringList clippedTexts(QWidget const& window) {
    QStringList clipped;
    for (QLabel const* const label : window.findChildren<QLabel*>()) {
        if (label->visibleRegion().isEmpty() || label->text().isEmpty()) continue;
        int const needed = label->wordWrap() ? label->heightForWidth(label->width()) : label->sizeHint().height();
        bool const isNarrow = !label->wordWrap() && label->width() < label->sizeHint().width();
        if (label->height() < needed || isNarrow)
            clipped << QStringLiteral("'%1' has %2x%3").arg(label->text()).arg(label->width()).arg(label->height());
    }
    return clipped;
}

} // namespace

void LayoutTest::noTextIsClippedOnASmallScreen() {
    window_ = std::make_unique<MainWindow>(folder_.filePath("recovery"));
    window_->resize(1280, 720);
    window_->show();
    ScheduleChoice choice;
    choice.site.topology = "mesh(2,4)";
    choice.site.machine = "delta";
    window_->session().setChoice(choice);
    open(moves);
    window_->session().change([](Selection& selection) { selection.message = Selection::Pair{0, 5}; });
    for (View const kind : panelKinds()) {
        if (dock(kind->name)->isHidden()) continue;
        window_->showView(kind);
        QTRY_VERIFY(!window_->session().isBusy() && !window_->isDrawing());
        QStringList const clipped = clippedTexts(*window_);
        QVERIFY2(clipped.isEmpty(), qPrintable(QString::fromLatin1(kind->name) + ": " + clipped.join("; ")));
    }
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::LayoutTest)
#include "layout_test.moc"
