package memcity.usage;

import java.util.Arrays;
import java.util.HashMap;

/** The numbers of sites and types. A text is written when its number is first used. */
final class Names {
    private static final HashMap<String, Integer> SITES = new HashMap<>();
    /** Texts that are not written yet, by number. */
    private static volatile String[] texts = new String[1024];
    private static String[] all = texts.clone();
    private static int last;

    private static final ClassValue<Integer> TYPES = new ClassValue<Integer>() {
        @Override
        protected Integer computeValue(Class<?> type) {
            String name = type.getTypeName();
            int hidden = name.indexOf('/');
            return number(hidden < 0 ? name : name.substring(0, hidden));
        }
    };

    static synchronized int site(String text) {
        Integer n = SITES.get(text);
        if (n == null) {
            n = number(text);
            SITES.put(text, n);
        }
        return n;
    }

    private static synchronized int number(String text) {
        last++;
        if (last >= texts.length) {
            texts = Arrays.copyOf(texts, texts.length * 2);
            all = Arrays.copyOf(all, texts.length);
        }
        texts[last] = all[last] = text;
        return last;
    }

    /** Marks all texts as not written, for another recording. */
    static synchronized void again() {
        texts = all.clone();
    }

    /** Returns the number of an object's type, after its text is written; 0 for null. */
    static int type(Object o) {
        return o == null ? 0 : written(TYPES.get(o.getClass()));
    }

    /** Returns the number, after its text is written. */
    static int written(int number) {
        if (number != 0 && texts[number] != null) {
            write(number);
        }
        return number;
    }

    private static synchronized void write(int number) {
        if (texts[number] != null) {
            Records.string(number, texts[number]);
            texts[number] = null;
        }
    }
}
