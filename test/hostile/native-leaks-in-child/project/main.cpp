#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <csignal>
#include <sys/wait.h>

int main() {
  if (fork() == 0) {
    int a, b;
    if (std::scanf("%d %d", &a, &b) == 2) std::printf("%d\n", a + b);
    std::fflush(stdout);
    volatile char *lost = static_cast<char *>(std::malloc(100));
    lost[0] = 1;
    lost = nullptr;
    kill(getpid(), SIGKILL);
  }
  wait(nullptr);
  _exit(0);
}
