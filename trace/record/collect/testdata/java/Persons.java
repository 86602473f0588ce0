import java.util.*;

/** Keeps 250 more persons in a list after each of eight steps, and makes garbage. Traces of the AntTracks VM exist of the same program. */
public class Persons {
    static class Person {
        final String name;
        Person(String name) { this.name = name; }
    }
    static final LinkedList<Person> people = new LinkedList<>();
    static volatile Object sink; // volatile, so that no compiler leaves an allocation out

    static Person person(int i) { return new Person(name(i)); }

    static String name(int i) {
        char[] letters = new char[12];
        Arrays.fill(letters, (char) ('a' + i % 26));
        return new String(letters);
    }

    static void waste() {
        for (int i = 0; i < 1200; i++) sink = new int[1000];
    }

    public static void main(String[] args) throws Exception {
        for (int step = 0; step < 8; step++) {
            for (int i = 0; i < 250; i++) people.add(person(i));
            waste();
            System.gc();
        }
        System.out.println("ready");
        while (System.in.read() >= 0) {
        }
    }
}
