package com.acme.payroll;

import com.acme.gallery.Point;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Fills a list and clears it, again and again; the points are at different times of that. */
public final class Payroll {
    record Slip(int employee, String text, double[] parts) {}

    private final List<Slip> batch = new ArrayList<>();

    void run(int upTo) {
        for (int i = batch.size(); i < upTo; i++) {
            batch.add(new Slip(i, "slip of employee " + i, new double[12]));
        }
    }

    public static void main(String[] args) throws IOException {
        Payroll payroll = new Payroll();
        for (int slips : new int[] {2000, 2600, 700, 3200, 1300}) {
            payroll.run(3500);
            payroll.batch.clear();
            payroll.run(slips);
            Point.next();
            payroll.batch.clear();
        }
    }
}
