package record

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/open"
)

// shop executes a command for each line that it reads. A number allocates that many products, gc runs a GC, fork starts another VM that
// does the same, crash writes to address 0, exit ends with a status. It replies to each with a line.
const shop = `package app;
import java.util.*;
public class Shop {
  static List<Product> products = new ArrayList<>();
  static class Product { Product next; }
  public static void main(String[] a) throws Exception {
    System.out.println("ready");
    Scanner in = new Scanner(System.in);
    while (in.hasNextLine()) {
      String line = in.nextLine();
      if (line.equals("gc")) System.gc();
      else if (line.equals("crash")) {
        java.lang.reflect.Field f = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
        f.setAccessible(true);
        f.get(null).getClass().getMethod("putAddress", long.class, long.class).invoke(f.get(null), 0L, 0L);
      }
      else if (line.startsWith("exit ")) System.exit(Integer.parseInt(line.substring(5)));
      else if (line.equals("fork")) {
        String java = System.getProperty("java.home") + "/bin/java";
        new ProcessBuilder(java, "-Xmx64m", "-cp", System.getProperty("java.class.path"), "app.Shop").inheritIO().start().waitFor();
      } else add(Integer.parseInt(line));
      System.out.println("done");
    }
  }
  static void add(int n) {
    for (; n > 0; n--) products.add(new Product());
  }
}`

const product = "app.Shop$Product"

// classes compiles the program and returns the folder.
func classes(t *testing.T, home string) string {
	t.Helper()
	compiled.Lock()
	defer compiled.Unlock()
	if dir := compiled.folders[home]; dir != "" {
		return dir
	}
	dir, err := os.MkdirTemp(compiled.folder, "")
	if err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(dir, "Shop.java")
	if err := os.WriteFile(source, []byte(shop), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(filepath.Join(home, "bin", "javac"), "-d", dir, source).CombinedOutput(); err != nil {
		t.Fatalf("javac: %v\n%s", err, out)
	}
	compiled.folders[home] = dir
	return dir
}

// compiled contains the folders of the program's classes by JDK.
var compiled = struct {
	sync.Mutex
	folder  string
	folders map[string]string
}{folders: map[string]string{}}

func TestMain(m *testing.M) {
	var err error
	if compiled.folder, err = os.MkdirTemp("", "memcity-test-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if err := os.Setenv("XDG_CACHE_HOME", compiled.folder); err != nil { // the agent is built there
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := m.Run()
	os.RemoveAll(compiled.folder)
	os.Exit(status)
}

func command(t *testing.T, home string, options ...string) []string {
	argv := append([]string{filepath.Join(home, "bin", "java"), "-Xmx64m"}, options...)
	return append(argv, "-cp", classes(t, home), "app.Shop")
}

// talk is the other end of the program's standard streams.
type talk struct {
	in      io.WriteCloser
	out     *bufio.Reader
	errText text
}

type text struct {
	sync.Mutex
	strings.Builder
}

func (o *text) Write(p []byte) (int, error) {
	o.Lock()
	defer o.Unlock()
	return o.Builder.Write(p)
}

func (o *text) String() string {
	o.Lock()
	defer o.Unlock()
	return o.Builder.String()
}

func (k *talk) expect(t *testing.T, want string) {
	t.Helper()
	if line, err := k.out.ReadString('\n'); line != want+"\n" {
		t.Fatalf("the program printed %q (%v), want %q; standard error: %s", line, err, want, k.errText.String())
	}
}

func (k *talk) do(t *testing.T, line string) {
	t.Helper()
	if _, err := io.WriteString(k.in, line+"\n"); err != nil {
		t.Fatal(err)
	}
	k.expect(t, "done")
}

// launch starts the program without recording it.
func launch(t *testing.T, argv []string) (*talk, *exec.Cmd) {
	t.Helper()
	k := &talk{}
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stderr = &k.errText
	var err error
	if k.in, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	k.out = bufio.NewReader(out)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	k.expect(t, "ready")
	return k, cmd
}

// starts starts the program and records it.
func starts(t *testing.T, argv []string, o Options) (*talk, *Recorder) {
	t.Helper()
	k := &talk{}
	inRead, inWrite, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	outRead, outWrite, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	o.Stdin, o.Stdout, o.Stderr = inRead, outWrite, &k.errText
	k.in, k.out = inWrite, bufio.NewReader(outRead)
	r, err := Start(t.Context(), argv, o)
	inRead.Close()
	outWrite.Close()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		inWrite.Close()
		r.Signal(os.Kill)
		r.WaitProgram()
		r.Stop()
		outRead.Close()
	})
	k.expect(t, "ready")
	return k, r
}

func options(t *testing.T, mode Mode) Options {
	return Options{Mode: mode, Every: time.Hour, Budget: 100, MaxPause: time.Minute, // a machine may be busy
		Out: filepath.Join(t.TempDir(), "out.mct"), Tool: "test", Now: time.Now}
}

// until waits until the status satisfies ok.
func until(t *testing.T, r *Recorder, what string, ok func(s Status) bool) Status {
	t.Helper()
	for {
		s := r.Status()
		switch {
		case ok(s):
			return s
		case s.Ended:
			t.Fatalf("the recording ended before %s: %+v", what, s)
		case slices.ContainsFunc(s.Notes, func(note string) bool { return strings.HasPrefix(note, "a GC point was skipped") }):
			t.Fatalf("there is no %s, as the next point is due in an hour: %+v", what, s)
		}
		select {
		case <-t.Context().Done():
			t.Fatalf("there is no %s: %+v", what, s)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// request makes the recorder take a GC point and waits for it. It does not mistake other points for it.
func request(t *testing.T, r *Recorder) {
	t.Helper()
	if err := r.PointWithin(time.Hour); err != nil {
		t.Fatal(err)
	}
}

func points(n int) func(s Status) bool {
	return func(s Status) bool { return len(s.Files) > 0 && s.Files[0].Points >= n }
}

// opened reads a complete trace.
func opened(t *testing.T, path string) *trace.Recording {
	t.Helper()
	rec := cutShort(t, path)
	for _, w := range rec.Warnings {
		// After an attach, threads that allocate little are rightly reported.
		if !strings.Contains(w.Text, "are watched only after their next") {
			t.Errorf("warning: %s", w)
		}
	}
	return rec
}

// cutShort reads a trace that may lack its end.
func cutShort(t *testing.T, path string) *trace.Recording {
	t.Helper()
	rec, err := open.Paths(t.Context(), []string{path}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// count returns the number of objects of a type at a point.
func count(t *testing.T, p *trace.Point, name string) int64 {
	t.Helper()
	if p.Load == nil {
		for _, c := range p.Counts {
			if c.Name == name {
				return c.Objects
			}
		}
		return 0
	}
	heap, warnings, err := p.Load(t.Context(), nil)
	if err != nil || len(warnings) > 0 {
		t.Fatalf("loading: %v, warnings %v", err, warnings)
	}
	n := int64(0)
	for _, id := range heap.TypeOf.All() {
		if heap.Types[id].Name == name {
			n++
		}
	}
	return n
}
