#include "clearway/visibility/bsp.hpp"

#include <algorithm>
#include <chrono>

#include "clearway/base/interrupt.hpp"

namespace clearway {

class Bsp::Builder {
  static constexpr std::size_t sample_size = 64;
  static constexpr int chord_tries = 8;

 public:
  Builder(Bsp& bsp, const Mesh& mesh, std::uint64_t seed) : bsp_(bsp), mesh_(mesh), state_(seed) {}

  void run() {
    std::vector<Task> tasks;
    tasks.push_back({segments(), none, false, 1});
    bsp_.segments_ = tasks.back().fragments.size();
    while (!tasks.empty()) {
      Task task = std::move(tasks.back());
      tasks.pop_back();
      if (task.fragments.empty()) continue;
      const Index node = static_cast<Index>(bsp_.nodes_.size());
      if (task.parent != none)
        (task.is_left ? bsp_.nodes_[task.parent].left : bsp_.nodes_[task.parent].right) = node;
      bsp_.depth_ = std::max(bsp_.depth_, task.depth);
      std::vector<Fragment> left, right;
      split(task.fragments, left, right);
      tasks.push_back({std::move(left), node, true, task.depth + 1});
      tasks.push_back({std::move(right), node, false, task.depth + 1});
    }
  }

 private:
  struct Task {
    std::vector<Fragment> fragments;
    Index parent;
    bool is_left;
    std::size_t depth;
  };

  std::vector<Fragment> segments() const {
    std::vector<Fragment> out;
    for (const TriangleId t : mesh_.triangles.ids()) {
      check_interrupt();
      if (!mesh_.is_live(t) || !mesh_.is_free(t)) continue;
      for (Index i = 0; i < 3; ++i) {
        const HalfEdgeId e = Mesh::half_edge(t, i), twin = mesh_.twin(e);
        if (!mesh_.constrained(e)) continue;
        if (mesh_.is_free(Mesh::triangle_of(twin)) && twin < e) continue;  // a wall: once
        const VertexId a = mesh_.origin(e), b = mesh_.target(e);
        out.push_back({{{{mesh_.point(a)}, a}, {{mesh_.point(b)}, b}}, e});
      }
    }
    return out;
  }

  struct Line {
    Point a, b;
  };

  // The line of a fragment drawn at random. On a convex chain each such line has all the rest
  // on one side, and the tree would be a list: where a sample is that lopsided, a chord between
  // two vertices drawn at random is taken instead, if one is found that parts well and cuts
  // little.
  Line splitter(const std::vector<Fragment>& fragments) {
    const HalfEdgeId edge = draw(fragments).edge;
    const Line drawn{mesh_.point(mesh_.origin(edge)), mesh_.point(mesh_.target(edge))};
    if (fragments.size() < sample_size || !is_lopsided(drawn, fragments)) return drawn;
    for (int tries = 0; tries < chord_tries; ++tries) {
      const Line chord{mesh_.point(mesh_.origin(draw(fragments).edge)),
                       mesh_.point(mesh_.origin(draw(fragments).edge))};
      if (chord.a != chord.b && is_good_chord(chord, fragments)) return chord;
    }
    return drawn;
  }

  bool is_lopsided(const Line& line, const std::vector<Fragment>& fragments) {
    const Sample s = sample(line, fragments);
    return std::min(s.left, s.right) + s.cut < sample_size / 16;
  }

  bool is_good_chord(const Line& line, const std::vector<Fragment>& fragments) {
    const Sample s = sample(line, fragments);
    return std::min(s.left, s.right) >= sample_size / 4 && s.cut <= sample_size / 64;
  }

  struct Sample {
    std::size_t left, right, cut;
  };

  Sample sample(const Line& line, const std::vector<Fragment>& fragments) {
    Sample out{0, 0, 0};
    for (std::size_t i = 0; i < sample_size; ++i) {
      const Fragment& f = draw(fragments);
      const int s = turn(line.a, {line.b}, f.ends[0].at), t = turn(line.a, {line.b}, f.ends[1].at);
      out.left += s + t > 0;
      out.right += s + t < 0;
      out.cut += s * t < 0;
    }
    return out;
  }

  const Fragment& draw(const std::vector<Fragment>& fragments) {
    return fragments[random() % fragments.size()];
  }

  // Parts the fragments by a line; those on it go into the new node.
  void split(const std::vector<Fragment>& fragments, std::vector<Fragment>& left,
             std::vector<Fragment>& right) {
    const auto [a, b] = splitter(fragments);
    Node node{a, b, none, none, static_cast<Index>(bsp_.fragments_.size()), 0};
    const ExactDirection line{node.b};
    for (const Fragment& f : fragments) {
      check_interrupt();
      const int s = turn(node.a, line, f.ends[0].at), t = turn(node.a, line, f.ends[1].at);
      if (s == 0 && t == 0)
        bsp_.fragments_.push_back(f);
      else if (s >= 0 && t >= 0)
        left.push_back(f);
      else if (s <= 0 && t <= 0)
        right.push_back(f);
      else
        cut(f, node, s > 0 ? left : right, s > 0 ? right : left);
    }
    node.last = static_cast<Index>(bsp_.fragments_.size());
    bsp_.nodes_.push_back(node);
  }

  void cut(const Fragment& f, const Node& node, std::vector<Fragment>& first,
           std::vector<Fragment>& second) {
    bsp_.crossings_.push_back(std::make_unique<Crossing>(Crossing{
        mesh_.point(mesh_.origin(f.edge)), mesh_.point(mesh_.target(f.edge)), node.a, node.b}));
    const End x{bearing_of(*bsp_.crossings_.back()), none};
    if (!x.at.crossing) bsp_.crossings_.pop_back();
    first.push_back({{f.ends[0], x}, f.edge});
    second.push_back({{x, f.ends[1]}, f.edge});
  }

  std::uint64_t random() {  // splitmix64
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  Bsp& bsp_;
  const Mesh& mesh_;
  std::uint64_t state_;
};

Bsp::Bsp(const World& world, std::uint64_t seed) {
  const auto began = std::chrono::steady_clock::now();
  Builder(*this, world.mesh(), seed).run();
  nodes_.shrink_to_fit();
  fragments_.shrink_to_fit();
  seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

Bsp::Stats Bsp::stats() const {
  return {segments_,
          fragments_.size(),
          nodes_.size(),
          depth_,
          nodes_.capacity() * sizeof(Node) + fragments_.capacity() * sizeof(Fragment) +
              crossings_.capacity() * sizeof(void*) + crossings_.size() * sizeof(Crossing),
          seconds_};
}

}  // namespace clearway
