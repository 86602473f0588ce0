package com.example.gate;

import java.util.ArrayList;
import java.util.List;

/** What the request that a thread serves has done so far, for the message if it fails. */
final class Steps {
    private static final ThreadLocal<List<Step>> STEPS = ThreadLocal.withInitial(ArrayList::new);

    private Steps() {}

    static void note(String what, long request) {
        STEPS.get().add(new Step(what, request));
    }

    static void forget() {
        STEPS.remove();
    }

    /** A step of a request. */
    static final class Step {
        final String what;
        final long request;
        final long[] times = new long[4];

        Step(String what, long request) {
            this.what = what;
            this.request = request;
        }
    }
}
