// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the window: docks around one session.
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
    ~MainWindow() override; ///< the panels go before the session they look at

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
    /// Is a picture on its way that follows from what the session knows?
    [[nodiscard]] bool isDrawing() const;
    [[nodiscard]] bool isCounting() const; ///< figures that a picture shows later
    /// Where the panels stand, which of them the user has hidden, and which of them wait for a job that needs them.
    [[nodiscard]] QByteArray layoutNow() const;
    [[nodiscard]] RunPanel* run() { return run_; }
    [[nodiscard]] StartPage* startPage() { return startPage_; }
    [[nodiscard]] LessonView* lesson() { return lesson_; }

    /// Asks about unsaved work first. Where the file cannot be read, a message says so and the open document stays.
    void openFile(QString const& path);
    /// Instead of the docks or the start page. A lesson that is not there is told.
    void openLesson(QString const& name);
    /// Brings a view to the front.
    void showView(View view);
    /// Not larger than the screen has room for: where no window manager sees to it, parts would lie outside.
    void fitScreen();
    /// The view that was looked at last: that has the focus, or has come to the front.
    [[nodiscard]] View currentView() const { return currentView_; }
    /// What gives the same without the window: of the view that was looked at last, or of the run. It holds the text of a job that
    /// is not saved as it is.
    [[nodiscard]] QString command() const;
    [[nodiscard]] Breadcrumbs* crumbs() { return crumbs_; }
    /// States, algorithm, network, machine and the clock.
    [[nodiscard]] JobBar* bar() { return bar_; }
    [[nodiscard]] ExplanationStrip* explanation() { return explanation_; }
    /// What the last edit has changed; empty before the first one.
    [[nodiscard]] QString change() const { return changeText_->text(); }
    /// Offers what a crashed window has left. Where a job is open, only changes to that job are asked about; others are told, and
    /// stay in the menu.
    void offerRecovery();
    /// Yes: open them; No, and Esc: not now, they stay; Discard: they go.
    [[nodiscard]] QMessageBox::StandardButton askAboutRemains(Recovery::Remains const& remains);

  protected:
    void closeEvent(QCloseEvent* event) override;
    /// Past the panels that stand behind others.
    bool focusNextPrevChild(bool next) override;

  private:
    QDockWidget* addPanel(QString const& name, QString const& title, QWidget* panel, QWidget* entrance);
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
    void createRemainsMenu(QMenu* menu);
    void openRemains(Recovery::Remains const& remains);
    void createEditMenu();
    void createViewMenu();
    void createThemeMenu(QMenu* menu);
    void createHelpMenu();
    void look(QDockWidget const* dock);
    void shareRoom(); ///< between the panels, as at first
    void resetLayout();
    /// False: these bytes are no layout, and nothing has changed.
    bool restoreLayout(QByteArray const& layout);
    void keepLayout() const; ///< for the next start
    [[nodiscard]] QDockWidget* dockOf(ViewPanel const* view) const;
    void showLessons(); ///< all of them: the start page
    void openJobOfLesson(QString const& text);
    void showDocument(); ///< the docks instead of the start page
    void showTitle();
    void showBusy(QString const& what);
    void showChange();
    void addMemory();
    void placeMemory();
    void makeRoomBelow();
    void showSuitable(); ///< panels that only some jobs need
    void showWhatMoves(Job const& job);
    void showPanels(); ///< all that suit the job
    void forgetSelection();
    void exportCurrent();
    void tellWritten(Result<void> const& written, QString const& path);
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
    QStackedWidget* pages_; ///< the start page, a lesson; hidden while there are docks
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
    std::set<QDockWidget*> waiting_;             ///< hidden, and come back with a job that needs them
    std::map<QDockWidget*, QWidget*> entrances_; ///< what a panel's key brings the focus to
    ExplanationStrip* explanation_;              ///< what is looked at, in words; seen with the docks
    JobBar* bar_;
    QList<QToolBar*> bars_; ///< that hold these two
    Breadcrumbs* crumbs_;   ///< what is selected
    QLabel* changeText_;    ///< what the last edit has changed
    QLabel* busyText_;
    QProgressBar* busyBar_;
    View currentView_ = View::Ownership;
    bool runIsLookedAt_ = false;
    bool moves_ = true; ///< the job that is shown
};

} // namespace tessera::gui
