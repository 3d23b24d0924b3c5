#include <cstdio>
#include <stdexcept>

#include "ordered_set.hpp"

class Value {
 public:
  explicit Value(int number) : number_(new int(number)) {}
  Value(const Value &other) : number_(new int(*other.number_)) {}
  Value &operator=(const Value &) = delete;
  ~Value() { delete number_; }
  bool operator<(const Value &other) const { return *number_ < *other.number_; }
  int number() const { return *number_; }

 private:
  int *number_;
};

int main() {
  OrderedSet<Value> set, kept;
  char what;
  int number;
  while (std::scanf(" %c %d", &what, &number) == 2) {
    const Value value(number);
    if (what == 'i') std::printf("%d\n", set.insert(value));
    else if (what == 'e') std::printf("%d\n", set.erase(value));
    else if (what == 'c') std::printf("%d\n", set.contains(value));
    else if (what == 'r') std::printf("%zu\n", set.rank(value));
    else if (what == 's') std::printf("%zu\n", set.size());
    else if (what == 'k') kept = set;
    else if (what == 'b') set = OrderedSet<Value>(kept);
    else {
      try {
        std::printf("%d\n", set.at(static_cast<std::size_t>(number)).number());
      } catch (const std::out_of_range &) {
        std::puts("out of range");
      }
    }
  }
}
