package collect_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/native"
	inputs "memcity/trace/open"
	"memcity/trace/record/agent"
	"memcity/trace/record/collect"
	"memcity/trace/tracetest/jdk"
	"memcity/trace/tracetest/testrun"
)

// agentFolder is the folder in which the agent of the tests is built on first use.
var agentFolder string

var builtAgent = sync.OnceValues(func() (string, error) {
	path := filepath.Join(agentFolder, agent.FileName())
	return path, agent.Build(context.Background(), path, agent.Strict()...)
})

func TestMain(m *testing.M) {
	var err error
	if agentFolder, err = os.MkdirTemp("", "memcity-agent-test-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := m.Run()
	os.RemoveAll(agentFolder)
	os.Exit(status)
}

// program is a Java program being recorded.
type program struct {
	t     testing.TB
	home  string
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines *bufio.Scanner

	file   string // trace file
	crash  string // the VM's crash report
	stream *collect.Stream
	done   chan error

	mu     sync.Mutex
	stats  collect.Stats
	points chan collect.Stats

	requests int // for points
}

func compile(t testing.TB, home, dir, name string) {
	t.Helper()
	jdk.CompileInto(t, home, dir, nil, filepath.Join("testdata", "java", name+".java"))
}

const token = "4c1d"

// listen creates a socket for agents.
func listen(t testing.TB) net.Listener {
	t.Helper()
	dir, err := os.MkdirTemp("", "mc") // paths of sockets must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	l, err := net.Listen("unix", filepath.Join(dir, "s"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// record starts a program with the agent and the VM options vm.
func record(t testing.TB, home, name string, o agent.Options, vm []string, args ...string) *program {
	t.Helper()
	path, err := builtAgent()
	if err != nil {
		t.Fatal(err)
	}
	l := listen(t)
	o.Socket, o.Token = l.Addr().String(), token
	if o.MaxPause == 0 { // the machine may be busy
		o.MaxPause = time.Minute
	}
	if o.Budget == 0 { // otherwise heaps might only be counted
		o.Budget = 100
	}
	p := start(t, home, name, append(vm, "-agentpath:"+path+"="+agent.Args(o)), args...)
	p.accept(l)
	return p
}

// start starts a program without recording it.
func start(t testing.TB, home, name string, vm []string, args ...string) *program {
	t.Helper()
	return startIn(t, []string{}, home, name, vm, args...)
}

func startIn(t testing.TB, environment []string, home, name string, vm []string, args ...string) *program {
	t.Helper()
	dir := t.TempDir()
	compile(t, home, dir, name)
	p := &program{t: t, home: home, done: make(chan error, 1), file: filepath.Join(dir, "trace.mct"),
		crash: filepath.Join(dir, "crash.log"), points: make(chan collect.Stats, 1000)}
	all := append([]string{"-Xmx400m", "-XX:ErrorFile=" + p.crash, "-cp", dir}, vm...)
	p.cmd = exec.Command(filepath.Join(home, "bin", "java"), append(append(all, name), args...)...)
	p.cmd.Env = environment
	p.cmd.Stderr = os.Stderr
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	p.lines = bufio.NewScanner(out)
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.cmd.Process.Kill()
		p.cmd.Wait()
	})
	return p
}

// accept accepts the agent's connection and records in the background.
func (p *program) accept(l net.Listener) {
	p.t.Helper()
	if end, ok := testrun.Deadline(p.t); ok {
		l.(*net.UnixListener).SetDeadline(end)
	}
	conn, err := l.Accept()
	if err != nil {
		p.t.Fatal(err)
	}
	if p.stream, err = collect.Open(conn, token); err != nil {
		p.in.Close() // ends programs that are still running
		p.t.Fatalf("%v; the program ended with: %v", err, p.cmd.Wait())
	}
	hello := p.stream.Hello()
	if hello.PID != p.cmd.Process.Pid {
		p.t.Fatalf("the agent says it is process %d, expected %d", hello.PID, p.cmd.Process.Pid)
	}
	f, err := os.Create(p.file)
	if err != nil {
		p.t.Fatal(err)
	}
	w, err := native.NewWriter(f, hello.Info())
	if err != nil {
		p.t.Fatal(err)
	}
	go func() {
		err := p.stream.Record(context.Background(), w, func(s collect.Stats) {
			p.mu.Lock()
			grew := s.Points > p.stats.Points
			p.stats = s
			p.mu.Unlock()
			if grew {
				p.points <- s
			}
		})
		if err == nil {
			err = w.Close()
		}
		f.Close()
		p.done <- err
	}()
}

// await waits for a line of output.
func (p *program) await(line string) {
	p.t.Helper()
	for p.lines.Scan() {
		if p.lines.Text() == line {
			return
		}
	}
	p.t.Fatalf("the program ends without saying %q", line)
}

// point makes a heap state and returns its 1-based number.
func (p *program) point(collected bool) int {
	p.t.Helper()
	p.mu.Lock()
	for len(p.points) > 0 {
		<-p.points
	}
	p.mu.Unlock()
	p.request(collected)
	return p.next()
}

// idle waits until the agent has made all due heap states, by requesting one, which is made with or after them.
func (p *program) idle() {
	p.t.Helper()
	p.request(false)
	for late := testrun.TooLate(p.t); ; {
		p.mu.Lock()
		answered := p.stats.Answered
		p.mu.Unlock()
		if answered >= p.requests {
			return
		}
		select {
		case <-time.After(5 * time.Millisecond):
		case <-late:
			p.t.Fatalf("%d of %d requests for points are answered", answered, p.requests)
		}
	}
}

