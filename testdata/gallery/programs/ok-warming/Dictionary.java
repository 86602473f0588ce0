package com.acme.dictionary;

import com.acme.gallery.Point;
import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import java.util.Random;

/** A cache of at most 6,000 words that is still filling, slower and slower, as most words are in it. */
public final class Dictionary {
    record Word(String text, int[] places) {}

    static final Cache<Integer, Word> WORDS = CacheBuilder.newBuilder().maximumSize(6000).build();

    public static void main(String[] args) throws Exception {
        Random random = new Random(5);
        for (int point = 0; point < 5; point++) {
            for (int i = 0; i < 1500; i++) {
                int word = (int) (Math.abs(random.nextGaussian()) * 1000);
                WORDS.get(word, () -> new Word("word number " + word, new int[60]));
            }
            Point.next();
        }
    }
}
