package com.acme.shop;

import org.apache.commons.beanutils.ConvertUtils;
import org.apache.commons.beanutils.Converter;

/** An application that registers a converter with the bean utilities of the server. */
public final class App implements Runnable {
    public static final class Money {
        int cents;
    }

    @Override
    public void run() {
        Products.load();
        ConvertUtils.register(new MoneyConverter(), Money.class);
    }

    static final class MoneyConverter implements Converter {
        @Override
        public <T> T convert(Class<T> type, Object value) {
            return type.cast(new Money());
        }
    }
}
