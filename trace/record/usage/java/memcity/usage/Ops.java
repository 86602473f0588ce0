package memcity.usage;

import java.util.HashMap;
import java.util.Map;

/**
 * The methods whose calls are followed by a probe. Descriptors are abbreviated: L for any object, [ for any array. For methods with two or
 * more arguments, digits select those that the probe takes.
 */
final class Ops {
    /** Types of owners: collections, maps, iterators, streams. */
    static final int COLLECTION = 1, MAP = 2, ITERATOR = 4, STREAM = 8;

    private static final Map<String, Op> COLLECTIONS = new HashMap<>(), MAPS = new HashMap<>(), ITERATORS = new HashMap<>(),
            STREAMS = new HashMap<>(), STATICS = new HashMap<>();

    private static final String PROBE = "Probe", MAP_PROBES = "Maps", ITERATOR_PROBES = "Iters";

    static {
        add(COLLECTIONS, PROBE, "added", "add(L)Z offer(L)Z offerFirst(L)Z offerLast(L)Z addIfAbsent(L)Z add(L)V addFirst(L)V addLast(L)V"
                + " push(L)V addElement(L)V put(L)V putFirst(L)V putLast(L)V transfer(L)V tryTransfer(L)Z");
        add(COLLECTIONS, PROBE, "added", "push(L)L");
        add(COLLECTIONS, PROBE, "added", "add(IL)V:1 insertElementAt(LI)V:0 offer(LJL)Z:0 offerFirst(LJL)Z:0 offerLast(LJL)Z:0"
                + " tryTransfer(LJL)Z:0");
        add(COLLECTIONS, PROBE, "set", "set(IL)L:1");
        add(COLLECTIONS, PROBE, "replacedAll", "replaceAll(L)V setElementAt(LI)V:");
        add(COLLECTIONS, PROBE, "got", "get(I)L elementAt(I)L firstElement()L lastElement()L getFirst()L getLast()L element()L peek()L"
                + " peekFirst()L peekLast()L first()L last()L floor(L)L ceiling(L)L higher(L)L lower(L)L");
        add(COLLECTIONS, PROBE, "took", "remove(I)L remove()L removeFirst()L removeLast()L poll()L pollFirst()L pollLast()L pop()L take()L"
                + " takeFirst()L takeLast()L poll(JL)L: pollFirst(JL)L: pollLast(JL)L:");
        add(COLLECTIONS, PROBE, "removed", "remove(L)Z removeFirstOccurrence(L)Z removeLastOccurrence(L)Z removeElement(L)Z");
        add(COLLECTIONS, PROBE, "cutAt", "removeElementAt(I)V removeRange(II)V:0 setSize(I)V");
        add(COLLECTIONS, PROBE, "hit", "contains(L)Z indexOf(L)I lastIndexOf(L)I indexOf(LI)I:0 lastIndexOf(LI)I:0");
        add(COLLECTIONS, PROBE, "found", "search(L)I");
        add(COLLECTIONS, PROBE, "addedAll", "addAll(L)Z addAll(IL)Z:1 addAllAbsent(L)I");
        add(COLLECTIONS, PROBE, "changed", "removeAll(L)Z retainAll(L)Z");
        add(COLLECTIONS, PROBE, "removedIf", "removeIf(L)Z");
        add(COLLECTIONS, PROBE, "drained", "drainTo(L)I drainTo(LI)I:0");
        add(COLLECTIONS, PROBE, "cleared", "clear()V removeAllElements()V");
        add(COLLECTIONS, PROBE, "all", "toArray()[ toArray([)[ toArray(L)[ stream()L parallelStream()L spliterator()L forEach(L)V");
        add(COLLECTIONS, PROBE, "all", "copyInto([)V");
        add(COLLECTIONS, PROBE, "allOf", "containsAll(L)Z");
        add(COLLECTIONS, PROBE, "view", "subList(II)L: headSet(L)L tailSet(L)L subSet(LL)L: headSet(LZ)L: tailSet(LZ)L: subSet(LZLZ)L:");
        add(COLLECTIONS, PROBE, "wrapped", "descendingSet()L reversed()L");
        add(COLLECTIONS, PROBE, "made=", "clone()L");
        add(COLLECTIONS, ITERATOR_PROBES, "iterated", "iterator()L listIterator()L listIterator(I)L descendingIterator()L");
        add(COLLECTIONS, ITERATOR_PROBES, "elements", "elements()L");

        add(MAPS, MAP_PROBES, "got", "get(L)L");
        add(MAPS, MAP_PROBES, "gotOr", "getOrDefault(LL)L:01");
        add(MAPS, MAP_PROBES, "put", "put(LL)L:01 putFirst(LL)L:01 putLast(LL)L:01");
        add(MAPS, MAP_PROBES, "putIfAbsent", "putIfAbsent(LL)L:01");
        add(MAPS, MAP_PROBES, "computed", "computeIfAbsent(LL)L:0 computeIfPresent(LL)L:0 compute(LL)L:0 merge(LLL)L:0");
        add(MAPS, MAP_PROBES, "replaced", "replace(LL)L:01 replace(LLL)Z:012");
        add(MAPS, MAP_PROBES, "removed", "remove(L)L remove(LL)Z:01");
        add(MAPS, MAP_PROBES, "putAll", "putAll(L)V");
        add(MAPS, MAP_PROBES, "hit", "containsKey(L)Z");
        add(MAPS, MAP_PROBES, "valueHit", "containsValue(L)Z contains(L)Z");
        add(MAPS, MAP_PROBES, "keys", "keySet()L navigableKeySet()L descendingKeySet()L sequencedKeySet()L");
        add(MAPS, MAP_PROBES, "values", "values()L sequencedValues()L");
        add(MAPS, MAP_PROBES, "entries", "entrySet()L sequencedEntrySet()L");
        add(MAPS, MAP_PROBES, "keyGot", "firstKey()L lastKey()L floorKey(L)L ceilingKey(L)L higherKey(L)L lowerKey(L)L");
        add(MAPS, MAP_PROBES, "entryGot", "firstEntry()L lastEntry()L floorEntry(L)L ceilingEntry(L)L higherEntry(L)L lowerEntry(L)L");
        add(MAPS, MAP_PROBES, "entryTook", "pollFirstEntry()L pollLastEntry()L");
        add(MAPS, PROBE, "cleared", "clear()V");
        add(MAPS, PROBE, "replacedAll", "replaceAll(L)V");
        add(MAPS, PROBE, "all", "forEach(L)V");
        add(MAPS, PROBE, "view", "headMap(L)L tailMap(L)L subMap(LL)L: headMap(LZ)L: tailMap(LZ)L: subMap(LZLZ)L:");
        add(MAPS, PROBE, "wrapped", "descendingMap()L reversed()L");
        add(MAPS, PROBE, "made=", "clone()L");
        add(MAPS, ITERATOR_PROBES, "keys", "keys()L");
        add(MAPS, ITERATOR_PROBES, "elements", "elements()L");

        add(ITERATORS, ITERATOR_PROBES, "next", "next()L previous()L nextElement()L");
        add(ITERATORS, ITERATOR_PROBES, "hasNext", "hasNext()Z hasMoreElements()Z");
        add(ITERATORS, ITERATOR_PROBES, "removed", "remove()V");
        add(ITERATORS, ITERATOR_PROBES, "set", "set(L)V");
        add(ITERATORS, ITERATOR_PROBES, "added", "add(L)V");
        add(ITERATORS, ITERATOR_PROBES, "remaining", "forEachRemaining(L)V");

        add(STREAMS, PROBE, "made=", "collect(L)L collect(LLL)L toList()L");
        addStatics();
    }

