import java.io.File;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Does what a recorder has to survive: garbage and survivors in several threads, at deep stacks, classes that come and go. For Java 8. */
public class Work {
  static final List<Object> kept = new ArrayList<>();

  static class Node {
    Node next;
    int[] load = new int[20];
  }

  static Object deep(int depth) {
    if (depth > 0) {
      Object below = deep(depth - 1);
      return depth % 8 == 0 ? new Object[] {below} : below;
    }
    Node first = new Node();
    for (int i = 0; i < 50; i++) {
      Node n = new Node();
      n.next = first;
      first = n;
    }
    return first;
  }

  static void round(int number) throws Exception {
    Map<String, Object> map = new HashMap<>();
    for (int i = 0; i < 400; i++) {
      map.put("key " + i, deep(i % 60));
      map.put("copy " + i, new int[] {i, number}.clone());
      Runnable r = () -> map.remove("key " + number);
      r.run();
    }
    synchronized (kept) {
      kept.add(map.get("key 1"));
      if (kept.size() > 20) {
        kept.subList(0, 10).clear();
      }
    }
  }

  static void loadAgain() throws Exception {
    URL[] classes = {new File(System.getProperty("java.class.path").split(File.pathSeparator)[0]).toURI().toURL()};
    try (URLClassLoader loader = new URLClassLoader(classes, null)) {
      Class<?> c = loader.loadClass("Work$Node");
      Constructor<?> maker = c.getDeclaredConstructor();
      maker.setAccessible(true);
      Object o = maker.newInstance();
      synchronized (kept) {
        kept.add(o);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[0]);
    System.out.println("ready");
    System.in.read();
    for (int i = 1; i <= rounds; i++) {
      final int number = i;
      Thread[] threads = new Thread[3];
      for (int t = 0; t < threads.length; t++) {
        threads[t] = new Thread(() -> {
          try {
            round(number);
            loadAgain();
          } catch (Exception e) {
            e.printStackTrace();
            System.exit(1);
          }
        }, "worker " + t);
        threads[t].start();
      }
      for (Thread t : threads) {
        t.join();
      }
      if (i % 5 == 0) {
        System.gc();
      }
      System.out.println("round " + i);
    }
    System.exit(7);
  }
}
