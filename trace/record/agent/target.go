package agent

import (
	"bytes"
	"debug/elf"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Target is what an agent is built for. The zero value stands for what is not known.
type Target struct {
	System string // as GOOS has it
	Arch   string // as GOARCH has it
	Libc   string // glibc or musl; empty but for Linux
}

// Targets lists what make agent builds for.
func Targets() []Target {
	return []Target{{"linux", "amd64", "glibc"}, {"linux", "amd64", "musl"}, {"linux", "arm64", "glibc"}, {"linux", "arm64", "musl"}}
}

func (t Target) String() string { return strings.TrimRight(t.System+" "+t.Arch+" "+t.Libc, " ") }

// FileName is the name of a built agent.
func (t Target) FileName() string {
	name := "memcity-agent-" + strings.ReplaceAll(t.String(), " ", "-")
	switch t.System {
	case "windows":
		return name + ".dll"
	case "darwin":
		return "lib" + name + ".dylib"
	}
	return "lib" + name + ".so"
}

// Here is the target of programs like this one: that of a Java here for its processor, else what the loaders here are for.
func Here() Target {
	t := Target{System: runtime.GOOS, Arch: runtime.GOARCH}
	if t.System != "linux" {
		return t
	}
	for _, home := range Homes() {
		if of, err := TargetOf(filepath.Join(home, "bin", "java")); err == nil && of.Arch == t.Arch {
			return of
		}
	}
	t.Libc = "glibc"
	musl, _ := filepath.Glob("/lib/ld-musl-*.so.1")
	glibc, _ := filepath.Glob("/lib*/ld-linux*.so.*")
	if len(musl) > 0 && len(glibc) == 0 {
		t.Libc = "musl"
	}
	return t
}

// machines are the processors that agents are built for.
var machines = map[elf.Machine]string{elf.EM_X86_64: "amd64", elf.EM_AARCH64: "arm64"}

// TargetOf returns what a program for Linux runs on. The error says why a file is no such program.
func TargetOf(path string) (Target, error) {
	file, err := elf.Open(path)
	if err != nil {
		return Target{}, fmt.Errorf("%s: it is not known what it runs on: %w", path, err)
	}
	defer file.Close()
	t := Target{System: "linux", Arch: machines[file.Machine], Libc: "glibc"}
	if t.Arch == "" {
		t.Arch = strings.ToLower(strings.TrimPrefix(file.Machine.String(), "EM_"))
	}
	for _, p := range file.Progs {
		if p.Type != elf.PT_INTERP {
			continue
		}
		loader, err := io.ReadAll(io.LimitReader(p.Open(), 4096))
		if err != nil {
			return Target{}, fmt.Errorf("%s: its loader cannot be read: %w", path, err)
		}
		if bytes.Contains(loader, []byte("ld-musl")) {
			t.Libc = "musl"
		}
		return t, nil
	}
	return Target{}, fmt.Errorf("%s: it is not known what it runs on: it names no loader", path)
}

// TargetOfProcess returns what a process that can be inspected runs on.
func TargetOfProcess(pid int) (Target, error) {
	if runtime.GOOS != "linux" {
		return Here(), nil
	}
	t, err := TargetOf(fmt.Sprintf("/proc/%d/exe", pid))
	if err != nil {
		return Target{}, err
	}
	// The program may have been started by a loader that its file does not name.
	maps, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", pid))
	if err != nil {
		return Target{}, err
	}
	t.setLibc(maps)
	return t, nil
}

// setLibc takes the C library from the list of what a process has mapped, if that names one.
func (t *Target) setLibc(maps []byte) {
	for libc, names := range map[string][]string{"musl": {"/ld-musl-", "/libc.musl-"}, "glibc": {"/libc.so.6", "/libc-2."}} {
		for _, name := range names {
			if bytes.Contains(maps, []byte(name)) {
				t.Libc = libc
			}
		}
	}
}
