package com.example.trial;

import java.util.Map;
import java.util.WeakHashMap;

/** Leaks: the values of a weak map refer to their keys. */
public class WeakValues {
    static class Widget {
        final byte[] data = new byte[500];
    }

    static class Style {
        final Widget owner;

        Style(Widget owner) { this.owner = owner; }
    }

    static class Styles {
        static final Map<Widget, Style> byWidget = new WeakHashMap<>();
    }

    public static void main(String[] args) throws Exception {
        for (int dump = 0; dump < 6; dump++) {
            for (int i = 0; i < 1000; i++) {
                Widget w = new Widget();
                Styles.byWidget.put(w, new Style(w));
            }
            Dump.now(args[0]);
        }
    }
}
