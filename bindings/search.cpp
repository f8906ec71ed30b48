// Paths in batches: threads, the lock, the signals of Ctrl+C. The search is in the core.
#include <nanobind/stl/string.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <string>
#include <thread>

#include "arrays.hpp"
#include "clearway/error.hpp"
#include "module.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

struct PathBatch {
  std::uint64_t version = 0;  // of the world when it was asked
  std::vector<std::uint8_t> status, optimal;
  std::vector<double> length, lower_bound, seconds, segments;
  std::vector<std::int64_t> segment_starts{0}, channel_starts{0}, expanded, generated;
  std::vector<std::int32_t> channel;
};

class Lease {  // a search with its scratch, given back at the end
 public:
  explicit Lease(const BoundWorld& w) : world_(w) {
    std::lock_guard cache(w.cache);
    if (w.searches.empty()) {
      search_ = std::make_unique<Searches>(w.world);
    } else {
      search_ = std::move(w.searches.back());
      w.searches.pop_back();
    }
  }
  ~Lease() {
    std::lock_guard cache(world_.cache);
    world_.searches.push_back(std::move(search_));
  }
  Searches& operator*() { return *search_; }

 private:
  const BoundWorld& world_;
  std::unique_ptr<Searches> search_;
};

// Workers take queries by a shared counter; answers are stored by index, so neither the
// number of threads nor their timing shows.
class Batch {
 public:
  using Find = Path (*)(Searches&, const Point&, const Point&, double radius);
  Batch(const BoundWorld& w, Find find, std::span<const Point> starts, std::span<const Point> goals,
        std::span<const double> radii)
      : world_(w),
        find_(find),
        starts_(starts),
        goals_(goals),
        radii_(radii),
        paths_(starts.size()) {}

  std::vector<Path> run(std::size_t threads) {
    std::vector<std::thread> helpers;
    try {
      for (std::size_t i = 1; i < threads; ++i) helpers.emplace_back([this] { work(false); });
      work(true);
    } catch (...) {
      fail(std::current_exception());
    }
    for (std::thread& t : helpers) t.join();
    if (error_) std::rethrow_exception(error_);
    return std::move(paths_);
  }

 private:
  void work(bool is_caller) {
    try {
      Lease search(world_);
      auto last_look = std::chrono::steady_clock::now();
      for (;;) {
        const std::size_t i = next_.fetch_add(1, std::memory_order_relaxed);
        if (i >= paths_.size() || stop_) return;
        paths_[i] = find_(*search, starts_[i], goals_[i], radii_[i]);
        if (is_caller) look_for_signals(last_look);
      }
    } catch (...) {
      fail(std::current_exception());
    }
  }

  void look_for_signals(std::chrono::steady_clock::time_point& last_look) {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_look < std::chrono::milliseconds(100)) return;
    last_look = now;
    nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  }

  void fail(std::exception_ptr error) {
    std::lock_guard lock(error_mutex_);
    if (!error_) error_ = error;
    stop_ = true;
  }

  const BoundWorld& world_;
  Find find_;
  std::span<const Point> starts_, goals_;
  std::span<const double> radii_;
  std::vector<Path> paths_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stop_{false};
  std::mutex error_mutex_;
  std::exception_ptr error_;
};

void append(PathBatch& out, const Path& path, const Rows& rows) {
  out.status.push_back(static_cast<std::uint8_t>(path.status));
  out.length.push_back(path.length);
  out.lower_bound.push_back(path.lower_bound);
  out.optimal.push_back(path.optimal);
  for (const Segment& s : path.segments) {
    const double row[] = {s.start.x,  s.start.y,  s.end.x,  s.end.y,
                          s.center.x, s.center.y, s.radius, static_cast<double>(s.turn)};
    out.segments.insert(out.segments.end(), std::begin(row), std::end(row));
  }
  out.segment_starts.push_back(static_cast<std::int64_t>(out.segments.size() / 8));
  for (const Index slot : path.channel) out.channel.push_back(rows.row(slot));
  out.channel_starts.push_back(static_cast<std::int64_t>(out.channel.size()));
  out.expanded.push_back(static_cast<std::int64_t>(path.stats.expanded));
  out.generated.push_back(static_cast<std::int64_t>(path.stats.generated));
  out.seconds.push_back(path.stats.seconds);
}

Batch::Find search_named(const std::string& planner) {
  if (planner == "channel") {
    return [](Searches& s, const Point& a, const Point& b, double) { return s.channel.find(a, b); };
  }
  if (planner == "optimal") {
    return [](Searches& s, const Point& a, const Point& b, double radius) {
      return radius > 0 ? s.optimal_disc.find(a, b, radius) : s.optimal.find(a, b);
    };
  }
  throw InvalidInput("unknown planner " + planner);
}

PathBatch find_paths(const BoundWorld& w, const std::string& planner, const Points& starts,
                     const Points& goals, const Vector<double>& radii, std::size_t threads) {
  const auto a = view(starts);
  const auto b = view(goals);
  const auto r = view(radii);
  const Batch::Find find = search_named(planner);
  if (a.size() != b.size() || a.size() != r.size()) {
    throw InvalidInput("starts, goals and radii differ in number");
  }
  nb::gil_scoped_release release;
  std::shared_lock lock(w.mutex);
  {
    std::lock_guard cache(w.cache);
    w.rows.settle();
  }
  const std::size_t useful = std::max<std::size_t>(1, std::min(threads, a.size()));
  const std::vector<Path> paths = Batch(w, find, a, b, r).run(useful);
  PathBatch out;
  out.version = w.world.version();
  for (const Path& path : paths) append(out, path, w.rows);
  return out;
}

const PathBatch& data(nb::handle self) { return nb::cast<const PathBatch&>(self); }

}  // namespace

void add_search(nb::module_& m, WorldClass& world) {
  nb::class_<PathBatch>(m, "PathBatch", "Answers of one find_paths, as read-only arrays.")
      .def("__len__", [](const PathBatch& b) { return b.status.size(); })
      .def_prop_ro("version", [](const PathBatch& b) { return b.version; })
      .def_prop_ro("status", [](nb::handle h) { return vector_view(data(h).status, h); })
      .def_prop_ro("length", [](nb::handle h) { return vector_view(data(h).length, h); })
      .def_prop_ro("lower_bound", [](nb::handle h) { return vector_view(data(h).lower_bound, h); })
      .def_prop_ro("optimal", [](nb::handle h) { return flags_view(data(h).optimal, h); })
      .def_prop_ro("segment_starts",
                   [](nb::handle h) { return vector_view(data(h).segment_starts, h); })
      .def_prop_ro("segments", [](nb::handle h) { return rows_view<8>(data(h).segments, h); })
      .def_prop_ro("channel_starts",
                   [](nb::handle h) { return vector_view(data(h).channel_starts, h); })
      .def_prop_ro("channel", [](nb::handle h) { return vector_view(data(h).channel, h); })
      .def_prop_ro("expanded", [](nb::handle h) { return vector_view(data(h).expanded, h); })
      .def_prop_ro("generated", [](nb::handle h) { return vector_view(data(h).generated, h); })
      .def_prop_ro("seconds", [](nb::handle h) { return vector_view(data(h).seconds, h); });
  world.def("find_paths", &find_paths, "planner"_a, "starts"_a, "goals"_a, "radii"_a, "threads"_a,
            "One path a row; the same answers for any number of threads.");
}

}  // namespace clearway::bindings
