#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <string>

class Ledger {
 public:
  Ledger() {
    std::ifstream in(FILE_NAME);
    std::string name;
    for (long long balance; in >> name >> balance;) accounts_[name] = balance;
  }

  /** A new file takes the place of the old one at once. */
  void save() const {
    {
      std::ofstream out(NEW_FILE);
      for (const auto &[name, balance] : accounts_) out << name << ' ' << balance << '\n';
    }
    std::rename(NEW_FILE, FILE_NAME);
  }

  void add(const std::string &name, long long amount) { accounts_[name] += amount; }
  void move(const std::string &from, const std::string &to, long long amount) {
    if (!has(from) || !has(to)) return;
    if (accounts_[from] < amount) {
      std::cout << "not enough\n";
      return;
    }
    accounts_[from] -= amount;
    accounts_[to] += amount;
  }
  void show(const std::string &name) {
    if (has(name)) std::cout << accounts_[name] << '\n';
  }
  void close(const std::string &name) {
    if (has(name)) accounts_.erase(name);
  }
  void total() const {
    long long sum = 0;
    for (const auto &[name, balance] : accounts_) sum += balance;
    std::cout << accounts_.size() << ' ' << sum << '\n';
  }

 private:
  static constexpr const char *FILE_NAME = "accounts", *NEW_FILE = "accounts.new";
  bool has(const std::string &name) const {
    if (accounts_.count(name) > 0) return true;
    std::cout << "no account " << name << '\n';
    return false;
  }

  std::map<std::string, long long> accounts_;
};

int main() {
  Ledger ledger;
  std::string what, one, two;
  long long amount;
  while (std::cin >> what) {
    if (what == "crash") break;
    if (what == "add") std::cin >> one >> amount, ledger.add(one, amount);
    else if (what == "move") std::cin >> one >> two >> amount, ledger.move(one, two, amount);
    else if (what == "show") std::cin >> one, ledger.show(one);
    else if (what == "close") std::cin >> one, ledger.close(one);
    else if (what == "total") ledger.total();
  }
  ledger.save();
}
