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

// Target is the platform of an agent. In the zero value, all parts are unknown.
type Target struct {
	System string // as in GOOS
	Arch   string // as in GOARCH
	Libc   string // glibc or musl; empty except on Linux
}

// Targets returns the targets that make agent builds for.
func Targets() []Target {
	return []Target{{"linux", "amd64", "glibc"}, {"linux", "amd64", "musl"}, {"linux", "arm64", "glibc"}, {"linux", "arm64", "musl"}}
}

func (t Target) String() string { return strings.TrimRight(t.System+" "+t.Arch+" "+t.Libc, " ") }

// FileName returns the file name of a built agent.
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

// Here returns the target of this machine: that of an installed Java for this processor, else that of the installed loaders.
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

// machines contains the processors that agents are built for.
var machines = map[elf.Machine]string{elf.EM_X86_64: "amd64", elf.EM_AARCH64: "arm64"}

// TargetOf returns the target of a Linux executable. It returns an error if the file is not one.
func TargetOf(path string) (Target, error) {
	file, err := elf.Open(path)
	if err != nil {
		return Target{}, fmt.Errorf("%s: its platform is unknown: %w", path, err)
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
	return Target{}, fmt.Errorf("%s: its platform is unknown: it names no loader", path)
}

// TargetOfProcess returns the target of a process that can be inspected.
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

// setLibc sets the C library from the list of a process's mappings, if they contain one.
func (t *Target) setLibc(maps []byte) {
	for libc, names := range map[string][]string{"musl": {"/ld-musl-", "/libc.musl-"}, "glibc": {"/libc.so.6", "/libc-2."}} {
		for _, name := range names {
			if bytes.Contains(maps, []byte(name)) {
				t.Libc = libc
			}
		}
	}
}
