#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <ctime>
#include <sys/wait.h>

// Each child burns a part, so that no single process reaches the limit of the kernel.
int main() {
  int a, b;
  if (std::scanf("%d %d", &a, &b) != 2) return 1;
  for (int part = 0; part < 4; ++part) {
    if (fork() == 0) {
      while (clock() < CLOCKS_PER_SEC * 6 / 10) continue;
      _exit(0);
    }
    wait(nullptr);
  }
  std::printf("%d\n", a + b);
}
