package agent_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"memcity/trace/record/agent"
)

func TestArgs(t *testing.T) {
	for want, o := range map[string]agent.Options{
		"socket=/tmp/a": {Socket: "/tmp/a"},
		"socket=/a%2cb%20%3d%25,token=t,tokenfile=/a/t,mode=exact,depth=4,interval=1024,every=250,budget=7,pause=300,memory=8000000,max=9,final=0,tag=all,check=3,internals=0,collect=0": {
			Socket: "/a,b =%", Token: "t", TokenFile: "/a/t", Mode: "exact", Depth: 4, Interval: 1024, Every: 250 * time.Millisecond, Budget: 7,
			MaxPause: 300 * time.Millisecond, Memory: 8e6, MaxObjects: 9, NoFinal: true, TagAll: true, Check: 3, NoInternals: true, KeepGarbage: true},
	} {
		if got := agent.Args(o); got != want {
			t.Errorf("options are %q, expected %q", got, want)
		}
	}
}

// TestBuildErrors: without a compiler the error says so.
func TestBuildErrors(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("CC", "")
	err := agent.Build(context.Background(), filepath.Join(t.TempDir(), "agent"))
	if err == nil || !strings.Contains(err.Error(), "no C compiler") {
		t.Errorf("error %v, expected that there is no compiler", err)
	}
}

// TestFind: find builds once and then finds the result, but ignores an agent of another source.
func TestFind(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the agent")
	}
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("HOME", cache)
	path, err := agent.FindBuilt(context.Background())
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	t.Setenv("CC", "/none")
	if again, err := agent.FindBuilt(context.Background()); err != nil || again != path {
		t.Errorf("found %q, %v; expected %q", again, err, path)
	}
	if err := os.WriteFile(path, []byte("an old one"), 0o600); err != nil {
		t.Fatal(err)
	}
	if again, err := agent.FindBuilt(context.Background()); err == nil {
		t.Errorf("%s is taken though it is of another source", again)
	}
}

// TestInternals checks that the agent uses the VM's own structures only in tested versions and only if they are as expected, and reads them
// without a fault.
func TestInternals(t *testing.T) { runTest(t, "vm_test.c", "vm.c") }

// TestBudget checks how long the program may be stopped, and when a walk must end.
func TestBudget(t *testing.T) { runTest(t, "budget_test.c", "budget.c") }

// TestManyClasses checks that mode exact does constant work per class, however many there are, and frees its data of unloaded classes.
func TestManyClasses(t *testing.T) { runTest(t, "classes_test.c", "kinds.c") }

// TestKinds checks how many objects get a tag where nearly all die.
func TestKinds(t *testing.T) { runTest(t, "kinds_test.c") }

// TestCountsList checks that the list of counts to send never becomes cyclic while one thread counts and another one sends.
func TestCountsList(t *testing.T) { runTest(t, "counts_test.c") }

// TestRoom checks that no message is shorter than its content.
func TestRoom(t *testing.T) { runTest(t, "out_test.c", "platform_posix.c") }

// TestLeaves checks that walks continue from objects that may hold references, such as those whose fields cannot be read.
func TestLeaves(t *testing.T) { runTest(t, "leaf_test.c") }

// runTest compiles a C test together with files of the agent's source, and runs it.
func runTest(t *testing.T, name string, files ...string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("memory and locks are as POSIX has them")
	}
	path := filepath.Join(t.TempDir(), "test")
	paths := []string{filepath.Join("testdata", name)}
	for _, f := range files {
		paths = append(paths, filepath.Join("source", f))
	}
	out, err := agent.CompileTest(t.Context(), path, paths...)
	switch {
	case err != nil && len(out) > 0:
		t.Fatalf("%v: %s", err, out)
	case err != nil && os.Getenv("CI") != "":
		t.Fatal(err)
	case err != nil:
		t.Skip(err)
	}
	if out, err := exec.Command(path).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
