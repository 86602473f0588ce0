import java.util.*;

/** Makes objects that die for a while, then as many as asked for that are kept, by the same methods and a chain of calls of its own. */
public class Phases {
    static class Item { long a, b; }
    static final List<Object> kept = new ArrayList<>();
    static volatile Object sink; // volatile, so that no compiler leaves an allocation out

    static Item make() { return new Item(); }
    static Item first() { return make(); }
    static Item second() { return first(); }
    static Item third() { return second(); }

    static void drop(int n) {
        for (int i = 0; i < n; i++) sink = (i & 1) == 0 ? third() : make();
    }

    static void keep(int n) {
        for (int i = 0; i < n; i++) kept.add(third());
    }

    static void keepElsewhere(int n) {
        for (int i = 0; i < n; i++) kept.add(make());
    }

    public static void main(String[] args) throws Exception {
        drop(6_000_000);
        keep(200_000);
        keepElsewhere(50_000);
        System.gc();
        Thread.sleep(200);
        System.out.println("ready");
        while (System.in.read() >= 0) {
        }
    }
}
