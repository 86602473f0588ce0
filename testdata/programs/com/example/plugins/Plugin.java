package com.example.plugins;

/** What a plug-in offers. */
public interface Plugin {
    String answer(String question);
}
