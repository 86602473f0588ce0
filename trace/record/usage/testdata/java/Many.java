import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Holds many small lists, and then one map that has more elements than all of them. */
public class Many {
    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        List<List<Integer>> lists = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            List<Integer> l = new ArrayList<>();
            l.add(i);
            l.add(-i);
            lists.add(l);
        }
        Map<Integer, Integer> map = new HashMap<>();
        for (int i = 0; i < n * 4; i++) {
            map.put(i, i);
        }
        System.out.println(lists.size() + " " + map.size());
    }
}
