package usage_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"memcity/trace/record/usage"
	"memcity/trace/tracetest/jdk"
)

// TestMain keeps the files that the tests build in one folder.
func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "memcity-usage-")
	if err != nil {
		panic(err)
	}
	folder = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

var (
	folder string
	jars   sync.Mutex
)

// jar returns the agent, compiled by the first JDK.
func jar(t *testing.T) string {
	t.Helper()
	home := jdk.Homes(t)[0]
	jars.Lock()
	defer jars.Unlock()
	path := filepath.Join(folder, usage.FileName)
	if usage.IsCurrent(path) {
		return path
	}
	if err := usage.Build(t.Context(), home, path); err != nil {
		t.Fatal(err)
	}
	return path
}

// compile compiles programs of testdata and returns their folder.
func compile(t *testing.T, home string, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	var paths []string
	for _, name := range names {
		paths = append(paths, filepath.Join("testdata", "java", name+".java"))
	}
	jdk.CompileInto(t, home, dir, []string{"--release", "11", "-Xlint:-options", "-g"}, paths...)
	return dir
}

// A result contains the output of a program and the recorded stream.
type result struct {
	out, errors string
	status      int
	stream      []byte
	events      []usage.Event
	texts       map[uint32]string
}

// run runs a program with the agent, or without it if the options are nil.
func run(t *testing.T, home, classes string, o *usage.Options, args ...string) result {
	t.Helper()
	out := filepath.Join(t.TempDir(), "stream")
	java := []string{"-cp", ".", "-Xmx256m", "-Xshare:auto"}
	if o != nil {
		options := *o
		options.Out = out
		java = append(java, "-javaagent:"+jar(t)+"="+usage.Args(options))
	}
	cmd := exec.CommandContext(t.Context(), jdk.Tool(home, "java"), append(java, args...)...)
	var text, errors strings.Builder
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = classes, []string{}, &text, &errors
	err := cmd.Run()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	r := result{out: text.String(), errors: errors.String(), status: cmd.ProcessState.ExitCode(), texts: map[uint32]string{}}
	if o != nil {
		if r.stream, err = os.ReadFile(out); err != nil {
			t.Fatalf("%v: %s%s", err, r.out, r.errors)
		}
		r.decode(t)
	}
	return r
}

func (r *result) decode(t *testing.T) {
	t.Helper()
	err := usage.NewDecoder().Take(r.stream, func(e usage.Event) error {
		if e.Kind == usage.String {
			r.texts[e.Number] = e.Text
		}
		r.events = append(r.events, e)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(r.events); r.events[n-1].Kind != usage.End {
		t.Errorf("the last of %d records is %+v", n, r.events[n-1])
	}
}

// noTrouble fails the test if the agent reported a problem.
func (r *result) noTrouble(t *testing.T) {
	t.Helper()
	for _, e := range r.events {
		if e.Kind == usage.Trouble {
			t.Errorf("trouble: %s", e.Text)
		}
	}
}

// sums returns the number of events for each collection, as "kind type site" for collections with a site.
func (r *result) sums() map[string]int {
	types := map[uint64]string{}
	sums := map[string]int{}
	for _, e := range r.events {
		if e.Kind == usage.Alloc {
			types[e.Coll] = r.texts[e.Type]
		}
		if e.Coll == 0 {
			continue
		}
		name := [...]string{usage.Alloc: "alloc", usage.Add: "add", usage.Get: "get", usage.Remove: "remove", usage.Dealloc: "dealloc",
			usage.GetAll: "all", usage.Clear: "clear", usage.Operations: "operations", usage.Unfollowed: "unfollowed"}[e.Kind]
		sums[fmt.Sprintf("%s %s %s", name, types[e.Coll], r.texts[e.Site])] += max(1, int(e.Count))
	}
	return sums
}
