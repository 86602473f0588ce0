package memcity.usage;

import java.util.ArrayList;
import java.util.List;

/** Sends records to the native agent, which binds the native methods. */
final class Out implements Sink {
    private static final int AT_ONCE = 1024;

    /** Sends complete records. */
    static native void send(byte[] bytes, int length);

    /** Sends the slots of collections in the heap, and sets the numbers of those with a slot to 0. */
    static native void slots(Object[] collections, long[] numbers);

    @Override
    public void write(byte[] bytes, int length) {
        send(bytes, length);
    }

    /** Sends the slots of the collections, each once, after a heap walk has numbered the objects. */
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
