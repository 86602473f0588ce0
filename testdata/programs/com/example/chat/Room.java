package com.example.chat;

import java.util.ArrayList;
import java.util.List;

/** A room: what is said in it is passed on to all who listen. */
final class Room {
    private final List<Connection> listeners = new ArrayList<>();

    void enter(Connection connection) {
        listeners.add(connection);
    }

    void leave(Connection connection) {
        listeners.remove(connection);
    }

    void say(String words) {
        for (Connection listener : listeners) {
            listener.hear(words);
        }
    }
}
