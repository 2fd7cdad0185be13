// SPDX-License-Identifier: BSD-3-Clause
// Tessera: work on a background thread, of which only the latest result is delivered.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"

#include <QCoreApplication>
#include <QEvent>
#include <QObject>
#include <QRunnable>
#include <QThreadPool>
#include <atomic>
#include <memory>
#include <new>
#include <stdexcept>
#include <stop_token>
#include <utility>

namespace tessera::gui {

/// One kind of work. A new start cancels the work in progress; outdated results are never delivered.
class Background final : public QObject {
    Q_OBJECT
  public:
    /// Patient work has a lower thread priority.
    enum class Priority { Normal, Low };

    explicit Background(QObject* parent = nullptr);
    explicit Background(Priority priority);
    ~Background() override;

    /// The argument of the work: tells whether it was cancelled, and delivers parts of its result.
    class Task {
      public:
        [[nodiscard]] Watch watch() const { return Watch(stop_); }
        /// Runs `call` on the window's thread, unless the work was cancelled before.
        template <class Call>
        void post(Call call) const {
            auto event = std::make_unique<PostedCall<Call>>(stop_, std::move(call));
            handOvers_.fetch_add(1);
            QCoreApplication::postEvent(home_, event.release());
        }

      private:
        friend Background;
        Task(Background* home, std::stop_token stop) : home_(home), stop_(std::move(stop)) {}
        Background* home_;
        std::stop_token stop_;
    };

    /// `work(Task const&)` runs on another thread and returns a Result; `deliver(result)` runs on this one.
    template <class Work, class Deliver>
    void start(Work work, Deliver deliver) {
        cancel();
        stop_ = std::stop_source();
        setRunning(true);
        Task const task(this, stop_.get_token());
        auto* const run = QRunnable::create([this, task, work = std::move(work), deliver = std::move(deliver)] {
            takeOver();
            if (task.stop_.stop_requested()) return;
            if (priority_ == Priority::Low) giveWay();
            auto result = guarded(work, task);
            task.post([this, task, deliver, result = std::move(result)] {
                deliver(result); // may start further work, so running_ must stay true until it returns
                if (stop_.get_token() == task.stop_) setRunning(false);
            });
        });
        handOvers_.fetch_add(1);
        pool_.start(run); // the pool deletes it
    }
    void cancel();
    [[nodiscard]] bool isRunning() const { return running_; }

  signals:
    void runningChanged(bool running);

  protected:
    bool event(QEvent* event) override;

  private:
    /// A call on its way to the window's thread.
    class AnyCall : public QEvent {
      public:
        AnyCall() : QEvent(kind()) {}
        [[nodiscard]] static Type kind();
        virtual void run() = 0;
    };
    template <class Call>
    class PostedCall final : public AnyCall {
      public:
        PostedCall(std::stop_token stop, Call call) : stop_(std::move(stop)), call_(std::move(call)) {}
        void run() override {
            if (!stop_.stop_requested()) call_();
        }

      private:
        std::stop_token stop_;
        Call call_;
    };

    template <class Work>
    static auto guarded(Work const& work, Task const& task) -> decltype(work(task)) {
        try {
            return work(task);
        } catch (std::bad_alloc const&) {
            return fail("there is not enough memory for this job");
        } catch (std::length_error const&) {
            return fail("there is not enough memory for this job");
        }
    }
    static void giveWay();
    static void takeOver() { static_cast<void>(handOvers_.load()); }
    void setRunning(bool running);

    /// Counts every transfer of work between threads. The thread sanitizer cannot see the locks inside Qt; this atomic replaces
    /// them.
    static inline std::atomic<unsigned> handOvers_ = 0;

    Priority priority_ = Priority::Normal;
    QThreadPool pool_;
    std::stop_source stop_;
    bool running_ = false;
};

} // namespace tessera::gui