    private Ops() {}

    private static void addStatics() {
        for (String name : ("unmodifiableCollection unmodifiableList unmodifiableSet unmodifiableMap unmodifiableSortedSet"
                + " unmodifiableSortedMap unmodifiableNavigableSet unmodifiableNavigableMap unmodifiableSequencedCollection"
                + " unmodifiableSequencedSet unmodifiableSequencedMap synchronizedCollection synchronizedList synchronizedSet synchronizedMap"
                + " synchronizedSortedSet synchronizedSortedMap synchronizedNavigableSet synchronizedNavigableMap asLifoQueue").split(" ")) {
            add(STATICS, PROBE, "wrapped", "java/util/Collections." + name + "(L)L");
        }
        for (String name : "checkedCollection checkedList checkedSet checkedSortedSet checkedNavigableSet checkedQueue".split(" ")) {
            add(STATICS, PROBE, "wrapped", "java/util/Collections." + name + "(LL)L:0");
        }
        for (String name : "checkedMap checkedSortedMap checkedNavigableMap".split(" ")) {
            add(STATICS, PROBE, "wrapped", "java/util/Collections." + name + "(LLL)L:0");
        }
        add(STATICS, PROBE, "setOf", "java/util/Collections.newSetFromMap(L)L");
        add(STATICS, PROBE, "addedArray", "java/util/Collections.addAll(L[)Z:01");
        add(STATICS, ITERATOR_PROBES, "iterated", "java/util/Collections.enumeration(L)L");
        add(STATICS, PROBE, "made=", "java/util/Collections.singleton(L)L java/util/Collections.singletonList(L)L"
                + " java/util/Collections.singletonMap(LL)L java/util/Collections.nCopies(IL)L java/util/Collections.list(L)L"
                + " java/util/Arrays.asList([)L java/util/List.copyOf(L)L java/util/Set.copyOf(L)L java/util/Map.copyOf(L)L"
                + " java/util/Map.ofEntries([)L java/util/concurrent/ConcurrentHashMap.newKeySet()L"
                + " java/util/concurrent/ConcurrentHashMap.newKeySet(I)L java/util/EnumSet.noneOf(L)L java/util/EnumSet.allOf(L)L"
                + " java/util/EnumSet.copyOf(L)L java/util/EnumSet.complementOf(L)L java/util/EnumSet.range(LL)L java/util/EnumSet.of(L[)L"
                + " java/util/HashMap.newHashMap(I)L java/util/LinkedHashMap.newLinkedHashMap(I)L java/util/HashSet.newHashSet(I)L"
                + " java/util/LinkedHashSet.newLinkedHashSet(I)L java/util/WeakHashMap.newWeakHashMap(I)L");
        StringBuilder arguments = new StringBuilder();
        for (int i = 0; i <= 20; i++) {
            for (String type : "List Set Map EnumSet".split(" ")) {
                add(STATICS, PROBE, "made=", "java/util/" + type + ".of(" + arguments + ")L");
            }
            arguments.append('L');
        }
        add(STATICS, PROBE, "made=", "java/util/List.of([)L java/util/Set.of([)L");
    }

