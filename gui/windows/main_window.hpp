// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the main window: docks around one session.
#pragma once

#include "gui/panels/comm_panel.hpp"
#include "gui/panels/cost_panel.hpp"
#include "gui/panels/editor_panel.hpp"
#include "gui/panels/file_panel.hpp"
#include "gui/panels/insight_panel.hpp"
#include "gui/panels/memory_panel.hpp"
#include "gui/panels/messages_panel.hpp"
#include "gui/panels/network_panel.hpp"
#include "gui/panels/ownership_panel.hpp"
#include "gui/panels/program_panel.hpp"
#include "gui/panels/region_panel.hpp"
#include "gui/panels/run_panel.hpp"
#include "gui/panels/schedule_panel.hpp"
#include "gui/session/command_text.hpp"
#include "gui/session/session.hpp"
#include "gui/windows/activation.hpp"
#include "gui/windows/breadcrumbs.hpp"
#include "gui/windows/explanation_strip.hpp"
#include "gui/windows/job_bar.hpp"
#include "gui/windows/lesson_view.hpp"
#include "gui/windows/start_page.hpp"

#include <QDockWidget>
#include <QLabel>
#include <QMainWindow>
#include <QMessageBox>
#include <QProgressBar>
#include <QStackedWidget>
#include <QToolBar>
#include <map>
#include <set>

namespace tessera::gui {

class MainWindow final : public QMainWindow {
    Q_OBJECT
  public:
    explicit MainWindow(QString recoveryFolder, QWidget* parent = nullptr);
    ~MainWindow() override; ///< destroys the panels before the session that they use

    [[nodiscard]] Session& session() { return session_; }
    [[nodiscard]] EditorPanel* editor() { return editor_; }
    [[nodiscard]] OwnershipPanel* ownership() { return ownership_; }
    [[nodiscard]] MessagesPanel* messages() { return messages_; }
    [[nodiscard]] SchedulePanel* schedule() { return schedule_; }
    [[nodiscard]] NetworkPanel* network() { return network_; }
    [[nodiscard]] CostPanel* cost() { return cost_; }
    [[nodiscard]] FilePanel* file() { return file_; }
    [[nodiscard]] CommPanel* comm() { return comm_; }
    [[nodiscard]] InsightPanel* insight() { return insight_; }
    [[nodiscard]] RegionPanel* region() { return region_; }
    [[nodiscard]] ProgramPanel* program() { return program_; }
    [[nodiscard]] MemoryPanel* memory() { return memory_; }
    /// Returns whether a picture is being made that follows from the session's state.
    [[nodiscard]] bool isDrawing() const;
    [[nodiscard]] bool isCounting() const; ///< whether a picture still waits for figures
    /// Returns the positions of the panels, the panels hidden by the user, and the panels that wait for a suitable job.
    [[nodiscard]] QByteArray layoutNow() const;
    [[nodiscard]] RunPanel* run() { return run_; }
    [[nodiscard]] StartPage* startPage() { return startPage_; }
    [[nodiscard]] LessonView* lesson() { return lesson_; }

    /// Asks about unsaved work first. If the file cannot be read, shows a message and keeps the open document.
    void openFile(QString const& path);
    /// Shows a lesson instead of the docks or the start page. Shows a message if the lesson does not exist.
    void openLesson(QString const& name);
    /// Brings a view to the front.
    void showView(View view);
    /// Limits the window to the screen. Without a window manager, parts would be outside.
    void fitScreen();
    /// Returns the current view: the last one that got the focus or came to the front.
    [[nodiscard]] View currentView() const { return currentView_; }
    /// Returns the command with the same result as the current view, or as the run. If the job is not saved in its current form,
    /// the command contains its text.
    [[nodiscard]] QString command() const;
    [[nodiscard]] Breadcrumbs* crumbs() { return crumbs_; }
    /// Contains states, algorithm, network, machine and the clock.
    [[nodiscard]] JobBar* bar() { return bar_; }
    [[nodiscard]] ExplanationStrip* explanation() { return explanation_; }
    /// Returns the effects of the last edit; empty before the first one.
    [[nodiscard]] QString change() const { return changeText_->text(); }
    /// Offers the unsaved text of crashed windows. If a job is open, asks only about changes to that job; mentions others, which
    /// stay in the menu.
    void offerRecovery();
    /// Yes: open the text. No, and Esc: keep it for later. Discard: delete it.
    [[nodiscard]] QMessageBox::StandardButton askAboutRecovered(Recovery::RecoveredJob const& recovered);

