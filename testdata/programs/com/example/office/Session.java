package com.example.office;

import java.util.ArrayList;
import java.util.List;

/** What is known of a visitor, until the session expires. */
final class Session {
    final int number;
    final int expires; // tick
    final List<PageView> views = new ArrayList<>();

    Session(int number, int expires) {
        this.number = number;
        this.expires = expires;
    }

    static final class PageView {
        final int tick;
        final String page;

        PageView(int tick, String page) {
            this.tick = tick;
            this.page = page;
        }
    }
}
