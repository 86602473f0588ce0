package memcity.usage;

import java.io.InputStream;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import memcity.usage.asm.ClassReader;

/** Determines which classes are collections, maps and iterators. It does not load classes of the program, but reads their files. */
@SuppressWarnings("removal")
final class Types {
    /** Unknown: the probe checks the object. */
    static final int UNKNOWN = Ops.COLLECTION | Ops.MAP | Ops.ITERATOR;

    private static final ThreadLocal<Boolean> READING = new ThreadLocal<>();
    private static final ConcurrentHashMap<String, Integer> JDK = new ConcurrentHashMap<>();
    private static final Map<ClassLoader, ConcurrentHashMap<String, Integer>> LOADERS = new WeakHashMap<>();

    private final ClassLoader loader;
    private final ConcurrentHashMap<String, Integer> known;

    private Types(ClassLoader loader, ConcurrentHashMap<String, Integer> known) {
        this.loader = loader;
        this.known = known;
    }

    static Types of(ClassLoader loader) {
        synchronized (LOADERS) {
            return new Types(loader, LOADERS.computeIfAbsent(loader, l -> new ConcurrentHashMap<>()));
        }
    }

    /** Records the types of a class that is being loaded. */
    void define(String name, String superName, String[] interfaces) {
        int types = superName == null ? 0 : types(superName);
        for (String i : interfaces) {
            types |= types(i);
        }
        known.put(name, types);
    }

    /** Returns the types of {@link Ops} for a class, by its internal name. */
    int types(String name) {
        if (name.startsWith("[")) {
            return 0;
        }
        if (name.startsWith("java/")) {
            Integer types = JDK.get(name);
            if (types == null) {
                types = ofJdk(name);
                JDK.put(name, types);
            }
            return types;
        }
        Integer types = known.get(name);
        if (types == null) {
            if (READING.get() != null) {
                return UNKNOWN;
            }
            types = read(name);
            known.put(name, types);
        }
        return types;
    }

    private static int ofJdk(String name) {
        if (name.equals("java/lang/Iterable")) {
            return Ops.COLLECTION;
        }
        if (!name.startsWith("java/util/")) {
            return 0;
        }
        try {
            Class<?> c = Class.forName(name.replace('/', '.'), false, null);
            return (Collection.class.isAssignableFrom(c) ? Ops.COLLECTION : 0) | (Map.class.isAssignableFrom(c) ? Ops.MAP : 0)
                    | (Iterator.class.isAssignableFrom(c) || Enumeration.class.isAssignableFrom(c) ? Ops.ITERATOR : 0)
                    | (Stream.class.isAssignableFrom(c) ? Ops.STREAM : 0)
                    // A dictionary is a map in all but name.
                    | (name.equals("java/util/Dictionary") ? Ops.MAP : 0);
        } catch (ClassNotFoundException | LinkageError e) {
            return 0;
        }
    }

    private int read(String name) {
        READING.set(true);
        ClassReader file;
        try {
            file = AccessController.doPrivileged((PrivilegedAction<ClassReader>) () -> open(name));
        } finally {
            READING.remove();
        }
        if (file == null) {
            return UNKNOWN;
        }
        int types = file.getSuperName() == null ? 0 : types(file.getSuperName());
        for (String i : file.getInterfaces()) {
            types |= types(i);
        }
        return types;
    }

    private ClassReader open(String name) {
        String path = name + ".class";
        try (InputStream in = loader == null ? ClassLoader.getSystemResourceAsStream(path) : loader.getResourceAsStream(path)) {
            return in == null ? null : new ClassReader(in);
        } catch (Exception | LinkageError e) {
            return null;
        }
    }
}
