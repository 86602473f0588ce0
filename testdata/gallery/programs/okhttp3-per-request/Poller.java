package com.acme.weather;

import com.acme.gallery.Point;
import java.io.IOException;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** Makes a client for each request: each has a pool with an open connection and a thread. */
public final class Poller {
    static String poll(int city) throws IOException {
        OkHttpClient client = new OkHttpClient();
        Request request = new Request.Builder().url("http://localhost:" + System.getProperty("port") + "/city/" + city).build();
        try (Response response = client.newCall(request).execute()) {
            return response.body().string();
        }
    }

    public static void main(String[] args) throws IOException {
        int n = 0;
        for (int point = 0; point < 5; point++) {
            for (int i = 0; i < 15; i++) {
                poll(n++);
            }
            Point.next();
        }
        System.exit(0);
    }
}
