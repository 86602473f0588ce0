import java.util.*;
public class Listing6 {
    public static void main(String[] args) throws Exception {
        ArrayList<Integer> list = new ArrayList<>();
        Map<Integer, Integer> map = new HashMap<>();
        for(int i = 0; i < 1000; i++) {
            list.add(i);
            map.put(i, i);
        }
        Thread.sleep(100);
        for(int i = 0; i < 500; i++) {
            System.out.println(list.get(i));
            System.out.println(map.get(i));
        }
        Thread.sleep(100);
        for(int i = 1000; i < 1100; i++) {
            list.add(i);
        }
        Thread.sleep(100);
        for(int i = 0; i < 100; i++) {
            System.out.println(list.get(i));
        }
        Thread.sleep(100);
        int n = 0;
        for(int i = 800; i < 900; i++) {
            System.out.println(list.remove(i - n));
            System.out.println(map.remove(i));
            n++;
        }
        Thread.sleep(100);
        System.out.println("List: " + list.size());
        System.out.println("Map: " + map.size());
    }
}
