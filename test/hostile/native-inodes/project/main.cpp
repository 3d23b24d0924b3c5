#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

int main() {
  for (long i = 0; i < 10'000'000; ++i) {
    const std::string name = std::to_string(i);
    const int out = open(("f" + name).c_str(), O_CREAT | O_WRONLY, 0600);
    if (out >= 0) close(out);
    mkdir(("d" + name).c_str(), 0700);
    link("code", ("l" + name).c_str());
    symlink(name.c_str(), ("s" + name).c_str());
    mkfifo(("p" + name).c_str(), 0600);
    mknod(("/tmp/n" + name).c_str(), S_IFREG | 0600, 0);
  }
}
