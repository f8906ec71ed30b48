// Hashing of integers for tables with open addressing, and random numbers by hashing a counter.
#pragma once

#include <cstdint>

namespace clearway {

// A bijection in which every bit of the key changes every bit of the result with probability near
// 1/2 (the finalizer of SplitMix64; Steele, Lea and Flood 2014). The keys are counters or pairs of
// counters: without mixing, consecutive keys form one long cluster, and every erasure with linear
// probing scans to its end.
constexpr std::uint64_t mixed(std::uint64_t key) {
  key = (key ^ key >> 30) * 0xbf58476d1ce4e5b9u;
  key = (key ^ key >> 27) * 0x94d049bb133111ebu;
  return key ^ key >> 31;
}

// The next number of the generator SplitMix64; `state` is its seed at first.
constexpr std::uint64_t next_random(std::uint64_t& state) {
  return mixed(state += 0x9e3779b97f4a7c15u);
}

}  // namespace clearway
