// A program that keeps 3,000 orders of 200 bytes and 1,500 notes of 64 bytes.
#include <cstdlib>
#include <cstring>

namespace shop {

struct Order {
  char bytes[200];
};

static Order* orders[3000];
char* notes[3000];

class Cart {
 public:
  __attribute__((noinline)) void add(int i) { orders[i] = make(i); }

 private:
  __attribute__((always_inline)) inline Order* make(int i) {
    Order* o = static_cast<Order*>(malloc(sizeof(Order)));
    memset(o, i, sizeof *o);
    return o;
  }
};

__attribute__((noinline)) void note(int i) {
  notes[i] = static_cast<char*>(malloc(64));
  notes[i][0] = 1;
}

}  // namespace shop

__attribute__((noinline)) static void serve(int i) {
  shop::Cart cart;
  cart.add(i);
  if (i % 2 == 0) shop::note(i);
}

int main() {
  for (int i = 0; i < 3000; i++) serve(i);
  _Exit(shop::orders[17]->bytes[3] == 17 && shop::notes[18][0] == 1 ? 0 : 1);
}
