package com.example.trial;

import java.util.ArrayList;
import java.util.List;

/** Healthy: a large job needs more and more memory, and then nothing any more. */
public class Released {
    static class Result {
        final double[] values = new double[100];
    }

    static List<Result> results = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        for (int dump = 0; dump < 8; dump++) {
            if (dump < 5) for (int i = 0; i < 2000; i++) results.add(new Result());
            else results = new ArrayList<>();
            Dump.now(args[0]);
        }
    }
}
