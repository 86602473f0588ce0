package jdk_test

import (
	"testing"

	"memcity/trace/tracetest/jdk"
)

// TestDiedAtExit checks that only a jump to an address near 0 matches, by the dynamic linker or the first thread of the process.
func TestDiedAtExit(t *testing.T) {
	const at, frame = "#  SIGSEGV (0xb) at pc=0x0000000000002570, pid=1, tid=2\n", "# Problematic frame:\n# C  [ld-linux-x86-64.so.2+0x112a]\n"
	for text, want := range map[string]bool{
		at + frame: true,
		at:         false,
		frame:      false,
		"#  SIGSEGV (0xb) at pc=0x00007f2404d4f000, pid=1, tid=1\n" + frame:                false,
		"#  SIGSEGV (0xb) at pc=0x0000000000002426, pid=168, tid=168\n":                    true,
		"#  SIGSEGV (0xb) at pc=0x0000000000002426, pid=168, tid=169\n":                    false,
		"#  SIGSEGV (0xb) at pc=0x0000000000002426, pid=16, tid=168\n":                     false,
		at + "# Problematic frame:\n# C  [libmemcity-agent-linux-amd64-glibc.so+0x112a]\n": false,
	} {
		if jdk.DiedAtExit(text) != want {
			t.Errorf("%q: %v, want %v", text, !want, want)
		}
	}
}

// TestDiedLoading checks that only a crash of the dynamic linker matches, and not at an address near 0.
func TestDiedLoading(t *testing.T) {
	report := func(signal, pc, frame string) string {
		return "#\n#  " + signal + " at pc=" + pc + ", pid=7, tid=9\n#\n# Java VM: OpenJDK\n# Problematic frame:\n# C  [" + frame + "]\n"
	}
	for text, want := range map[string]bool{
		report("SIGSEGV (0xb)", "0x00007f7de26444ba", "ld-linux-x86-64.so.2+0x224ba"): true,
		report("SIGSEGV (0xb)", "0x0000000000001181", "ld-linux-x86-64.so.2+0x224ba"): false,
		report("SIGSEGV (0xb)", "0x00007f7de26444ba", "libmemcity.so+0x224ba"):        false,
		report("SIGBUS (0x7)", "0x00007f7de26444ba", "ld-linux-x86-64.so.2+0x224ba"):  false,
		"": false,
	} {
		if jdk.DiedLoading(text) != want {
			t.Errorf("%q: want %t", text, want)
		}
	}
}
