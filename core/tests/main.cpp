// core_tests [PART | -PART] [K/N]: the tests whose names contain PART, or those whose names do not;
// of these every N-th, beginning with the K-th (from 1), so that N processes share them.
#include <cstdio>
#include <cstring>

#include "check.hpp"

namespace {

bool is_chosen(const char* name, const char* by) {
  return *by == '-' ? std::strstr(name, by + 1) == nullptr : std::strstr(name, by) != nullptr;
}

}  // namespace

int main(int argc, char** argv) {
  const char* by = "";
  int mine = 1, processes = 1;
  for (int i = 1; i < argc; ++i)
    if (std::sscanf(argv[i], "%d/%d", &mine, &processes) != 2) by = argv[i];
  if (mine < 1 || mine > processes) {
    std::printf("core_tests: K/N with 1 <= K <= N\n");
    return 2;
  }
  int chosen = 0, passed = 0, failed = 0;
  for (const check::Test& test : check::tests()) {
    if (!is_chosen(test.name, by) || chosen++ % processes != mine - 1) continue;
    check::failures = 0;
    test.run();
    if (check::failures == 0) {
      ++passed;
    } else {
      ++failed;
      std::printf("FAILED %s (%d checks)\n", test.name, check::failures);
    }
  }
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}
