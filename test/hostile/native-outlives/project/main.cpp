#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <csignal>

int main() {
  int a, b;
  if (std::scanf("%d %d", &a, &b) != 2) return 1;
  for (int i = 0; i < 3; ++i) {
    if (fork() != 0) continue;
    setsid();
    if (fork() != 0) _exit(0);
    for (int each = 1; each < 32; ++each) std::signal(each, SIG_IGN);
    usleep(300'000);
    std::printf("%d\n", a + b);
    std::fflush(stdout);
    for (;;) {
      const int out = open("/tmp/pe-hostile-outlives", O_CREAT | O_WRONLY, 0666);
      close(out);
      usleep(1000);
    }
  }
  return 0;
}
