// The improvement loop of an anytime search (anytime.hpp): pops states until one gives a better
// path, and proves the best one at the end.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "channel_expansion.hpp"
#include "clearway/path/path.hpp"
#include "clearway/planners/options.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

class OptimalSearch;

class AnytimeLoop {
 public:
  explicit AnytimeLoop(const World& world);
  ~AnytimeLoop();

  // A loop whose expansion is a T, constructed from AnytimeParts&.
  template <class T>
  static std::unique_ptr<AnytimeLoop> make(const World& world) {
    auto loop = std::make_unique<AnytimeLoop>(world);
    loop->expansion_ = std::make_unique<T>(loop->parts_);
    return loop;
  }
  ChannelExpansion& expansion() { return *expansion_; }

  // As in anytime.hpp.
  Path find(const Point& start, const Point& goal, double radius, const SearchOptions& options);
  void begin(const Point& start, const Point& goal, double radius, const SearchOptions& options);
  bool improve();
  const Path& best() const { return parts_.incumbent.path(); }

 private:
  void start(const Point& start, const Point& goal, double radius, const SearchOptions& options);
  void open();
  void run_to_next_path();
  bool release_without_path();
  bool expand_or_accept(ChannelStateId state);
  void note(ChannelStateId state) const;
  bool stop_at(double f);
  bool is_limit_reached() const;
  bool accept(ChannelStateId state);
  void finish(bool is_proved);
  void ask_optimal();

  AnytimeParts parts_;
  std::unique_ptr<ChannelExpansion> expansion_;
  std::unique_ptr<OptimalSearch> optimal_;  // made when first needed
  bool has_ended_ = true;
  bool has_improved_ = false;               // since the last improve()
  std::uint64_t expanded_until_first_ = 0;  // expansions of the first path
  std::uint64_t released_at_ = 0;           // expansions before release_without_path()
  std::vector<HalfEdgeId> portals_;         // scratch
  Path pulled_;                             // scratch
};

}  // namespace clearway
