#include "slipstick/measure/jobs.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

namespace slipstick::measure {
namespace {

class JobQueue {
 public:
  JobQueue(const std::vector<std::function<void()>>& jobs, const StopFlag* stop,
           const std::function<void()>& done)
      : jobs_(jobs), stop_(stop), done_(done) {}

  void Work() {
    while (!failed_.load()) {
      const size_t job = next_.fetch_add(1);
      if (job >= jobs_.size()) return;
      try {
        ThrowIfStopped(stop_);
        jobs_[job]();
        const std::lock_guard lock(mutex_);
        if (done_) done_();
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!error_) error_ = std::current_exception();
        failed_ = true;
      }
    }
  }

  void Rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  const std::vector<std::function<void()>>& jobs_;
  const StopFlag* stop_;
  const std::function<void()>& done_;
  std::atomic<size_t> next_{0};
  std::atomic<bool> failed_{false};
  std::mutex mutex_;
  std::exception_ptr error_;
};

}  // namespace

void RunJobs(const std::vector<std::function<void()>>& jobs, int threads, const StopFlag* stop,
             const std::function<void()>& done) {
  JobQueue queue(jobs, stop, done);
  std::vector<std::thread> workers;
  const int count = std::min(threads, static_cast<int>(jobs.size()));
  for (int i = 1; i < count; ++i) workers.emplace_back([&] { queue.Work(); });
  queue.Work();
  for (std::thread& worker : workers) worker.join();
  queue.Rethrow();
}

int NumCores() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

}  // namespace slipstick::measure
