package com.example.plugins;

import java.util.ArrayList;
import java.util.List;

/** Holds the plug-in in use, and asks all that are registered. */
final class Host {
    private final List<Plugin> registered = new ArrayList<>();
    private Plugin current;

    /** Loads the plug-in anew, as when its file has changed. */
    void reload() throws ReflectiveOperationException {
        ClassLoader loader = new PluginClassLoader("com.example.plugins.greeter.");
        current = (Plugin) loader.loadClass("com.example.plugins.greeter.Greeter").getConstructor().newInstance();
        registered.add(current);
    }

    String ask(String question) {
        String answer = "";
        for (Plugin plugin : registered) {
            answer = plugin.answer(question);
        }
        return answer;
    }
}
