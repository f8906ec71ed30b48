// A seeded fuzzer of the core: core_fuzz SECONDS [SEED [FOLDER]], or core_fuzz FILE... to repeat.
//
// Input i depends on the seed and i alone: random bytes, or mutated, truncated and joined bytes of
// the folder's files. A finding is written to finding-SEED-I.bin in the working directory and ends
// the run.
#include <sys/time.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/hash.hpp"
#include "session.hpp"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

using Input = std::vector<std::uint8_t>;

namespace {

constexpr int patience = 60;  // seconds of CPU time for one input

Input current;
std::string current_name;

void keep_current() {
  std::ofstream(current_name, std::ios::binary)
      .write(reinterpret_cast<const char*>(current.data()),
             static_cast<std::streamsize>(current.size()));
  std::fprintf(stderr, "input kept in %s\n", current_name.c_str());
}

void on_signal(int signal) {
  if (signal == SIGVTALRM) std::fprintf(stderr, "finding: more than %d s\n", patience);
  keep_current();
  std::_Exit(1);
}

struct Random {
  std::uint64_t state;
  std::uint64_t next() { return clearway::mixed(state += 0x9e3779b97f4a7c15u); }  // SplitMix64
  std::size_t below(std::size_t n) { return next() % n; }
};

Input read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return Input(std::istreambuf_iterator<char>(file), {});
}

Input make(std::uint64_t seed, std::uint64_t number, const std::vector<Input>& corpus) {
  Random random{seed * 0x2545f4914f6cdd1dU + number};
  random.next();
  Input out(16 + random.below(400));
  for (std::uint8_t& b : out) b = static_cast<std::uint8_t>(random.next());
  if (corpus.empty() || random.below(2)) return out;
  // The beginning of one input, another one's end, a few bytes changed.
  Input mixed = corpus[random.below(corpus.size())];
  mixed.resize(random.below(mixed.size() + 1));
  const Input& tail = random.below(2) ? corpus[random.below(corpus.size())] : out;
  mixed.insert(mixed.end(), tail.begin() + static_cast<std::ptrdiff_t>(random.below(tail.size())),
               tail.end());
  for (std::size_t changes = random.below(6); changes > 0 && !mixed.empty(); --changes)
    mixed[random.below(mixed.size())] = static_cast<std::uint8_t>(random.next());
  return mixed;
}

void run(const Input& input, const std::string& name) {
  current = input;
  current_name = name;
  const itimerval limit{{0, 0}, {patience, 0}};
  setitimer(ITIMER_VIRTUAL, &limit, nullptr);
  fuzz::Session session{fuzz::Bytes(input)};
  try {
    session.run();
  } catch (const std::exception& e) {
    std::fprintf(stderr, "finding: %s\n", e.what());
    session.describe();
    std::abort();
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGABRT, on_signal);
  std::signal(SIGVTALRM, on_signal);
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_set_death_callback(keep_current);
#endif
  if (argc < 2) {
    std::fprintf(stderr, "core_fuzz SECONDS [SEED [FOLDER]], or core_fuzz FILE...\n");
    return 2;
  }
  if (std::filesystem::exists(argv[1])) {
    for (int i = 1; i < argc; ++i) run(read(argv[i]), std::string(argv[i]) + ".again");
    std::printf("%d inputs repeated\n", argc - 1);
    return 0;
  }
  const double seconds = std::atof(argv[1]);
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  std::vector<Input> corpus;
  if (argc > 3) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(argv[3]))
      paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    for (const auto& path : paths) {
      corpus.push_back(read(path));
      if (corpus.back().empty()) corpus.pop_back();
    }
    for (std::size_t i = 0; i < corpus.size(); ++i)
      run(corpus[i], "finding-corpus-" + std::to_string(i) + ".bin");
  }
  const auto used = [] { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; };
  std::uint64_t number = 0;
  for (; used() < seconds; ++number)
    run(make(seed, number, corpus),
        "finding-" + std::to_string(seed) + "-" + std::to_string(number) + ".bin");
  std::printf("%llu inputs in %.0f s of CPU time, seed %llu: nothing found\n",
              static_cast<unsigned long long>(number + corpus.size()), used(),
              static_cast<unsigned long long>(seed));
  return 0;
}
