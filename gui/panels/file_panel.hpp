// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the file of a job: the bytes that its ranks read or write, the method, and the phases.
#pragma once

#include "gui/panels/view_panel.hpp"
#include "gui/session/file_access.hpp"

#include <QCheckBox>
#include <QComboBox>

namespace tessera::gui {

/// Position 0 of the player shows all phases together; position p > 0 shows phase p.
class FilePanel final : public ScenePanel {
    Q_OBJECT
  public:
    static PanelKind const kind;
    explicit FilePanel(Session& session, QWidget* parent = nullptr);
    [[nodiscard]] QComboBox* line() { return line_; }
    [[nodiscard]] QComboBox* method() { return method_; }
    [[nodiscard]] QString summary() const { return summary_->text(); }
    [[nodiscard]] QWidget* entryWidget() override { return method_; }

  private:
    QWidget* createChoices();
    void createPlayer();
    void showJob() override;
    void showSchedule() override { showJob(); } // the machine may have changed
    void showSelection() override;
    void draw() override;
    void showLines();
    void plan();
    void forget(); ///< drops the access, and cancels planning
    void arrive(Result<FileAccessPointer> const& access);
    void drawPhase();
    /// Returns the position of the selected element in the file.
    [[nodiscard]] std::optional<Index> markedPosition() const;
    template <class Change>
    void choose(Change change);
    /// The length of the lines follows the available space, so that the text stays readable.
    void roomChanged() override;
    [[nodiscard]] FilePictureSize room();
    void clicked(SceneTag const& tag);

    QComboBox* line_;
    QComboBox* method_;
    QCheckBox* allSteps_;
    QLabel* summary_;
    FileAccessPointer access_;
    std::optional<FilePictureSize> plannedSize_; ///< layout size of access_, or of the plan in progress; nothing without a plan
    FileChoice shown_;                           ///< choice from which access_ was made, and the phase that is drawn
    std::optional<Index> marked_;                ///< position with a frame
};

} // namespace tessera::gui
