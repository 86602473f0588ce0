package memcity.usage;

import java.util.ArrayList;
import java.util.List;

/** Where records go if the native agent takes them, which binds the methods. */
final class Out implements Sink {
    private static final int AT_ONCE = 1024;

    /** Takes whole records. */
    static native void send(byte[] bytes, int length);

    /** Sends which objects of the heap some collections are, and sets the numbers of those that are known to 0. */
    static native void slots(Object[] collections, long[] numbers);

    @Override
    public void write(byte[] bytes, int length) {
        send(bytes, length);
    }

    /** Sends which objects the collections are, after a look at the heap has numbered its objects; of each once. */
    static void place() {
        List<Coll> rest = new ArrayList<>();
        for (Coll c : Known.all(false)) {
            if (!c.placed) {
                rest.add(c);
            }
        }
        for (int from = 0; from < rest.size(); from += AT_ONCE) {
            place(rest.subList(from, Math.min(rest.size(), from + AT_ONCE)));
        }
    }

    private static void place(List<Coll> some) {
        Object[] collections = new Object[some.size()];
        long[] numbers = new long[some.size()];
        for (int i = 0; i < numbers.length; i++) {
            collections[i] = some.get(i).get();
            numbers[i] = some.get(i).number;
        }
        slots(collections, numbers);
        for (int i = 0; i < numbers.length; i++) {
            some.get(i).placed = numbers[i] == 0;
        }
    }
}
