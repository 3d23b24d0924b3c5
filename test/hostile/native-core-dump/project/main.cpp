#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

int main() {
  const rlimit none{RLIM_INFINITY, RLIM_INFINITY};
  setrlimit(RLIMIT_CORE, &none);
  prctl(PR_SET_DUMPABLE, 1);
  for (int i = 0; i < 4; ++i)
    if (fork() == 0) {
      std::memset(std::malloc(8 << 20), 1, 8 << 20);
      std::abort();
    }
  while (wait(nullptr) > 0) continue;
  std::abort();
}
