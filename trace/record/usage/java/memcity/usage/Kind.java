package memcity.usage;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The properties of a class of collections. */
final class Kind {
    /** Classes of java.util that store their elements themselves, so that reading them runs no code of the program. */
    private static final Set<String> READABLE = names("java.util.", "ArrayList LinkedList Vector Stack ArrayDeque PriorityQueue HashSet"
            + " LinkedHashSet TreeSet HashMap LinkedHashMap TreeMap Hashtable Properties IdentityHashMap WeakHashMap EnumMap RegularEnumSet"
            + " JumboEnumSet Arrays$ArrayList ImmutableCollections$ListN ImmutableCollections$List12 ImmutableCollections$SetN"
            + " ImmutableCollections$Set12 ImmutableCollections$MapN ImmutableCollections$Map1 Collections$EmptyList Collections$EmptySet"
            + " Collections$EmptyMap Collections$SingletonList Collections$SingletonSet Collections$SingletonMap Collections$CopiesList");
    private static final Set<String> CONCURRENT = names("java.util.concurrent.", "ConcurrentHashMap ConcurrentHashMap$KeySetView"
            + " ConcurrentLinkedQueue ConcurrentLinkedDeque ConcurrentSkipListMap ConcurrentSkipListSet CopyOnWriteArrayList"
            + " CopyOnWriteArraySet LinkedBlockingQueue LinkedBlockingDeque ArrayBlockingQueue PriorityBlockingQueue DelayQueue"
            + " LinkedTransferQueue SynchronousQueue");
    /** Readable classes whose size is not just a field: reading it takes a lock or involves the GC. */
    private static final Set<String> COSTLY = names("java.util.", "Vector Stack Hashtable Properties WeakHashMap");

    private static final ClassValue<Kind> KINDS = new ClassValue<Kind>() {
        @Override
        protected Kind computeValue(Class<?> type) {
            return new Kind(type);
        }
    };

    final boolean map;
    /** True if it contains no equal elements. */
    final boolean unique;
    /** True if elements are compared by identity. */
    final boolean identity;
    /** True if iterating over it runs no code of the program. */
    final boolean readable;
    /** True if its size is a field. */
    final boolean sized;
    /** True if keys that differ may be equal, so that values are needed to find entries. */
    final boolean valued;

    private Kind(Class<?> type) {
        String name = type.getName();
        boolean boot = type.getClassLoader() == null;
        map = Map.class.isAssignableFrom(type);
        unique = map || Set.class.isAssignableFrom(type);
        identity = boot && name.equals("java.util.IdentityHashMap");
        readable = boot && (READABLE.contains(name) || CONCURRENT.contains(name));
        sized = boot && READABLE.contains(name) && !COSTLY.contains(name);
        valued = map && (!readable || java.util.SortedMap.class.isAssignableFrom(type));
    }

    /** Returns the kind of an object; null if it is neither a collection nor a map. */
    static Kind of(Object o) {
        return o instanceof Collection || o instanceof Map ? KINDS.get(o.getClass()) : null;
    }

    private static Set<String> names(String prefix, String list) {
        Set<String> names = new HashSet<>();
        for (String name : list.split(" ")) {
            names.add(prefix + name);
        }
        return names;
    }
}