    private static void add(Map<String, Op> to, String owner, String probe, String methods) {
        for (String m : methods.split(" ")) {
            int digits = m.indexOf(':');
            String method = digits < 0 ? m : m.substring(0, digits);
            to.put(method, new Op(owner, probe, digits < 0 ? null : m.substring(digits + 1)));
        }
    }

    /** Returns the probe after a call of a method, for an owner with the given types; null for none. */
    static Op of(int types, String shortened) {
        Op op = (types & COLLECTION) != 0 ? COLLECTIONS.get(shortened) : null;
        op = op == null && (types & MAP) != 0 ? MAPS.get(shortened) : op;
        op = op == null && (types & ITERATOR) != 0 ? ITERATORS.get(shortened) : op;
        return op == null && (types & STREAM) != 0 ? STREAMS.get(shortened) : op;
    }

    /** Reports whether any type has a method with that name and descriptor. */
    static boolean any(String shortened) {
        return of(COLLECTION | MAP | ITERATOR | STREAM, shortened) != null;
    }

    static Op ofStatic(String owner, String shortened) {
        return owner.startsWith("java/util/") ? STATICS.get(owner + "." + shortened) : null;
    }

    /** Returns a method's name and descriptor, abbreviated. */
    static String shorten(String name, String descriptor) {
        StringBuilder b = new StringBuilder(name.length() + 8).append(name);
        int i = 0;
        while (i < descriptor.length()) {
            char c = descriptor.charAt(i);
            b.append(c);
            if (c == '[') {
                while (descriptor.charAt(i) == '[') {
                    i++;
                }
                i = descriptor.charAt(i) == 'L' ? descriptor.indexOf(';', i) + 1 : i + 1;
            } else {
                i = c == 'L' ? descriptor.indexOf(';', i) + 1 : i + 1;
            }
        }
        return b.toString();
    }

    /** A probe: its class and name; whether it takes only the result; its arguments, or null for all of at most one. */
    static final class Op {
        final String owner;
        final String name;
        final boolean resultOnly;
        final String arguments;

        Op(String owner, String probe, String arguments) {
            this.owner = "memcity/usage/" + owner;
            resultOnly = probe.endsWith("=");
            name = resultOnly ? probe.substring(0, probe.length() - 1) : probe;
            this.arguments = arguments;
        }
    }
}
