template <int N, class T>
struct Deep {
  struct Left {};
  struct Right {};
  static constexpr int value = Deep<N - 1, Left>::value + Deep<N - 1, Right>::value;
};
template <class T>
struct Deep<0, T> {
  static constexpr int value = 1;
};
int main() { return Deep<40, int>::value; }
