#include "/dev/zero"
#include __FILE__
int main() {}
