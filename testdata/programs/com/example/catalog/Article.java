package com.example.catalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An article. Hardly any has been reviewed, and few are translated. */
final class Article {
    final int number;
    private final List<String> tags = new ArrayList<>(16);
    private final List<String> reviews = new ArrayList<>(20);
    private final Map<String, String> names = new HashMap<>(32);

    Article(int number) {
        this.number = number;
    }

    void tag(String tag) {
        tags.add(tag);
    }

    void review(String words) {
        reviews.add(words);
    }

    void name(String language, String name) {
        names.put(language, name);
    }
}
