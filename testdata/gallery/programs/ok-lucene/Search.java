package com.acme.search;

import com.acme.gallery.Point;
import java.util.Random;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;

/** An index in memory that is written once and searched from then on. */
public final class Search {
    static final Directory directory = new ByteBuffersDirectory();

    public static void main(String[] args) throws Exception {
        Random random = new Random(3);
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
            for (int i = 0; i < 1000; i++) {
                Document document = new Document();
                String text = "word" + random.nextInt(200) + " word" + random.nextInt(200);
                document.add(new TextField("text", text, Field.Store.YES));
                writer.addDocument(document);
            }
        }
        IndexSearcher searcher = new IndexSearcher(DirectoryReader.open(directory));
        for (int point = 0; point < 5; point++) {
            for (int i = 0; i < 500; i++) {
                for (ScoreDoc hit : searcher.search(new TermQuery(new Term("text", "word" + random.nextInt(200))), 10).scoreDocs) {
                    searcher.doc(hit.doc);
                }
            }
            Point.next();
        }
        System.exit(0);
    }
}
