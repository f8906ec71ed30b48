#include "visibility/bsp.hpp"

#include <algorithm>
#include <chrono>

#include "base/hash.hpp"
#include "clearway/base/interrupt.hpp"
#include "visibility/bsp_tree.hpp"

namespace clearway {
namespace {

using Fragment = BspTree::Fragment;
using Node = BspTree::Node;

class BspBuilder {
  static constexpr std::size_t sample_size = 64;
  static constexpr int chord_tries = 8;
  // Of a sample: a drawn line with fewer fragments on its smaller side is unbalanced; a good chord
  // has at least so many there, and splits at most so many.
  static constexpr std::size_t unbalanced = sample_size / 16, balanced = sample_size / 4,
                               few_cuts = sample_size / 64;

 public:
  BspBuilder(BspTree& tree, const Mesh& mesh, std::uint64_t seed)
      : tree_(tree), mesh_(mesh), state_(seed) {}

  void run() {
    std::vector<Task> tasks;
    tasks.push_back({segments(), none, false, 1});
    tree_.segments = tasks.back().fragments.size();
    while (!tasks.empty()) {
      Task task = std::move(tasks.back());
      tasks.pop_back();
      if (task.fragments.empty()) continue;
      const BspNodeId node = tree_.nodes.end_id();
      if (task.parent != none)
        (task.is_left ? tree_.nodes[task.parent].left : tree_.nodes[task.parent].right) = node;
      tree_.depth = std::max(tree_.depth, task.depth);
      std::vector<Fragment> left, right;
      split(task.fragments, left, right);
      tasks.push_back({std::move(left), node, true, task.depth + 1});
      tasks.push_back({std::move(right), node, false, task.depth + 1});
    }
  }

 private:
  struct Task {
    std::vector<Fragment> fragments;
    BspNodeId parent;
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

  // The line of a fragment chosen at random. On a convex chain each such line has all the rest on
  // one side, and the tree would be a list. If a sample is that unbalanced, a chord between two
  // random vertices is taken instead, if one is found that balances well and splits few fragments.
  Line splitter(const std::vector<Fragment>& fragments) {
    const HalfEdgeId edge = draw(fragments).edge;
    const Line drawn{mesh_.point(mesh_.origin(edge)), mesh_.point(mesh_.target(edge))};
    if (fragments.size() < sample_size || !is_unbalanced(drawn, fragments)) return drawn;
    for (int tries = 0; tries < chord_tries; ++tries) {
      const Line chord{mesh_.point(mesh_.origin(draw(fragments).edge)),
                       mesh_.point(mesh_.origin(draw(fragments).edge))};
      if (chord.a != chord.b && is_good_chord(chord, fragments)) return chord;
    }
    return drawn;
  }

  bool is_unbalanced(const Line& line, const std::vector<Fragment>& fragments) {
    const Sample s = sample(line, fragments);
    return std::min(s.left, s.right) + s.cut < unbalanced;
  }

  bool is_good_chord(const Line& line, const std::vector<Fragment>& fragments) {
    const Sample s = sample(line, fragments);
    return std::min(s.left, s.right) >= balanced && s.cut <= few_cuts;
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
    return fragments[next_random(state_) % fragments.size()];
  }

  // Divides the fragments by a line; those on it go into the new node.
  void split(const std::vector<Fragment>& fragments, std::vector<Fragment>& left,
             std::vector<Fragment>& right) {
    const auto [a, b] = splitter(fragments);
    Node node{a, b, none, none, tree_.fragments.end_id(), tree_.fragments.end_id()};
    const ExactDirection line{node.b};
    for (const Fragment& f : fragments) {
      check_interrupt();
      const int s = turn(node.a, line, f.ends[0].at), t = turn(node.a, line, f.ends[1].at);
      if (s == 0 && t == 0)
        tree_.fragments.push_back(f);
      else if (s >= 0 && t >= 0)
        left.push_back(f);
      else if (s <= 0 && t <= 0)
        right.push_back(f);
      else
        cut(f, node, s > 0 ? left : right, s > 0 ? right : left);
    }
    node.last = tree_.fragments.end_id();
    tree_.nodes.push_back(node);
  }

  void cut(const Fragment& f, const Node& node, std::vector<Fragment>& first,
           std::vector<Fragment>& second) {
    tree_.crossings.push_back(std::make_unique<Crossing>(Crossing{
        mesh_.point(mesh_.origin(f.edge)), mesh_.point(mesh_.target(f.edge)), node.a, node.b}));
    const BspTree::End x{bearing_of(*tree_.crossings.back()), none};
    if (!x.at.crossing) tree_.crossings.pop_back();
    first.push_back({{f.ends[0], x}, f.edge});
    second.push_back({{x, f.ends[1]}, f.edge});
  }

  BspTree& tree_;
  const Mesh& mesh_;
  std::uint64_t state_;
};

}  // namespace

Bsp::Bsp(const World& world, std::uint64_t seed) : tree_(std::make_unique<BspTree>()) {
  const auto began = std::chrono::steady_clock::now();
  BspBuilder(*tree_, world.mesh(), seed).run();
  tree_->nodes.shrink_to_fit();
  tree_->fragments.shrink_to_fit();
  tree_->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

Bsp::Bsp(Bsp&&) noexcept = default;
Bsp& Bsp::operator=(Bsp&&) noexcept = default;
Bsp::~Bsp() = default;

Bsp::Stats Bsp::stats() const {
  const BspTree& t = *tree_;
  return {t.segments,
          t.fragments.size(),
          t.nodes.size(),
          t.depth,
          t.nodes.capacity() * sizeof(Node) + t.fragments.capacity() * sizeof(Fragment) +
              t.crossings.capacity() * sizeof(void*) + t.crossings.size() * sizeof(Crossing),
          t.seconds};
}

}  // namespace clearway
