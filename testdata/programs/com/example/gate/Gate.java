package com.example.gate;

/** Serves requests. */
final class Gate {
    private Gate() {}

    static void serve(long request) {
        Steps.note("received", request);
        if (request % 3 == 0) {
            Steps.note("looked up", request);
        }
        Steps.note("answered", request);
    }
}
