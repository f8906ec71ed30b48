// core_tests [PART | -PART]: the tests whose names contain PART; or those whose names do not.
#include <cstring>

#include "check.hpp"

namespace {

bool is_chosen(const char* name, const char* by) {
  return *by == '-' ? std::strstr(name, by + 1) == nullptr : std::strstr(name, by) != nullptr;
}

}  // namespace

int main(int argc, char** argv) {
  int passed = 0, failed = 0;
  for (const check::Test& test : check::tests()) {
    if (argc > 1 && !is_chosen(test.name, argv[1])) continue;
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
