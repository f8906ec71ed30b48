#include "steps.hpp"

#include <algorithm>

#include "clearway/mesh/spatial_sort.hpp"

namespace clearway {

bool Steps::begin(const Goals& goals, double width, const std::vector<Index>& open) {
  bool is_new = version_ != world_.version() || width_ != width || open_ != open;
  if (is_new) {
    version_ = world_.version();
    width_ = width;
    open_ = open;
    spent_ = 0;
    dead_ends_.forget();
    step_numbers_.resize(std::max(step_numbers_.size(), 4 * mesh_.triangles.size()), none);
    corner_numbers_.resize(std::max(corner_numbers_.size(), mesh_.vertices.size()), none);
    clear();
  }
  // Searches have paid for a look at the whole mesh.
  if (!dead_ends_.are_known() && spent_ > mesh_.triangles.size() / 4) {
    dead_ends_.find([](Index) { return true; });
    clear();
    number_all();
    is_new = true;
  }
  dead_ends_.open(goals);
  if (++query_ == 0) {
    for (StepCorner& c : corners_) c.query = 0;
    query_ = 1;
  }
  return is_new;
}

Index Steps::number_of(Index ahead) {
  if (const Index known = step_numbers_[ahead];
      known < steps_.size() && steps_[known].ahead == ahead)
    return known;
  const Index v = mesh_.apex(ahead), number = static_cast<Index>(steps_.size());
  step_numbers_[ahead] = number;
  steps_.push_back({mesh_.point(v), corner_of(v), link_over(Mesh::prev(ahead), ahead),
                    link_over(Mesh::next(ahead), Mesh::next(ahead)), ahead});
  return number;
}

void Steps::number_all() {
  std::vector<Point> places;
  std::vector<Index> triangles;
  for (Index t = 0; t < mesh_.triangles.size(); ++t) {
    if (!mesh_.is_live(t) || !mesh_.is_free(t)) continue;
    const auto& v = mesh_.triangles[t].vertex;
    const Point a = mesh_.point(v[0]), b = mesh_.point(v[1]), c = mesh_.point(v[2]);
    places.push_back({(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3});
    triangles.push_back(t);
  }
  for (const Index i : curve_order(places)) {
    for (Index k = 0; k < 3; ++k)
      if (const Index e = Mesh::half_edge(triangles[i], k); !mesh_.constrained(e)) number_of(e);
  }
  for (Index i = 0; i < steps_.size(); ++i) {
    left_of(i);
    right_of(i);
  }
}

Index Steps::number_over(Index side) {
  const Index ahead = mesh_.twin(side);
  return dead_ends_.are_barred(ahead) ? none : number_of(ahead);
}

Index Steps::corner_of(Index vertex) {
  if (const Index known = corner_numbers_[vertex];
      known < corners_.size() && corners_[known].vertex == vertex)
    return known;
  const Index number = static_cast<Index>(corners_.size());
  corner_numbers_[vertex] = number;
  corners_.push_back({mesh_.point(vertex), 0.0, 0.0, vertex, 0});
  return number;
}

Index Steps::link_over(Index side, Index turn) const {
  if (mesh_.constrained(side) || is_shut(turn)) return Step::wall;
  const Index ahead = mesh_.twin(side);
  return ahead | Step::special | (dead_ends_.lead_over(ahead) ? Step::dead_end : 0);
}

Index Steps::resolve(Index link, Index step, Index Step::* side) {
  if (link == Step::wall) return none;
  const Index ahead = link & ~(Step::special | Step::dead_end);
  if ((link & Step::dead_end) && dead_ends_.are_barred(ahead)) return none;
  const Index number = number_of(ahead);
  if (!(link & Step::dead_end)) steps_[step].*side = number;
  return number;
}

}  // namespace clearway
