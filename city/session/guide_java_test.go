package session_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/city/recording"
	"memcity/city/resolve/guided"
	"memcity/trace/open"
	"memcity/trace/tracetest/jdk"
)

// trials lists the leaking programs in testdata/programs, with the accumulating objects and their holder: the results that a reader must
// find.
var trials = []struct{ program, what, owner string }{
	{"StaticMap", "StaticMap$Order", "static field com.example.trial.StaticMap$OrderService.ORDERS"},
	{"Listeners", "Listeners$Dialog", "field com.example.trial.Listeners$EventBus.listeners"},
	{"ThreadLocals", "ThreadLocals$Span", "thread-local in the static field com.example.trial.ThreadLocals$Tracing.SPANS"},
	{"MutableKey", "MutableKey$Page", "static field com.example.trial.MutableKey$SearchService.pages"},
	{"InnerClass", "InnerClass$Document$AutoSave", "field com.example.trial.InnerClass$Scheduler.tasks"},
	{"UnboundedQueue", "UnboundedQueue$Message", "field com.example.trial.UnboundedQueue$Consumer.inbox"},
	{"ClassLoaders", "ClassLoaders$Driver", "static field com.example.trial.ClassLoaders$DriverManager.registered"},
	{"TwoMaps", "TwoMaps$Product", "static field com.example.trial.TwoMaps$ByName.products"},
	{"Duplicates", "Duplicates$Row", "field com.example.trial.Duplicates$Importer.history"},
	{"Sessions", "Sessions$Session", "field com.example.trial.Sessions$SessionManager.sessions"},
	{"Pool", "Pool$Connection", "field com.example.trial.Pool$ConnectionPool.inUse"},
	{"SlowLeak", "SlowLeak$Audit", "field com.example.trial.SlowLeak$Journal.entries"},
	{"LateLeak", "LateLeak$Event", "static field com.example.trial.LateLeak$Recorder.events"},
	{"TextLog", "byte[]", "field com.example.trial.TextLog$Protocol.lines"},
	{"UndoChain", "UndoChain$State", "field com.example.trial.UndoChain$Game.current"},
	{"WeakValues", "WeakValues$Style", "static field com.example.trial.WeakValues$Styles.byWidget"},
	{"Cancelled", "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask", "field com.example.trial.Cancelled$Client.timeouts"},
	{"Threads", "Threads$Worker", "thread Thread-N"},
	{"DeleteOnExit", "java.lang.String", "static field java.io.DeleteOnExitHook.files"},
}

// healthy lists programs that do not leak.
var healthy = []string{"LruCache", "Saturating", "WarmUp", "Sawtooth", "Released", "Steady", "Queue"}

// fewTrials lists the programs to run on every further JDK.
const fewTrials = 8

func TestGuideFindsLeaks(t *testing.T) {
	homes := jdk.Homes(t)
	classes := compileTrials(t, homes[0])
	for i, home := range homes {
		list := trials
		if i > 0 {
			list = trials[:fewTrials]
		}
		for _, trial := range list {
			t.Run(filepath.Base(home)+" "+trial.program, func(t *testing.T) {
				g := guideOf(t, home, classes, trial.program)
				if len(g.Findings) == 0 || g.Findings[0].Rule != findings.RuleLeak {
					t.Fatalf("no leak was found: %+v", g)
				}
				f := &g.Findings[0]
				owners := []string{trial.owner}
				if trial.program == "TwoMaps" {
					owners = append(owners, "static field com.example.trial.TwoMaps$ById.products")
				}
				found := append([]string{f.Growth.Owner}, f.Growth.Also...)
				slices.Sort(owners)
				slices.Sort(found)
				if !strings.HasSuffix(f.Growth.Type, trial.what) || !slices.Equal(found, owners) {
					t.Errorf("%s is held by %q, expected %s and %q", f.Growth.Type, found, trial.what, owners)
				}
				checkCuts(t, f)
			})
		}
	}
}

// checkCuts expects the recommended reference to free most of the accumulating objects.
func checkCuts(t *testing.T, f *findings.Finding) {
	at := slices.IndexFunc(f.References, func(c findings.Reference) bool { return c.Recommended })
	if at < 0 {
		t.Fatalf("no cut is recommended: %+v", f.References)
	}
	if piled := f.Growth.Bytes[len(f.Growth.Bytes)-1]; f.References[at].Bytes*10 < piled*6 {
		t.Errorf("cutting %s frees %d bytes of %d", f.References[at].Text, f.References[at].Bytes, piled)
	}
	if !slices.IsSortedFunc(f.References, func(a, b findings.Reference) int { return int(b.Bytes - a.Bytes) }) {
		t.Errorf("cuts are not in order: %+v", f.References)
	}
}

func TestGuideFindsNoLeak(t *testing.T) {
	homes := jdk.Homes(t)
	classes := compileTrials(t, homes[0])
	for i, home := range homes {
		list := healthy
		if i > 0 {
			list = healthy[:3]
		}
		for _, program := range list {
			t.Run(filepath.Base(home)+" "+program, func(t *testing.T) {
				for _, f := range guideOf(t, home, classes, program).Findings {
					if f.Rule == findings.RuleLeak || f.Rule == findings.RuleGrowth {
						t.Errorf("%s %+v", f.Title, f.Growth)
					}
				}
			})
		}
	}
}

func compileTrials(t *testing.T, home string) (classes string) {
	sources, err := filepath.Glob(filepath.Join("testdata", "programs", "*.java"))
	if err != nil || len(sources) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	classes = t.TempDir()
	jdk.CompileInto(t, home, classes, []string{"--release", "11"}, sources...)
	return classes
}

// guideOf runs a program that dumps its heap from time to time, and explores the dumps.
func guideOf(t *testing.T, home, classes, program string) *findings.Report {
	dumps := t.TempDir()
	jdk.Run(t, home, dumps, "java", "-Xmx256m", "-XX:+UseSerialGC", "-cp", classes, "com.example.trial."+program, dumps)
	r, err := open.Paths(context.Background(), []string{dumps}, nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := guided.Explore(context.Background(), recording.New(r, recording.Options{}), nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
