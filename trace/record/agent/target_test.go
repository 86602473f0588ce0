package agent_test

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"memcity/trace/record/agent"
)

// program writes an executable with a processor and, unless it is empty, a loader.
func program(t *testing.T, machine elf.Machine, loader string) string {
	t.Helper()
	const head, entry = 64, 56
	var b bytes.Buffer
	file := elf.Header64{Type: uint16(elf.ET_DYN), Machine: uint16(machine), Version: 1, Phoff: head, Ehsize: head, Phentsize: entry}
	copy(file.Ident[:], elf.ELFMAG+"\x02\x01\x01")
	if loader != "" {
		file.Phnum = 1
	}
	part := elf.Prog64{Type: uint32(elf.PT_INTERP), Off: head + entry, Filesz: uint64(len(loader) + 1)}
	for _, v := range []any{file, part} {
		if err := binary.Write(&b, binary.LittleEndian, v); err != nil {
			t.Fatal(err)
		}
	}
	b.WriteString(loader + "\x00")
	path := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(path, b.Bytes(), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestTargetOf(t *testing.T) {
	for _, test := range []struct {
		machine elf.Machine
		loader  string
		want    string
	}{
		{elf.EM_X86_64, "/lib64/ld-linux-x86-64.so.2", "linux amd64 glibc"},
		{elf.EM_X86_64, "/lib/ld-musl-x86_64.so.1", "linux amd64 musl"},
		{elf.EM_AARCH64, "/lib/ld-linux-aarch64.so.1", "linux arm64 glibc"},
		{elf.EM_AARCH64, "/lib/ld-musl-aarch64.so.1", "linux arm64 musl"},
		{elf.EM_RISCV, "/lib/ld-linux-riscv64-lp64d.so.1", "linux riscv glibc"},
	} {
		got, err := agent.TargetOf(program(t, test.machine, test.loader))
		if err != nil || got.String() != test.want {
			t.Errorf("%v with %s: %q (%v), expected %q", test.machine, test.loader, got, err, test.want)
		}
	}
	script := filepath.Join(t.TempDir(), "script")
	if err := os.WriteFile(script, []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{program(t, elf.EM_X86_64, ""): "names no loader", script: "its platform is unknown",
		filepath.Join(t.TempDir(), "none"): "no such file"} {
		if _, err := agent.TargetOf(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestLibcOfMaps(t *testing.T) {
	for maps, want := range map[string]string{
		"7f0 r-xp 08:01 5 /lib/ld-musl-x86_64.so.1\n":              "musl",
		"7f0 r-xp 08:01 5 /usr/lib/libc.musl-aarch64.so.1\n":       "musl",
		"7f0 r-xp 08:01 5 /usr/lib/x86_64-linux-gnu/libc.so.6\n":   "glibc",
		"7f0 r-xp 08:01 5 /lib/x86_64-linux-gnu/libc-2.31.so\n":    "glibc",
		"7f0 r-xp 08:01 5 /usr/lib/x86_64-linux-musl/libc.so\n":    "as before",
		"7f0 r-xp 08:01 5 /usr/lib/x86_64-linux-gnu/libc++.so.1\n": "as before",
	} {
		if got := agent.LibcOf("as before", maps); got != want {
			t.Errorf("%q: %s, expected %s", maps, got, want)
		}
	}
}

// TestEmbedded checks the embedded agents: their processor, that they depend only on the C library in the promised version or older, and
// that they export only what a VM calls.
func TestEmbedded(t *testing.T) {
	machines := map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}
	for _, target := range agent.Targets() {
		content := agent.Embedded(target)
		if content == nil {
			if os.Getenv("MEMCITY_AGENTS_REQUIRED") != "" {
				t.Fatalf("%s: there is no agent of this source", target)
			}
			t.Skip("the agents have not been built: make agent")
		}
		file, err := elf.NewFile(bytes.NewReader(content))
		if err != nil {
			t.Fatalf("%s: %v", target, err)
		}
		if file.Machine != machines[target.Arch] {
			t.Errorf("%s: is for %v", target, file.Machine)
		}
		checkNeeds(t, target, file)
		symbols, err := file.DynamicSymbols()
		if err != nil {
			t.Fatal(err)
		}
		var shown []string
		for _, s := range symbols {
			if s.Section != elf.SHN_UNDEF && s.Name != "_init" && s.Name != "_fini" {
				shown = append(shown, s.Name)
			}
		}
		slices.Sort(shown)
		if !slices.Equal(shown, []string{"Agent_OnAttach", "Agent_OnLoad", "agent_version"}) {
			t.Errorf("%s: shows %q", target, shown)
		}
	}
}

// checkNeeds checks which libraries an agent depends on.
func checkNeeds(t *testing.T, target agent.Target, file *elf.File) {
	t.Helper()
	allowed := map[string][]string{"musl": {"libc.so"}, "glibc": {"libc.so.6", "libpthread.so.0", "libdl.so.2", "ld-linux-x86-64.so.2",
		"ld-linux-aarch64.so.1"}}[target.Libc]
	libraries, err := file.ImportedLibraries()
	if err != nil {
		t.Fatal(err)
	}
	for _, library := range libraries {
		if !slices.Contains(allowed, library) {
			t.Errorf("%s: needs %s", target, library)
		}
	}
	symbols, err := file.ImportedSymbols()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range symbols {
		version, ok := strings.CutPrefix(s.Version, "GLIBC_2.")
		minor, _, _ := strings.Cut(version, ".")
		if n, err := strconv.Atoi(minor); ok != (target.Libc == "glibc") && s.Version != "" || ok && (err != nil || n > 17) {
			t.Errorf("%s: needs %s of %s", target, s.Name, s.Version)
		}
	}
}
