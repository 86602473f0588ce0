package com.example.catalog;

import com.example.config.Settings;
import com.example.dump.Dumps;
import com.example.log.RingLog;
import java.util.ArrayList;
import java.util.List;

/** A shop's catalogue, all of it in memory. */
public final class Main {
    private static final int POINTS = 3;
    private static final int ARTICLES = 1500;

    private Main() {}

    public static void main(String[] args) throws Exception {
        Settings settings = new Settings("catalog", 60);
        RingLog log = new RingLog(40);
        List<Article> articles = new ArrayList<>();
        for (int number = 1; number <= ARTICLES; number++) {
            Article article = new Article(number);
            articles.add(article);
            if (number % 40 == 0) {
                article.tag("new");
                article.review("as good as the last one");
            }
            if (number % 10 == 0) {
                article.name("la", "articulus " + number);
            }
        }
        for (int point = 0; point < POINTS; point++) {
            log.log("there are " + articles.size() + " articles");
            Dumps.next();
        }
        log.log(settings.get("catalog.option-1") + articles.get(0).number);
    }
}
