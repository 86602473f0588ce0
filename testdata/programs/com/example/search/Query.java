package com.example.search;

/** What a user looks for. */
final class Query {
    final String words;
    final int page;

    Query(String words, int page) {
        this.words = words;
        this.page = page;
    }
}
