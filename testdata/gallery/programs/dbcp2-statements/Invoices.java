package com.acme.billing;

import com.acme.gallery.Point;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import org.apache.commons.dbcp2.BasicDataSource;

/** Puts numbers into the text of SQL: each text is another prepared statement, and the pool keeps them all. */
public final class Invoices {
    static final BasicDataSource pool = new BasicDataSource();

    static int sum(int customer) throws Exception {
        String sql = "select sum(amount) from invoice where customer = " + customer + " and amount > 10";
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet result = statement.executeQuery()) {
            result.next();
            return result.getInt(1);
        }
    }

    public static void main(String[] args) throws Exception {
        pool.setUrl("jdbc:h2:mem:billing;DB_CLOSE_DELAY=-1;QUERY_CACHE_SIZE=8");
        pool.setMaxTotal(4);
        pool.setPoolPreparedStatements(true);
        try (Connection connection = pool.getConnection(); Statement statement = connection.createStatement()) {
            statement.execute("create table invoice(id int primary key, customer int, amount int)");
            for (int i = 0; i < 50; i++) {
                statement.execute("insert into invoice values(" + i + "," + i % 50 + "," + i * 7 % 900 + ")");
            }
        }
        int n = 0;
        for (int point = 0; point < 5; point++) {
            for (int i = 0; i < 60; i++) {
                sum(n++);
            }
            Point.next();
        }
        System.exit(0);
    }
}
