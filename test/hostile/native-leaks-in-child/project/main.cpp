#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <csignal>
#include <sys/wait.h>

static void work() {
  int a, b;
  if (std::scanf("%d %d", &a, &b) == 2) std::printf("%d\n", a + b);
  std::fflush(stdout);
  volatile char *lost = static_cast<char *>(std::malloc(100));
  lost[0] = 1;
  lost = nullptr;
}

int main() {
  int ready[2];
  char byte;
  if (pipe(ready) != 0) return 1;
  const pid_t child = fork();
  if (child < 0) {
    work();
    return 0;
  }
  if (child == 0) {
    work();
    write(ready[1], "x", 1);
    for (;;) pause();
  }
  read(ready[0], &byte, 1);
  kill(child, SIGKILL);
  wait(nullptr);
  _exit(0);
}
