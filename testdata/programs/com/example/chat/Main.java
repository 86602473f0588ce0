package com.example.chat;

import com.example.config.Settings;
import com.example.dump.Dumps;
import com.example.log.RingLog;
import java.util.ArrayDeque;
import java.util.Queue;

/** A chat server: users come, say something, and go. At most forty are there at the same time. */
public final class Main {
    private static final int POINTS = 6;
    private static final int PER_POINT = 120;
    private static final int AT_ONCE = 40;

    private Main() {}

    public static void main(String[] args) throws Exception {
        Settings settings = new Settings("chat", 60);
        RingLog log = new RingLog(40);
        Room lobby = new Room();
        Queue<Connection> open = new ArrayDeque<>();
        int users = 0;
        for (int point = 0; point < POINTS; point++) {
            for (int i = 0; i < PER_POINT; i++) {
                String user = "user-" + ++users;
                open.add(new Connection(lobby, user));
                lobby.say(user + " is here");
                log.log(user);
                if (open.size() > AT_ONCE) {
                    open.remove().close();
                }
            }
            Dumps.next();
        }
        log.log(settings.get("chat.option-1"));
    }
}
