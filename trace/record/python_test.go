package record

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"memcity/trace"
	"memcity/trace/record/forked"
)

// pythonPath returns the path of Python.
func pythonPath(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("python3")
	if err != nil || !forked.Supported {
		t.Skip("there is no Python")
	}
	return path
}

// pythonScript writes a program.
func pythonScript(t *testing.T, text string) string {
	path := filepath.Join(t.TempDir(), "shop.py")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// pythonLeak is a program that keeps as many objects as its standard input requests.
const pythonLeak = `import sys, threading
class Order:
    def __init__(self, n): self.n, self.lines = n, [n]
class Shop:
    by_id = {}
    __slots__ = ("last",)
shop = Shop()
shop.last = Order(0)
held = threading.Event()
def work():
    cart = Order(1)
    held.wait()
threading.Thread(target=work, name="worker", daemon=True).start()
print("ready", flush=True)
for line in sys.stdin:
    for _ in range(int(line)): Shop.by_id[len(Shop.by_id)] = Order(len(Shop.by_id))
    print("done", flush=True)
sys.exit(len(Shop.by_id) % 100)
`

// TestStartPython records a started program to its end.
func TestStartPython(t *testing.T) {
	k, r := starts(t, []string{"env", "A=1", pythonPath(t), pythonScript(t, pythonLeak)}, options(t, Sampled))
	until(t, r, "a file", func(s Status) bool { return len(s.Files) > 0 })
	k.do(t, "100")
	request(t, r)
	k.do(t, "23")
	request(t, r)
	k.in.Close()
	if status := r.WaitProgram(); status != 23 {
		t.Errorf("the program ended with status %d: %s", status, k.errText.String())
	}
	if err := r.Wait(); err != nil {
		t.Fatal(err)
	}
	if s := r.Status(); len(about(s)) > 0 || k.errText.String() != "" || s.Files[0].Program != "shop.py" || !s.Files[0].Ended {
		t.Errorf("standard error %q, status %+v", k.errText.String(), s)
	}
	rec := opened(t, r.Path())
	if rec.Runtime != trace.CPython || len(rec.Points) < 2 {
		t.Fatalf("recorded %+v", rec)
	}
	const extra = 2 // Shop.last and cart
	if n := count(t, &rec.Points[1], "__main__.Order"); n != 123+extra {
		t.Errorf("%d orders", n)
	}
	heap, _, err := rec.Points[1].Load(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	checkPython(t, heap)
	if l := heap.Libraries; !slices.Contains(l, "sys") || !slices.Contains(l, "threading") || slices.Contains(l, "__main__") {
		t.Errorf("libraries %v", l)
	}
}

// checkPython checks the names of holders, fields, threads and frames, and that the module of memcity is hidden.
func checkPython(t *testing.T, h *trace.Heap) {
	t.Helper()
	byID, last, lines := false, false, 0
	for o := range trace.ObjectID(h.Len()) {
		name := h.Types[h.TypeOf.At(o)].Name
		for i, to := range h.References(o) {
			switch field := h.FieldAt(o, i); {
			case name == "__main__.Shop" && field == "last":
				last = h.Types[h.TypeOf.At(to)].Name == "__main__.Order"
			case name == "__main__.Order" && field == "lines":
				lines++
			}
		}
		if strings.HasPrefix(name, "sitecustomize.") {
			t.Errorf("an object of %s", name)
		}
	}
	for _, ty := range h.Types {
		if ty.Name == "__main__.Shop" && ty.Class != trace.NoObject {
			to := h.Referent(ty.Class, "by_id")
			byID = to != trace.NoObject && h.Types[h.TypeOf.At(to)].Name == "builtins.dict"
		}
	}
	if !byID || !last || lines < 100 {
		t.Errorf("class variable %v, slot %v, %d attributes", byID, last, lines)
	}
	worker := false
	for i := range h.Roots {
		r := &h.Roots[i]
		if r.Kind == trace.RootLocal && r.Thread >= 0 && h.Threads[r.Thread].Name == "worker" && r.Frame == int32(len(h.Threads[r.Thread].Frames)-4) {
			worker = worker || r.Detail == "cart" && strings.HasPrefix(h.Threads[r.Thread].Frames[r.Frame], "__main__.work(shop.py:")
		}
	}
	if !worker {
		t.Errorf("the local variable is missing: threads %+v", h.Threads)
	}
}

// pythonAttached is a program whose objects only belong to its threads.
const pythonAttached = `import contextvars, sys, threading
class Entry: pass
class Span: pass
class Made(threading.local):
    def __init__(self, n): self.made = [Entry() for _ in range(n)]
local, made, spans = threading.local(), Made(7), contextvars.ContextVar("spans")
spans.set([])
local.entries = []
ready, held = threading.Event(), threading.Event()
def work():
    local.entries = [Entry() for _ in range(3000)]
    made.made
    ready.set()
    held.wait()
threading.Thread(target=work, daemon=True).start()
ready.wait()
print("ready", flush=True)
for line in sys.stdin:
    local.entries.extend(Entry() for _ in range(int(line)))
    spans.get().extend(Span() for _ in range(int(line)))
    print("done", flush=True)
`

// TestPythonAttached checks that a point has the values of thread-locals and context variables, which Python frees in the child of a fork.
func TestPythonAttached(t *testing.T) {
	k, r := starts(t, []string{pythonPath(t), pythonScript(t, pythonAttached)}, options(t, Sampled))
	until(t, r, "a file", func(s Status) bool { return len(s.Files) > 0 })
	k.do(t, "2000")
	request(t, r)
	k.in.Close()
	if status := r.WaitProgram(); status != 0 {
		t.Errorf("the program ended with status %d: %s", status, k.errText.String())
	}
	if err := r.Wait(); err != nil {
		t.Fatal(err)
	}
	p := &opened(t, r.Path()).Points[0]
	if n := count(t, p, "__main__.Entry"); n != 3000+2000+2*7 {
		t.Errorf("%d entries", n)
	}
	if n := count(t, p, "__main__.Span"); n != 2000 {
		t.Errorf("%d spans", n)
	}
	heap, _, err := p.Load(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for o := range trace.ObjectID(heap.Len()) {
		want := map[string]int{"_thread._local": 2, "__main__.Made": 2, "_contextvars.ContextVar": 1}[heap.Types[heap.TypeOf.At(o)].Name]
		if got := len(heap.References(o)); want > 0 && got < want {
			t.Errorf("a %s has %d references", heap.Types[heap.TypeOf.At(o)].Name, got)
		}
	}
}

// TestPythonSites records the allocation sites of all objects.
func TestPythonSites(t *testing.T) {
	k, r := starts(t, []string{pythonPath(t), pythonScript(t, pythonLeak)}, options(t, Exact))
	until(t, r, "a file", func(s Status) bool { return len(s.Files) > 0 })
	k.do(t, "1000")
	request(t, r)
	k.in.Close()
	if err := r.Wait(); err != nil {
		t.Fatal(err)
	}
	heap, _, err := opened(t, r.Path()).Points[0].Load(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for o := range trace.ObjectID(heap.Len()) {
		// Python 3.11 does not know the sites of objects with attributes.
		if heap.Types[heap.TypeOf.At(o)].Name == "builtins.list" && heap.SiteOf[o] != trace.NoSite {
			if f := heap.Sites[heap.SiteOf[o]].Frames[0]; f.File == "shop.py" && f.Line == 3 && strings.HasPrefix(f.Class, "__main__") {
				at++
			}
		}
	}
	if at < 800 { // some lists are used again
		t.Errorf("%d lists have their site", at)
	}
}

// TestPythonUnchanged checks that a program sees nothing of the recorder, and that its output and its end are the same.
func TestPythonUnchanged(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "sitecustomize.py"), []byte("import builtins\nbuiltins.OWN = 7\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	environment := func(path string) []string {
		env := []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "TMPDIR=" + t.TempDir()}
		if path != "" {
			env = append(env, "PYTHONPATH="+path)
		}
		return env
	}
	const show = "import sys, os, threading, builtins, signal, warnings\n" +
		"print(sys.path, sorted(os.environ), os.environ.get('PYTHONPATH'), threading.active_count(), getattr(builtins, 'OWN', None), 'sitecustomize' in sys.modules, len(warnings.filters), sys.argv)\n"
	for name, test := range map[string]struct {
		program, path string
		status        int
	}{
		"plain":         {show, "", 0},
		"sitecustomize": {show, folder, 0},
		"status":        {show + "sys.exit(7)", "", 7},
		"exception":     {show + "raise KeyError(5)", "", 1},
		"signal":        {show + "sys.stdout.flush(); os.kill(os.getpid(), signal.SIGTERM); signal.pause()", "", 128 + int(syscall.SIGTERM)},
		"fork": {show + "sys.stdout.flush()\npid = os.fork()\nif pid == 0: os._exit(5)\n" +
			"print(os.waitpid(pid, 0)[1]); sys.exit(4)", "", 4},
		"warnings": {"import warnings\nwarnings.simplefilter('error')\n" + show + "sys.stdout.flush()\npid = os.fork()\nif pid == 0: sys.exit(5)\n" +
			"print(os.waitpid(pid, 0)[1])", "", 0},
		"multiprocessing": {"import multiprocessing\ndef f(x): return x * x\nif __name__ == '__main__':\n  for way in ('fork', 'spawn'):\n" +
			"    with multiprocessing.get_context(way).Pool(2) as p: print(p.map(f, [1, 2, 3]))\n", "", 0},
		"subprocess": {"import subprocess, sys\nprint(subprocess.run([sys.executable, '-c', 'import sys; print(sys.path)'], capture_output=True))", "", 0},
		"hooks": {show + "os.register_at_fork(before=lambda: print('before'), after_in_parent=lambda: print('after'))\n" +
			"import time\ntime.sleep(1.2)\nsys.stdout.flush()\npid = os.fork()\nif pid == 0: os._exit(5)\nprint(os.waitpid(pid, 0)[1])", "", 0},
		"threads": {show + "t = threading.Thread(target=lambda: print('ended'))\nt.start()\nt.join()\n" +
			"import atexit\natexit.register(lambda: print('bye'))", "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			argv := []string{pythonPath(t), pythonScript(t, test.program)}
			plain := exec.Command(argv[0], argv[1:]...)
			plain.Env = environment(test.path)
			var out, errors text
			plain.Stdout, plain.Stderr = &out, &errors
			_ = plain.Run()
			o := options(t, Sampled)
			o.Env = plain.Env
			var out2, errors2 text
			o.Stdout, o.Stderr = &out2, &errors2
			r, err := Start(t.Context(), argv, o)
			if err != nil {
				t.Fatal(err)
			}
			if status := r.WaitProgram(); status != test.status {
				t.Errorf("status %d, want %d", status, test.status)
			}
			_ = r.Wait() // a signal ends the program before its first point
			if out2.String() != out.String() || errors2.String() != errors.String() {
				t.Errorf("recorded: %s%s\nalone: %s%s", out2.String(), errors2.String(), out.String(), errors.String())
			}
		})
	}
}

// TestPythonForks records a forked process that runs for some time in its own file.
func TestPythonForks(t *testing.T) {
	const program = `import os, sys
class Order: pass
pid = os.fork()
if pid == 0:
    orders = [Order() for _ in range(50)]
    sys.stdin.read()
    os._exit(0)
print("ready", flush=True)
os.waitpid(pid, 0)
`
	k, r := starts(t, []string{pythonPath(t), pythonScript(t, program)}, options(t, Sampled))
	until(t, r, "two files", func(s Status) bool { return len(s.Files) == 2 })
	request(t, r)
	paths := r.Status()
	k.in.Close()
	if err := r.Wait(); err != nil {
		t.Fatal(err)
	}
	orders := int64(0)
	for _, f := range paths.Files {
		orders += count(t, &opened(t, f.Path).Points[0], "__main__.Order")
	}
	if orders != 50 {
		t.Errorf("%d orders", orders)
	}
}

// TestPythonRefusals checks the reasons for which programs are not recorded.
func TestPythonRefusals(t *testing.T) {
	path := pythonPath(t)
	if _, err := Start(t.Context(), []string{path, "-I", "x.py"}, options(t, Sampled)); err == nil || !strings.Contains(err.Error(), "with the option -I") {
		t.Errorf("isolated: %v", err)
	}
	k, cmd := launch(t, []string{path, pythonScript(t, pythonLeak)})
	if _, err := Attach(t.Context(), cmd.Process.Pid, options(t, Sampled)); err == nil || !strings.Contains(err.Error(), "memcity record -- python") {
		t.Errorf("attached: %v", err)
	}
	k.in.Close()
	o := options(t, Sampled)
	o.MaxPause = LeastPause
	p := &copied{snapshots: newSnapshots(&o, nil), of: pythonLanguage, conn: &forked.Conn{PID: os.Getpid()}, resident: 1 << 50}
	if _, text := p.check(p.forecast()); !strings.Contains(text, "would need about") {
		t.Errorf("too large: %s", text)
	}
}
