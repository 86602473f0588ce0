package jdk_test

import (
	"testing"

	"memcity/trace/tracetest/jdk"
)

// TestDiedAtExit: only a jump to a place near 0 in the dynamic linker counts.
func TestDiedAtExit(t *testing.T) {
	const at, frame = "#  SIGSEGV (0xb) at pc=0x0000000000002570, pid=1\n", "# Problematic frame:\n# C  [ld-linux-x86-64.so.2+0x112a]\n"
	for text, want := range map[string]bool{
		at + frame: true,
		at:         false,
		frame:      false,
		"#  SIGSEGV (0xb) at pc=0x00007f2404d4f000, pid=1\n" + frame:                       false,
		at + "# Problematic frame:\n# C  [libmemcity-agent-linux-amd64-glibc.so+0x112a]\n": false,
	} {
		if jdk.DiedAtExit(text) != want {
			t.Errorf("%q: %v, want %v", text, !want, want)
		}
	}
}
