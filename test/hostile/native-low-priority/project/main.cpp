#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <csignal>
#include <sched.h>
#include <sys/resource.h>

int main() {
  int a, b;
  if (std::scanf("%d %d", &a, &b) != 2) return 1;
  const sched_param least{0};
  sched_setscheduler(0, SCHED_IDLE, &least);
  setpriority(PRIO_PROCESS, 0, 19);
  if (fork() == 0) {
    kill(getppid(), SIGSTOP);
    for (volatile unsigned long i = 0; i < 20'000'000'000ul; i = i + 1) continue;
    kill(getppid(), SIGCONT);
    _exit(0);
  }
  for (int i = 0; i < 1000; ++i) raise(SIGSTOP);
  std::printf("%d\n", a + b);
}
