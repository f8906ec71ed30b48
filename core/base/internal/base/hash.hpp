// Hashing of integers for tables with open addressing.
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

}  // namespace clearway
