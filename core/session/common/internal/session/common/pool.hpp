// A pool of idle searches with their scratch. A thread borrows one and returns it.
#pragma once

#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace clearway {

template <class T>
class Pool {
 public:
  // Takes an idle one; null if there is none.
  std::unique_ptr<T> take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return nullptr;
    std::unique_ptr<T> out = std::move(idle_.back());
    idle_.pop_back();
    return out;
  }
  // Returns one. If there is no memory to keep it, it is destroyed.
  void give(std::unique_ptr<T> it) noexcept {
    const std::lock_guard lock(mutex_);
    try {
      idle_.push_back(std::move(it));
    } catch (const std::bad_alloc&) {
    }
  }
  // In a forked child: abandons elements that another thread may have been moving.
  void after_fork() noexcept {
    new (&mutex_) std::mutex;
    new (&idle_) std::vector<std::unique_ptr<T>>;
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> idle_;
};

// A borrowed element of a pool. Returns it at the end, or destroys it if an exception ended its
// use, which may have left its scratch half changed.
template <class T>
class Loan {
 public:
  template <class Make>
  Loan(Pool<T>& pool, Make&& make) : pool_(pool), it_(pool.take()) {
    if (!it_) it_ = make();
  }
  ~Loan() {
    if (std::uncaught_exceptions() == exceptions_) pool_.give(std::move(it_));
  }
  Loan(const Loan&) = delete;
  Loan& operator=(const Loan&) = delete;
  T& operator*() const { return *it_; }
  T* operator->() const { return it_.get(); }

 private:
  Pool<T>& pool_;
  std::unique_ptr<T> it_;
  int exceptions_ = std::uncaught_exceptions();
};

}  // namespace clearway
