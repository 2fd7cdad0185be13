// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the main window: docks around one session.
#pragma once

#include "gui/windows/activation.hpp"
#include "gui/windows/breadcrumbs.hpp"
#include "gui/windows/document_actions.hpp"
#include "gui/windows/explanation_strip.hpp"
#include "gui/windows/job_bar.hpp"
#include "gui/windows/lesson_view.hpp"
#include "gui/windows/panel_docks.hpp"
#include "gui/windows/recovery_offer.hpp"
#include "gui/windows/start_page.hpp"

#include <QLabel>
#include <QMainWindow>
#include <QProgressBar>
#include <QStackedWidget>
#include <QToolBar>

namespace tessera::gui {

class MainWindow final : public QMainWindow {
    Q_OBJECT
  public:
    explicit MainWindow(QString recoveryFolder, QWidget* parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] Session& session() { return session_; }
    [[nodiscard]] PanelDocks& docks() { return docks_; }
    [[nodiscard]] RecoveryOffer& recovery() { return recovery_; }
    template <class Panel>
    [[nodiscard]] Panel* panel() {
        return docks_.panel<Panel>();
    }
    /// Returns whether a picture is being made that follows from the session's state.
    [[nodiscard]] bool isDrawing() const { return startPage_->isBusy() || docks_.isBusy(); }
    [[nodiscard]] bool isCounting() const { return docks_.isCounting(); } ///< whether a picture still waits for figures
    [[nodiscard]] StartPage* startPage() { return startPage_; }
    [[nodiscard]] LessonView* lesson() { return lesson_; }
    [[nodiscard]] Breadcrumbs* crumbs() { return crumbs_; }
    /// Contains states, algorithm, network, machine and the clock.
    [[nodiscard]] JobBar* bar() { return bar_; }
    [[nodiscard]] ExplanationStrip* explanation() { return explanation_; }
    /// Returns the effects of the last edit; empty before the first one.
    [[nodiscard]] QString change() const { return changeText_->text(); }
    /// Returns the command with the same result as the current view, or as the run. If the job is not saved in its current form,
    /// the command contains its text.
    [[nodiscard]] QString command() const;

    /// Asks about unsaved work first. If the file cannot be read, shows a message and keeps the open document.
    void openFile(QString const& path) { actions_.open(path); }
    /// Shows a lesson instead of the docks or the start page. Shows a message if the lesson does not exist.
    void openLesson(QString const& name);
    /// Brings a view to the front.
    void showView(View view) { docks_.show(view); }
    /// Limits the window to the screen. Without a window manager, parts would be outside.
    void fitScreen();
    /// Gives the window the size and the place that it had when it was closed last.
    void restorePlace();

  protected:
    void closeEvent(QCloseEvent* event) override;
    /// Skips panels that are behind others.
    bool focusNextPrevChild(bool next) override;

  private:
    void createMenus();
    void createFileMenu();
    void createEditMenu();
    void createViewMenu();
    void createThemeMenu(QMenu* menu);
    void createHelpMenu();
    void createBusyBar();
    QToolBar* addBar(QString const& name, QString const& title, QWidget* content);
    void createBars();
    void showBars(bool shown);
    void connectParts();
    void connectPages();
    void showDocument(); ///< shows the docks instead of the start page
    void showLessons();  ///< shows the start page, which lists all lessons
    void openJobOfLesson(QString const& text);
    void showTitle();
    void showBusy(QString const& what);
    void showChange();
    void showLooked();
    void forgetSelection();
    void openGoTo();
    void openPalette();

    Activation activation_;
    Session session_;
    PanelDocks docks_; ///< after the session, so that the panels are destroyed before it
    DocumentActions actions_;
    RecoveryOffer recovery_;
    QStackedWidget* pages_; ///< start page and lesson; hidden while the docks are shown
    StartPage* startPage_;
    LessonView* lesson_;
    ExplanationStrip* explanation_; ///< explains the current view; visible with the docks
    JobBar* bar_;
    QList<QToolBar*> bars_; ///< tool bars of explanation_ and bar_
    Breadcrumbs* crumbs_;   ///< the selection
    QLabel* changeText_;    ///< effects of the last edit
    QLabel* busyText_;
    QProgressBar* busyBar_;
};

} // namespace tessera::gui
