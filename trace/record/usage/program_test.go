package usage_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/trace/record/usage"
	"memcity/trace/tracetest/jdk"
)

// TestListing6 compares with the figures of the paper's example program, without and with a log of the GETs.
func TestListing6(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		classes := compile(t, home, "Listing6")
		const list, table, at = " java.util.ArrayList", " java.util.HashMap", " Listing6.main(Listing6.java:"
		common := map[string]int{"alloc" + list + at + "4)": 1, "alloc" + table + at + "5)": 1,
			"add" + list + at + "7)": 1000, "add" + table + at + "8)": 1000, "add" + list + at + "17)": 100,
			"remove" + list + at + "26)": 100, "remove" + table + at + "27)": 100}
		logged := map[string]int{"get" + list + at + "12)": 500, "get" + list + at + "21)": 100, "get" + table + at + "13)": 500}
		counted := map[string]int{"get" + list + " ": 600, "get" + table + " ": 500, "operations" + list + at + "12)": 500,
			"operations" + list + at + "21)": 100, "operations" + table + at + "13)": 500}
		maps.Copy(logged, common)
		maps.Copy(counted, common)
		for log, want := range map[bool]map[string]int{true: logged, false: counted} {
			r := run(t, home, classes, &usage.Options{Log: log}, "Listing6")
			r.noTrouble(t)
			if got := r.sums(); !maps.Equal(got, want) {
				t.Errorf("log %v: got %v, want %v", log, got, want)
			}
			gets, largest := map[uint64]int{}, uint64(0)
			for _, e := range r.events {
				if e.Kind == usage.Get && e.Coll == 1 {
					gets[e.Elem] += int(e.Count)
				}
				if e.Coll == 1 {
					largest = max(largest, e.Size)
				}
			}
			twice := 0
			for _, n := range gets {
				if n == 2 {
					twice++
				}
			}
			if len(gets) != 500 || twice != 100 || largest != 1100 {
				t.Errorf("log %v: %d elements were got, %d twice, the size was up to %d", log, len(gets), twice, largest)
			}
		}
	})
}

// TestListing3 compares all events of the paper's first example, except the times.
func TestListing3(t *testing.T) {
	home := jdk.Homes(t)[0]
	classes := jdk.Compile(t, home, "Main", `import java.util.ArrayList;

class Main {
	public static void main(String[] args) throws Exception {
		ArrayList<Integer> myList = new ArrayList<>();
		myList.add(1);
		Thread.sleep(10);
		myList.get(0);
		myList.add(2);
	}
}`)
	r := run(t, home, classes, &usage.Options{Log: true}, "Main")
	var got []string
	for _, e := range r.events {
		if e.Coll != 0 {
			got = append(got, fmt.Sprintf("%d|%d|%d|%d|%s|%s", e.Kind, e.Coll, e.Elem, e.Size, r.texts[e.Site], r.texts[e.Type]))
		}
	}
	want := []string{"2|1|0|0|Main.main(Main.java:5)|java.util.ArrayList", "3|1|1|1|Main.main(Main.java:6)|java.lang.Integer",
		"4|1|1|1|Main.main(Main.java:8)|", "3|1|2|2|Main.main(Main.java:9)|java.lang.Integer"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestUnchanged checks that a program has the same output and status with the agent, with each of its options.
func TestUnchanged(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		classes := compile(t, home, "Unchanged")
		want := run(t, home, classes, nil, "Unchanged")
		if want.status != 3 || !strings.Contains(want.out, "calls ") || !strings.Contains(want.out, "IndexOutOfBounds") {
			t.Fatalf("without the agent: %d, %s%s", want.status, want.out, want.errors)
		}
		for _, o := range []usage.Options{{}, {Log: true}, {Classes: "all", Coarse: true}, {Elements: 10}, {Collections: 3}} {
			got := run(t, home, classes, &o, "-Xcheck:jni", "-Xverify:all", "Unchanged")
			got.errors = strings.ReplaceAll(got.errors, "OpenJDK 64-Bit Server VM warning: Options -Xverify:all and -Xverify:none were deprecated in JDK 13 and will likely be removed in a future release.\n", "")
			got.noTrouble(t)
			if got.out != want.out || got.errors != want.errors || got.status != want.status {
				t.Errorf("%+v: status %d, want %d; %s%s, want %s%s", o, got.status, want.status, got.out, got.errors, want.out, want.errors)
			}
		}
	})
}