  protected:
    void closeEvent(QCloseEvent* event) override;
    /// Skips panels that are behind others.
    bool focusNextPrevChild(bool next) override;

  private:
    QDockWidget* addPanel(QString const& name, QString const& title, QWidget* panel, QWidget* entryWidget);
    void addView(QString const& title, ViewPanel* view);
    void addPanels();
    void arrangePanels();
    void createBusyBar();
    QToolBar* addBar(QString const& name, QString const& title, QWidget* content);
    void createBars();
    void showBars(bool shown);
    void connectParts();
    void createMenus();
    void createFileMenu();
    void createRecoveryMenu(QMenu* menu);
    void openRecovered(Recovery::RecoveredJob const& recovered);
    void createEditMenu();
    void createViewMenu();
    void createThemeMenu(QMenu* menu);
    void createHelpMenu();
    void look(QDockWidget const* dock);
    void shareRoom(); ///< distributes the space among the panels, as at first
    void resetLayout();
    /// Returns false if the bytes are not a layout; then nothing has changed.
    bool restoreLayout(QByteArray const& layout);
    void keepLayout() const; ///< for the next start
    [[nodiscard]] QDockWidget* dockOf(ViewPanel const* view) const;
    void showLessons(); ///< shows the start page, which lists all lessons
    void openJobOfLesson(QString const& text);
    void showDocument(); ///< shows the docks instead of the start page
    void showTitle();
    void showBusy(QString const& what);
    void showChange();
    void addMemory();
    void placeMemory();
    void makeRoomBelow();
    void showSuitable(); ///< shows or hides the panels that only some jobs need
    void showWhatMoves(Job const& job);
    void showPanels(); ///< all that suit the job
    void forgetSelection();
    void exportCurrent();
    void reportWritten(Result<void> const& written, QString const& path);
    void exportSchedule();
    void openPalette();
    void copyCommand();
    void newJob();
    void chooseFile();
    bool save();
    bool saveAs();
    bool mayGiveUpText(); ///< asks about unsaved work

    Activation activation_;
    Session session_;
    QStackedWidget* pages_; ///< start page and lesson; hidden while the docks are shown
    StartPage* startPage_;
    LessonView* lesson_;
    EditorPanel* editor_;
    OwnershipPanel* ownership_;
    MessagesPanel* messages_;
    SchedulePanel* schedule_;
    NetworkPanel* network_;
    CostPanel* cost_;
    FilePanel* file_;
    CommPanel* comm_;
    RegionPanel* region_;
    ProgramPanel* program_;
    InsightPanel* insight_;
    MemoryPanel* memory_;
    RunPanel* run_;
    std::vector<QDockWidget*> docks_;
    std::vector<ViewPanel*> views_;
    std::set<QDockWidget*> waiting_;                ///< hidden panels that return with a job that needs them
    std::map<QDockWidget*, QWidget*> entryWidgets_; ///< widget that gets the focus from a panel's key
    ExplanationStrip* explanation_;                 ///< explains the current view; visible with the docks
    JobBar* bar_;
    QList<QToolBar*> bars_; ///< tool bars of explanation_ and bar_
    Breadcrumbs* crumbs_;   ///< the selection
    QLabel* changeText_;    ///< effects of the last edit
    QLabel* busyText_;
    QProgressBar* busyBar_;
    View currentView_ = View::Ownership;
    bool runIsLookedAt_ = false;
    bool moves_ = true; ///< whether the current job moves data
};

} // namespace tessera::gui
