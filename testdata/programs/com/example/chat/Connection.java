package com.example.chat;

/** A user's connection, from when the user comes until the user goes. */
final class Connection {
    private final Room room;
    private final String user;
    private final byte[] buffer = new byte[640];
    private int heard;
    private boolean open = true;

    Connection(Room room, String user) {
        this.room = room;
        this.user = user;
        room.enter(this);
    }

    void hear(String words) {
        if (open) {
            buffer[heard++ % buffer.length] = (byte) words.length();
        }
    }

    void close() {
        room.say(user + " has gone");
        open = false;
    }
}
