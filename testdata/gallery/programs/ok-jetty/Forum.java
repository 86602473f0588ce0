package com.acme.forum;

import com.acme.gallery.Point;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.session.DefaultSessionIdManager;
import org.eclipse.jetty.server.session.HouseKeeper;
import org.eclipse.jetty.servlet.ServletContextHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** A web application whose sessions expire after two seconds. */
public final class Forum {
    public static final class Page extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            HttpSession session = request.getSession(true);
            session.setMaxInactiveInterval(2);
            session.setAttribute("posts", new byte[2000]);
            response.getWriter().print("hello");
        }
    }

    public static void main(String[] args) throws Exception {
        Server server = new Server(new QueuedThreadPool(8, 8));
        ServerConnector connector = new ServerConnector(server);
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler(ServletContextHandler.SESSIONS);
        context.addServlet(Page.class, "/*");
        server.setHandler(context);
        DefaultSessionIdManager ids = new DefaultSessionIdManager(server);
        HouseKeeper keeper = new HouseKeeper();
        keeper.setSessionIdManager(ids);
        keeper.setIntervalSec(1);
        ids.setSessionHouseKeeper(keeper);
        server.setSessionIdManager(ids);
        server.start();
        URL page = new URL("http://localhost:" + connector.getLocalPort() + "/");
        for (int point = 0; point < 5; point++) {
            for (int i = 0; i < 200; i++) {
                try (InputStream in = page.openStream()) {
                    in.readAllBytes();
                }
                Thread.sleep(20);
            }
            Point.next();
        }
        System.exit(0);
    }
}