// TestLimits checks that fewer collections are followed above a limit, and that the others get a record.
func TestLimits(t *testing.T) {
	home := jdk.Homes(t)[0]
	classes := compile(t, home, "Many")
	for _, o := range []usage.Options{{Elements: 3000, Rate: -1}, {Collections: 1000, Rate: -1}, {Rate: 1000, Interval: 10 * time.Millisecond}} {
		r := run(t, home, classes, &o, "Many", "4000")
		r.noTrouble(t)
		known, followed, oneIn := map[uint64]bool{}, 0, uint64(1)
		most, lists, adds := 0, 0, map[uint64]int{}
		for _, e := range r.events {
			switch e.Kind {
			case usage.Alloc:
				known[e.Coll] = true
				lists++
			case usage.Unfollowed:
				delete(known, e.Coll)
			case usage.Add:
				if !known[e.Coll] {
					t.Fatalf("%+v: an element of collection %d, which is not followed", o, e.Coll)
				}
				adds[e.Coll]++
			case usage.Scale:
				oneIn, followed = e.OneIn, int(e.Followed)
			}
			most = max(most, len(known))
		}
		if oneIn < 2 || followed == 0 && o.Elements > 0 || lists < 1000 && o.Rate < 0 {
			t.Errorf("%+v: one in %d, %d followed, %d lists", o, oneIn, followed, lists)
		}
		for c := range known {
			if n := adds[c]; n != 2 && n != 4000 && n != 16000 {
				t.Errorf("%+v: collection %d is followed and has %d ADDs", o, c, adds[c])
			}
		}
	}
}

// TestLong checks that a method that the VM would no longer compile with probes stays unchanged, and so does a class with a method that
// would be too long.
func TestLong(t *testing.T) {
	home := jdk.Homes(t)[0]
	for _, calls := range []int{700, 4000} {
		source := "import java.util.*; public class Long { public static void main(String[] a) { List<Object> l = new ArrayList<>(); l.add(1); many(l); System.out.println(l.size()); }\n" +
			"static void many(List<Object> l) {" + strings.Repeat("l.add(1);\n", calls) + "} }"
		dir := t.TempDir()
		file := filepath.Join(dir, "Long.java")
		if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
		jdk.CompileInto(t, home, dir, []string{"--release", "11"}, file)
		r := run(t, home, dir, &usage.Options{}, "Long")
		if r.out != fmt.Sprintln(calls+1) {
			t.Errorf("%d calls: the program printed %q", calls, r.out)
		}
		if !slices.ContainsFunc(r.events, func(e usage.Event) bool { return e.Kind == usage.Trouble && strings.Contains(e.Text, "Long") }) {
			t.Errorf("%d calls: nothing is reported", calls)
		}
	}
}

// TestSecurityManager checks that probes need no permissions that the program lacks.
func TestSecurityManager(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		classes := compile(t, home, "Listing6")
		if r := run(t, home, classes, nil, "-Djava.security.manager", "Listing6"); r.status != 0 {
			t.Skip("this VM has none")
		}
		r := run(t, home, classes, &usage.Options{}, "-Djava.security.manager", "Listing6")
		r.noTrouble(t)
		if !strings.HasSuffix(r.out, "Map: 900\n") || r.sums()["get java.util.HashMap "] != 500 {
			t.Errorf("it printed %q, %q, and was recorded as %v", r.out, r.errors, r.sums())
		}
	})
}

// TestLimitsOfSmallHeap checks that fewer elements are followed in a small heap, so that the program keeps nearly all of it.
func TestLimitsOfSmallHeap(t *testing.T) {
	home := jdk.Homes(t)[0]
	classes := compile(t, home, "Many")
	for heap, limited := range map[string]bool{"-Xmx64m": true, "-Xmx512m": false} {
		r := run(t, home, classes, &usage.Options{Rate: -1}, heap, "Many", "20000") // 40,000 elements in lists, 80,000 in a map
		r.noTrouble(t)
		adds, followed := map[uint64]int{}, 0
		for _, e := range r.events {
			switch e.Kind {
			case usage.Add:
				adds[e.Coll]++
				followed++
			case usage.Unfollowed:
				followed -= adds[e.Coll]
			}
		}
		if most := 64 << 20 / 8 / 128; limited != (followed <= most) {
			t.Errorf("%s: %d elements are followed at the end, limit %d", heap, followed, most)
		}
	}
}
