package collect_test

import (
	"context"
	"debug/elf"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"memcity/trace/record/agent"
	"memcity/trace/tracetest/jdk"
	"memcity/trace/tracetest/testrun"
)

// TestSanitized records a program in each mode with a sanitized agent. AddressSanitizer and UndefinedBehaviorSanitizer write a report about
// the first fault and end the program.
func TestSanitized(t *testing.T) {
	homes := jdk.Homes(t)
	if runtime.GOOS != "linux" {
		t.Skip("the sanitizers are loaded into the VM as Linux does it")
	}
	path := filepath.Join(t.TempDir(), agent.FileName())
	missing := t.Skipf
	if os.Getenv("CI") != "" {
		missing = t.Fatalf
	}
	err := agent.Build(t.Context(), path, append(agent.Strict(), "-O1", "-g", "-fno-omit-frame-pointer", "-fsanitize=address,undefined",
		"-fno-sanitize-recover=undefined")...)
	if err != nil {
		if plain := agent.Build(context.Background(), filepath.Join(t.TempDir(), agent.FileName()), agent.Strict()...); plain != nil {
			t.Fatal(plain)
		}
		missing("the compiler has no sanitizers: %v", err)
	}
	preload := runtimeOf(t, path)
	if preload == "" {
		missing("the compiler links no runtime of AddressSanitizer that can be loaded first")
	}
	for _, home := range homes {
		t.Run(filepath.Base(home), func(t *testing.T) {
			for name, record := range map[string]func(s *sanitizer){
				"sampled": func(s *sanitizer) { s.churn(home, agent.Options{Interval: 2000, Budget: 50}) },
				"exact":   func(s *sanitizer) { s.churn(home, agent.Options{Mode: "exact", Budget: 50, Check: 4}) },
				"tagged":  func(s *sanitizer) { s.sites(home, agent.Options{Mode: "exact", Budget: 50, TagAll: true, Depth: 60}) },
				"counts":  func(s *sanitizer) { s.churn(home, agent.Options{Mode: "counts", Budget: 50}) },
				"late":    func(s *sanitizer) { s.late(home) },
			} {
				t.Run(name, func(t *testing.T) {
					record(&sanitizer{t, path, preload, filepath.Join(t.TempDir(), "report")})
				})
			}
		})
	}
}

// runtimeOf returns the name of the AddressSanitizer library that a built agent needs; empty if it needs none.
func runtimeOf(t *testing.T, path string) string {
	t.Helper()
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	libraries, err := f.ImportedLibraries()
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(libraries, func(name string) bool { return strings.HasPrefix(name, "libasan.") })
	if i < 0 {
		return ""
	}
	return libraries[i]
}

type sanitizer struct {
	t             *testing.T
	path, preload string
	report        string // prefix of the report file names
}

// environment returns variables that load the sanitizer first. The VM itself uses the signals for bad addresses, and keeps memory until it
// ends.
func (s *sanitizer) environment() []string {
	return []string{"LD_PRELOAD=" + s.preload,
		"ASAN_OPTIONS=handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:allow_user_segv_handler=1:detect_leaks=0:log_path=" +
			s.report,
		"UBSAN_OPTIONS=print_stacktrace=1:log_path=" + s.report}
}

func (s *sanitizer) record(home, name string, o agent.Options, vm []string, args ...string) *program {
	s.t.Helper()
	l := listen(s.t)
	o.Socket, o.Token = l.Addr().String(), token
	p := startIn(s.t, s.environment(), home, name, append(vm, "-agentpath:"+s.path+"="+agent.Args(o)), args...)
	s.watch(p)
	p.accept(l)
	return p
}

// watch ends a hanging program, and checks for reports at the end.
func (s *sanitizer) watch(p *program) {
	late, ended := testrun.TooLate(s.t), make(chan struct{})
	go func() {
		select {
		case <-late:
			s.t.Error("the program hangs")
			p.cmd.Process.Kill()
		case <-ended:
		}
	}()
	s.t.Cleanup(func() {
		close(ended)
		s.check()
	})
}

// check fails the test if a sanitizer found a fault.
func (s *sanitizer) check() {
	s.t.Helper()
	reports, err := filepath.Glob(s.report + "*")
	if err != nil {
		s.t.Fatal(err)
	}
	for _, file := range reports {
		text, err := os.ReadFile(file)
		if err != nil {
			s.t.Fatal(err)
		}
		s.t.Errorf("%s", text)
	}
}

// sites allocates at known places in two threads.
func (s *sanitizer) sites(home string, o agent.Options) {
	s.t.Helper()
	o.Every = time.Hour
	p := s.record(home, "Sites", o, nil)
	p.await("ready")
	p.next() // after its GC
	p.in.Write([]byte("\n"))
	p.await("done")
	p.point(false)
	p.finish()
}

// churn loads and unloads classes and code over many GCs. No walk may begin by itself while the program ends, because the VM of Java 25 may
// then wait forever for its own threads.
func (s *sanitizer) churn(home string, o agent.Options) {
	s.t.Helper()
	o.Every = time.Hour
	p := s.record(home, "Churn", o, []string{"-Xmx100m"}, "300")
	p.await("ready")
	for range 3 {
		p.point(true)
	}
	p.finish()
}

// late loads the agent into a running program, and stops it before the program ends.
func (s *sanitizer) late(home string) {
	s.t.Helper()
	p := startIn(s.t, s.environment(), home, "Fill", []string{"-XX:+EnableDynamicAgentLoading"}, "1000")
	s.watch(p)
	p.await("ready")
	l := listen(s.t)
	args := agent.Args(agent.Options{Socket: l.Addr().String(), Token: token, Mode: "exact"})
	if text := p.jcmd("JVMTI.agent_load", s.path, strconv.Quote(args)); !strings.Contains(text, "return code: 0") {
		s.t.Fatalf("jcmd says %q", text)
	}
	p.accept(l)
	p.point(true)
	if err := p.stream.Stop(); err != nil {
		s.t.Fatal(err)
	}
	p.recording()
	p.in.Close()
	if err := p.cmd.Wait(); err != nil {
		s.t.Error(err)
	}
}
