package com.example.trial;

import java.util.ArrayList;
import java.util.List;

/** Leaks: dialogs register with the event bus and never leave it. */
public class Listeners {
    interface Listener { void changed(String what); }

    static class EventBus {
        private final List<Listener> listeners = new ArrayList<>();

        void register(Listener l) { listeners.add(l); }

        void fire(String what) { for (Listener l : listeners) l.changed(what); }
    }

    static class Application {
        static final Application INSTANCE = new Application();
        final EventBus bus = new EventBus();
        final List<String> log = new ArrayList<>();
    }

    static class Dialog {
        final byte[] pixels = new byte[2000];
        String title;

        Dialog(String title) {
            this.title = title;
            Application.INSTANCE.bus.register(what -> this.title = what);
        }
    }

    public static void main(String[] args) throws Exception {
        for (int dump = 0; dump < 6; dump++) {
            for (int i = 0; i < 300; i++) new Dialog("dialog " + i);
            Application.INSTANCE.bus.fire("shown");
            Dump.now(args[0]);
        }
    }
}
