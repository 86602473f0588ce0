package com.example.prices;

import com.example.config.Settings;
import com.example.log.RingLog;
import java.util.Random;

/** Shows prices as they come, for three seconds; then works out the medians of many days as fast as it can. */
public final class Main {
    private static final int SHOWN = 300;
    private static final int DAYS = 6000;
    private static final int PER_DAY = 2000;

    private final Random random = new Random(1);
    private final RingLog log = new RingLog(40);

    private Main() {}

    public static void main(String[] args) throws Exception {
        Settings settings = new Settings("prices", 60);
        Main main = new Main();
        main.show();
        main.log.log(settings.get("prices.option-1") + " " + main.highest());
    }

    private void show() throws InterruptedException {
        for (int i = 0; i < SHOWN; i++) {
            StringBuilder board = new StringBuilder();
            for (int row = 0; row < 2000; row++) {
                board.append("price ").append(random.nextInt(1000)).append('\n');
            }
            log.log("board of " + board.length() + " characters");
            Thread.sleep(10);
        }
    }

    private double highest() {
        double[] prices = new double[PER_DAY];
        double highest = 0;
        for (int day = 0; day < DAYS; day++) {
            for (int i = 0; i < prices.length; i++) {
                prices[i] = random.nextDouble();
            }
            highest = Math.max(highest, Median.of(prices));
        }
        return highest;
    }
}
