#pragma once
#include <cstddef>
#include <stdexcept>

/** A search tree that is balanced by drawn priorities. Each node knows how many values are below it. */
template <class T>
class OrderedSet {
 public:
  OrderedSet() = default;
  OrderedSet(const OrderedSet &other) : root_(copy(other.root_)) {}
  OrderedSet &operator=(const OrderedSet &other) {
    if (this == &other) return *this;
    Node *const old = root_;
    root_ = copy(other.root_);
    release(old);
    return *this;
  }
  ~OrderedSet() { release(root_); }

  bool insert(const T &value) {
    if (contains(value)) return false;
    Node *left, *right;
    split(root_, value, left, right);
    root_ = join(join(left, new Node(value, draw())), right);
    return true;
  }
  bool erase(const T &value) {
    Node **at = &root_;
    if (!contains(value)) return false;
    while ((*at)->value < value || value < (*at)->value) {
      --(*at)->size;
      at = value < (*at)->value ? &(*at)->left : &(*at)->right;
    }
    Node *const old = *at;
    *at = join(old->left, old->right);
    delete old;
    return true;
  }
  bool contains(const T &value) const {
    const Node *at = root_;
    while (at != nullptr) {
      if (value < at->value) at = at->left;
      else if (at->value < value) at = at->right;
      else return true;
    }
    return false;
  }
  std::size_t rank(const T &value) const {
    std::size_t smaller = 0;
    for (const Node *at = root_; at != nullptr;) {
      if (at->value < value) {
        smaller += count(at->left) + 1;
        at = at->right;
      } else {
        at = at->left;
      }
    }
    return smaller;
  }
  const T &at(std::size_t k) const {
    if (k >= size()) throw std::out_of_range("at");
    const Node *node = root_;
    while (k != count(node->left)) {
      if (k < count(node->left)) {
        node = node->left;
      } else {
        k -= count(node->left) + 1;
        node = node->right;
      }
    }
    return node->value;
  }
  std::size_t size() const { return count(root_); }

 private:
  struct Node {
    Node(const T &given, unsigned drawn) : value(given), priority(drawn) {}
    T value;
    unsigned priority;
    std::size_t size = 1;
    Node *left = nullptr, *right = nullptr;
  };

  static std::size_t count(const Node *node) { return node == nullptr ? 0 : node->size; }
  static Node *counted(Node *node) {
    node->size = count(node->left) + 1 + count(node->right);
    return node;
  }
  static Node *join(Node *left, Node *right) {
    if (left == nullptr) return right;
    if (right == nullptr) return left;
    if (left->priority > right->priority) {
      left->right = join(left->right, right);
      return counted(left);
    }
    right->left = join(left, right->left);
    return counted(right);
  }
  static void split(Node *node, const T &value, Node *&left, Node *&right) {
    if (node == nullptr) {
      left = right = nullptr;
    } else if (node->value < value) {
      split(node->right, value, node->right, right);
      left = counted(node);
    } else {
      split(node->left, value, left, node->left);
      right = counted(node);
    }
  }
  static Node *copy(const Node *from) {
    if (from == nullptr) return nullptr;
    Node *const node = new Node(from->value, from->priority);
    node->left = copy(from->left);
    node->right = copy(from->right);
    return counted(node);
  }
  static void release(Node *node) {
    if (node == nullptr) return;
    release(node->left);
    release(node->right);
    delete node;
  }
  unsigned draw() {
    seed_ ^= seed_ << 13, seed_ ^= seed_ >> 17, seed_ ^= seed_ << 5;
    return seed_;
  }

  Node *root_ = nullptr;
  unsigned seed_ = 2463534242u;
};
