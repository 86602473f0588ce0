package com.acme.shop;

import com.acme.gallery.Point;
import java.io.IOException;
import org.apache.commons.httpclient.HttpClient;
import org.apache.commons.httpclient.MultiThreadedHttpConnectionManager;
import org.apache.commons.httpclient.methods.GetMethod;

/** Fetches prices from many hosts: the pool of each host stays, though its connection is long closed. */
public final class PriceFetcher {
    static final HttpClient http = new HttpClient(new MultiThreadedHttpConnectionManager());

    static String fetch(String host) throws IOException {
        GetMethod get = new GetMethod("http://" + host + ":" + System.getProperty("port") + "/prices");
        try {
            http.executeMethod(get);
            return get.getResponseBodyAsString();
        } finally {
            get.releaseConnection();
        }
    }

    public static void main(String[] args) throws IOException {
        int n = 0;
        for (int point = 0; point < 5; point++) {
            for (int i = 0; i < 600; i++, n++) {
                fetch("127.1." + (1 + n / 250) + "." + (1 + n % 250));
            }
            Point.next();
        }
    }
}
