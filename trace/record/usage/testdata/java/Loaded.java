import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Is loaded by a loader that goes away. Its own types are elements, keys and a collection. */
public class Loaded extends ArrayList<Loaded> {
    static final Map<Loaded, List<Loaded>> all = new IdentityHashMap<>();

    public static void run() {
        Loaded l = new Loaded();
        l.add(l);
        for (Loaded each : l) {
            all.put(each, l);
        }
        all.values().forEach(List::size);
        all.get(l);
    }
}