// next waits for a heap state and returns its 1-based number.
func (p *program) next() int {
	p.t.Helper()
	select {
	case s := <-p.points:
		return s.Points
	case <-testrun.TooLate(p.t):
		p.t.Fatal("no point is made")
		return 0
	}
}

// finish ends the program and returns the recording.
func (p *program) finish() *trace.Recording {
	p.t.Helper()
	p.in.Close()
	var said []string
	for p.lines.Scan() {
		said = append(said, p.lines.Text())
	}
	if err := p.cmd.Wait(); err != nil {
		report, _ := os.ReadFile(p.crash)
		if jdk.DiedAtExit(string(report)) {
			return p.recording()
		}
		p.t.Fatalf("the program: %v\n%s\n%s", err, strings.Join(said[max(0, len(said)-60):], "\n"), report[:min(len(report), 20_000)])
	}
	return p.recording()
}

// recording waits for the trace.
func (p *program) recording() *trace.Recording {
	p.t.Helper()
	select {
	case err := <-p.done:
		if err != nil {
			p.t.Fatal(err)
		}
	case <-testrun.TooLate(p.t):
		p.t.Fatal("the trace does not end")
	}
	return open(p.t, p.file)
}

func open(t testing.TB, file string) *trace.Recording {
	t.Helper()
	r, err := inputs.Paths(context.Background(), []string{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func load(t testing.TB, r *trace.Recording, point int) *trace.Heap {
	t.Helper()
	h, warnings, err := r.Points[point].Load(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range warnings {
		t.Errorf("warning: %v", w)
	}
	return h
}

func (p *program) jcmd(args ...string) string {
	p.t.Helper()
	cmd := exec.Command(filepath.Join(p.home, "bin", "jcmd"), append([]string{strconv.Itoa(p.cmd.Process.Pid)}, args...)...)
	cmd.Env = []string{}
	out, err := cmd.CombinedOutput()
	if err != nil {
		p.t.Fatalf("jcmd %v: %v: %s", args, err, out)
	}
	return string(out)
}

// settle waits until leftovers of commands and of cleared references are gone.
func (p *program) settle() {
	for range 4 {
		p.histogram()
		time.Sleep(50 * time.Millisecond)
	}
}

// histogram returns objects and bytes by type as counted by the VM.
func (p *program) histogram() map[string][2]int64 {
	counts := map[string][2]int64{}
	for line := range strings.Lines(p.jcmd("GC.class_histogram")) {
		f := strings.Fields(line)
		if len(f) < 4 || !strings.HasSuffix(f[0], ":") {
			continue
		}
		objects, err1 := strconv.ParseInt(f[1], 10, 64)
		bytes, err2 := strconv.ParseInt(f[2], 10, 64)
		if err1 != nil || err2 != nil {
			continue
		}
		name := collect.JavaName(f[3])
		c := counts[name]
		counts[name] = [2]int64{c[0] + objects, c[1] + bytes}
	}
	return counts
}

func countTypes(h *trace.Heap) map[string][2]int64 {
	counts := map[string][2]int64{}
	for o := range h.Len() {
		name := h.Types[h.TypeOf.At(trace.ObjectID(o))].Name
		c := counts[name]
		counts[name] = [2]int64{c[0] + 1, c[1] + h.Size(trace.ObjectID(o))}
	}
	return counts
}

func differences(got, want map[string][2]int64) []string {
	var lines []string
	for name, w := range want {
		if g := got[name]; g != w {
			lines = append(lines, fmt.Sprintf("%s: %d objects with %d bytes, expected %d with %d", name, g[0], g[1], w[0], w[1]))
		}
	}
	for name, g := range got {
		if _, ok := want[name]; !ok {
			lines = append(lines, fmt.Sprintf("%s: %d objects with %d bytes, expected none", name, g[0], g[1]))
		}
	}
	return lines
}

// filling are the array types that the VM uses as filler objects. Histograms and dumps contain them.
var filling = []string{"int[]", "jdk.internal.vm.FillerElement[]"}

func TestHistogramAndDump(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		p := record(t, home, "Fill", agent.Options{}, nil, "5000")
		p.await("ready")
		p.settle()
		at, want := p.pointAtRest()
		file := p.dump()
		r := p.finish()
		for _, w := range r.Warnings {
			t.Error(w)
		}
		h := load(t, r, at-1)
		got := countTypes(h)
		for _, name := range filling {
			if got[name][0] > want[name][0] || got[name][1] > want[name][1] {
				t.Errorf("%s: more than the VM counts", name)
			}
			delete(got, name)
			delete(want, name)
		}
		for _, d := range differences(got, want) {
			t.Error(d)
		}
		compareDump(t, h, load(t, open(t, file), 0))
	})
}

// maxRests is the largest number of attempts to take a point without new objects of the VM, for example while it links a lambda.
const maxRests = 5

// pointAtRest takes a point between two equal histograms, so that it contains the same objects. It returns the number of the point and the
// histogram.
func (p *program) pointAtRest() (at int, counts map[string][2]int64) {
	p.t.Helper()
	for range maxRests {
		before := p.histogram()
		p.idle() // the GC of a histogram may trigger a point, which must not overlap with counts or dumps by the VM
		at, counts = p.point(true), p.histogram()
		p.idle()
		changed := differences(counts, before)
		isFilling := func(d string) bool {
			return slices.ContainsFunc(filling, func(name string) bool { return strings.HasPrefix(d, name+": ") })
		}
		if len(slices.DeleteFunc(changed, isFilling)) == 0 {
			break
		}
	}
	return at, counts
}

// request requests a heap state without waiting for it.
func (p *program) request(collected bool) {
	p.t.Helper()
	p.requests++
	if err := p.stream.Point(collected); err != nil {
		p.t.Fatal(err)
	}
}
