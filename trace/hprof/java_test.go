package hprof_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/hprof"
	"memcity/trace/internal/javaname"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/jdk"
)

// javaProgram fills a heap with objects of many sizes and waits.
const javaProgram = `import java.util.*;
public class Fill {
    static class Person { int number; String name; Person friend; List<Object> things = new ArrayList<>(); byte mark; }
    static class Padded extends Person { byte a; long b; boolean c; double[] d = new double[1]; }
    static List<Object> all = new ArrayList<>();
    public static void main(String[] args) throws Exception {
        Random random = new Random(1);
        Person last = null;
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            Person p = i % 3 == 0 ? new Padded() : new Person();
            p.number = i; p.name = "person " + i; p.friend = last; last = p;
            for (int k = random.nextInt(6); k > 0; k--) p.things.add(random.nextBoolean() ? (Object) random.nextInt() : new byte[k]);
            all.add(p);
            if (i % 4 == 0) all.add(new HashMap<>(Map.of("key" + i, i)));
        }
        System.out.println("ready");
        Thread.sleep(600000);
    }
}
`

// javaDump runs javaProgram and dumps it to a file, with histograms immediately before and after.
func javaDump(t testing.TB, dir string, objects int, options ...string) (file string, before, after map[string][2]int64) {
	t.Helper()
	home := jdk.Homes(t)[0]
	source := filepath.Join(dir, "Fill.java")
	if err := os.WriteFile(source, []byte(javaProgram), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(tool string, args ...string) string { return jdk.Run(t, home, dir, tool, args...) }
	if _, err := os.Stat(filepath.Join(dir, "Fill.class")); err != nil {
		run("javac", "Fill.java")
	}
	cmd := exec.Command(jdk.Tool(home, "java"), append(options, "-cp", ".", "Fill", strconv.Itoa(objects))...)
	cmd.Env, cmd.Dir = []string{}, dir
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	lines := bufio.NewScanner(out)
	for lines.Scan() && lines.Text() != "ready" { // preceded by warnings about the options
	}
	if lines.Text() != "ready" {
		t.Fatalf("java with %v ends early", options)
	}
	pid := strconv.Itoa(cmd.Process.Pid)
	file = filepath.Join(dir, fmt.Sprintf("%d.hprof", cmd.Process.Pid))
	before = javaHistogram(run("jcmd", pid, "GC.class_histogram"))
	run("jcmd", pid, "GC.heap_dump", file)
	after = javaHistogram(run("jcmd", pid, "GC.class_histogram"))
	return file, before, after
}

// javaHistogram parses the output of GC.class_histogram: objects and bytes by type.
func javaHistogram(text string) map[string][2]int64 {
	counts := map[string][2]int64{}
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) < 4 || !strings.HasSuffix(f[0], ":") {
			continue
		}
		objects, err1 := strconv.ParseInt(f[1], 10, 64)
		bytes, err2 := strconv.ParseInt(f[2], 10, 64)
		name := javaname.Of(f[3])
		if name == "jdk.internal.vm.FillerElement[]" {
			name = "int[]" // dumps show filler objects as int[], since JDK 21
		}
		if err1 == nil && err2 == nil {
			c := counts[name]
			counts[name] = [2]int64{c[0] + objects, c[1] + bytes}
		}
	}
	return counts
}

// TestAgainstJava compares a dump with the counts of the VM itself. It ignores class objects, because HotSpot keeps class objects of all
// archived classes in the heap but dumps only those of loaded classes.
func TestAgainstJava(t *testing.T) {
	if testing.Short() {
		t.Skip("starts virtual machines")
	}
	jdk.Homes(t)
	dir := t.TempDir()
	for _, options := range [][]string{
		{"-XX:+UseSerialGC", "-XX:+UseCompressedOops"},
		{"-XX:+UseG1GC", "-XX:-UseCompressedOops"},
		{"-XX:+UseG1GC", "-XX:ObjectAlignmentInBytes=16"},
		{"-XX:+UseZGC"},
		{"-XX:+UseSerialGC", "-XX:-UseCompressedOops", "-XX:-UseCompressedClassPointers"},
	} {
		t.Run(strings.Join(options, " "), func(t *testing.T) {
			file, before, after := javaDump(t, dir, 10000, append(options, "-Xmx200m")...)
			compareWithJava(t, file, before, after)
		})
	}
}

func compareWithJava(t *testing.T, path string, before, after map[string][2]int64) {
	f, err := trace.DiskFile(path)
	if err != nil {
		t.Fatal(err)
	}
	h, warnings, err := hprof.Load(context.Background(), f, nil)
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	tracetest.Check(t, h)
	got := map[string][2]int64{}
	for o := range trace.ObjectID(h.Len()) {
		name := h.Types[h.TypeOf.At(o)].Name
		got[name] = [2]int64{got[name][0] + 1, got[name][1] + h.Size(o)}
	}
	compareQuick(t, f, got)
	var wantBytes, gotBytes int64
	wrong := 0
	for name, a := range before {
		b, g := after[name], got[name]
		if name == "java.lang.Class" {
			continue
		}
		wantBytes += a[1]
		gotBytes += g[1]
		// Objects allocated by the commands themselves differ between the three moments.
		between := min(a[0], b[0]) < g[0] && g[0] < max(a[0], b[0])
		if g != a && g != b && !between {
			wrong++
			t.Logf("%s: %v, the histograms say %v and %v", name, g, a, b)
		}
	}
	if off := float64(gotBytes-wantBytes) / float64(wantBytes); off < -0.001 || off > 0.001 {
		t.Errorf("%d bytes, want %d (%+.3f %%)", gotBytes, wantBytes, 100*off)
	}
	if wrong > 3 {
		t.Errorf("%d of %d types have wrong numbers", wrong, len(before))
	}
	if n := got["Fill$Padded"]; n != before["Fill$Padded"] {
		t.Errorf("Fill$Padded: %v, want %v", n, before["Fill$Padded"])
	}
	for _, thread := range h.Threads {
		if thread.Name == "main" && len(thread.Frames) > 0 && strings.HasPrefix(thread.Frames[len(thread.Frames)-1], "Fill.main(Fill.java:") {
			return
		}
	}
	t.Errorf("threads: %+v", h.Threads)
}

// compareQuick compares the quick count with the loaded heap.
func compareQuick(t *testing.T, f trace.File, limit map[string][2]int64) {
	counts, _, err := hprof.Histogram(context.Background(), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][2]int64{}
	for _, c := range counts {
		got[c.Name] = [2]int64{got[c.Name][0] + c.Objects, got[c.Name][1] + c.Bytes}
	}
	for name, w := range limit {
		if got[name] != w {
			t.Errorf("%s: the quick count is %v, the heap has %v", name, got[name], w)
		}
	}
}
