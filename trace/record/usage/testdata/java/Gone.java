import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Leaves collections, elements and a class loader to the GC, which must find that nothing else keeps them. */
public class Gone {
    static final Map<Object, Object> map = new ConcurrentHashMap<>();
    static final List<Object> list = new ArrayList<>();
    static WeakReference<Object> element;

    public static void main(String[] args) throws Exception {
        List<Object> kept = new ArrayList<>();
        WeakReference<Object> collection = leave(kept);
        WeakReference<Object> loader = load();
        for (WeakReference<?> r : new WeakReference<?>[] {collection, element, loader}) {
            while (r.get() != null) {
                System.gc();
                Thread.sleep(10);
            }
        }
        Thread.sleep(200);
        System.out.println(kept.size() + " " + map.size() + " " + list.size());
    }

    static WeakReference<Object> leave(List<Object> kept) {
        List<Object> lost = new ArrayList<>();
        lost.add("a");
        kept.add("b");
        Object o = new Object();
        element = new WeakReference<>(o);
        map.put(o, o);
        Unseen.clear(map);
        list.add("c");
        Unseen.add(list);
        list.get(1);
        return new WeakReference<>(lost);
    }

    static WeakReference<Object> load() throws Exception {
        URL own = Gone.class.getProtectionDomain().getCodeSource().getLocation();
        URLClassLoader loader = new URLClassLoader(new URL[] {own}, ClassLoader.getPlatformClassLoader());
        Class<?> c = loader.loadClass("Loaded");
        c.getMethod("run").invoke(null);
        loader.close();
        return new WeakReference<>(loader);
    }
}
