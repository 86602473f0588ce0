package com.example.people;

import com.example.config.Settings;
import com.example.dump.Dumps;
import com.example.log.RingLog;
import java.util.LinkedList;
import java.util.List;

/**
 * The example of Memory Cities (section VII-D): persons are added to a linked list and never removed. Each is six
 * objects: a node, the person, two strings, and their characters.
 */
public final class Main {
    private static final int POINTS = 23;
    private static final int PER_POINT = 200;

    private static final List<Person> persons = new LinkedList<>();

    private Main() {}

    public static void main(String[] args) throws Exception {
        Settings settings = new Settings("people", 120);
        RingLog log = new RingLog(200);
        Lookup lookup = new Lookup();
        Names names = new Names();
        for (int point = 0; point < POINTS; point++) {
            for (int i = 0; i < PER_POINT; i++) {
                persons.add(new Person(names.next(), names.next()));
                if (i % 5 == 0) {
                    log.log("added person " + persons.size());
                    lookup.put(persons.size() / 3, new Lookup.Answer(persons.size()));
                }
            }
            Dumps.next();
        }
        log.log(settings.get("people.option-1"));
    }
}
