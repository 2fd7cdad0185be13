// SPDX-License-Identifier: BSD-3-Clause
// Tessera: work off the window's thread, of which only the latest result counts.
#pragma once

#include "gui/session/derivation.hpp"

#include <QMetaObject>
#include <QObject>
#include <QThreadPool>
#include <memory>
#include <new>
#include <stdexcept>

namespace tessera::gui {

/// One kind of work. Starting it again cancels what is under way; a cancelled result is never delivered.
class Background final : public QObject {
    Q_OBJECT
  public:
    explicit Background(QObject* parent = nullptr);
    ~Background() override;

    /// `work(StopFlag const&)` runs on another thread and returns a Result; `deliver(result)` runs on this one.
    template <class Work, class Deliver>
    void start(Work work, Deliver deliver) {
        cancel();
        auto const stop = std::make_shared<StopFlag>(false);
        stop_ = stop;
        setRunning(true);
        pool_.start([this, stop, work = std::move(work), deliver = std::move(deliver)] {
            if (*stop) return;
            auto result = guarded(work, *stop);
            auto const arrive = [this, stop, deliver, result = std::move(result)] {
                if (*stop) return;
                deliver(result); // may start what follows, so that there is no idle moment in between
                if (stop_ == stop) setRunning(false);
            };
            QMetaObject::invokeMethod(this, arrive, Qt::QueuedConnection);
        });
    }
    /// Runs `piece` on this object's thread if the work it belongs to is still wanted: for results that come in parts.
    template <class Piece>
    void post(StopFlag const& stop, Piece piece) {
        QMetaObject::invokeMethod(
            this,
            [this, wanted = &stop, piece = std::move(piece)] {
                if (stop_.get() == wanted && !*wanted) piece();
            },
            Qt::QueuedConnection);
    }
    void cancel();
    [[nodiscard]] bool isRunning() const { return running_; }

  signals:
    void runningChanged(bool running);

  private:
    template <class Work>
    static auto guarded(Work const& work, StopFlag const& stop) -> decltype(work(stop)) {
        try {
            return work(stop);
        } catch (std::bad_alloc const&) {
            return fail("there is not enough memory for this job");
        } catch (std::length_error const&) {
            return fail("there is not enough memory for this job");
        }
    }
    void setRunning(bool running);

    QThreadPool pool_;
    std::shared_ptr<StopFlag> stop_;
    bool running_ = false;
};

} // namespace tessera::gui
