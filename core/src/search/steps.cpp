#include "steps.hpp"

namespace clearway {

bool Steps::begin(const Goals& goals, double width, const std::vector<Index>& open) {
  const bool is_new = version_ != world_.version() || width_ != width || open_ != open;
  if (is_new) {
    version_ = world_.version();
    width_ = width;
    open_ = open;
    spent_ = 0;
    dead_ends_.forget();
  }
  // Searches have paid for a look at the whole mesh.
  if (!dead_ends_.are_known() && spent_ > mesh_.triangles.size() / 4) {
    dead_ends_.find([](Index) { return true; });
    bars_.assign(mesh_.triangles.size(), 0);
    for (Index t = 0; t < mesh_.triangles.size(); ++t) {
      if (!mesh_.is_live(t) || !mesh_.is_free(t)) continue;
      for (Index i = 0; i < 3; ++i) {
        const Index e = Mesh::half_edge(t, i);
        if (!mesh_.constrained(e)) bars_[t] |= dead_ends_.lead_over(mesh_.twin(e)) << i;
      }
    }
  }
  has_bars_ = dead_ends_.are_known() && !is_repeatable_;
  if (has_bars_) dead_ends_.open(goals);
  return is_new;
}

}  // namespace clearway
