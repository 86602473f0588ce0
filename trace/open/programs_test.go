package open

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"

	"memcity/trace"
)

// TestPrograms checks that executables of Go in archives are read as a whole, and are a fault only without a heap dump.
func TestPrograms(t *testing.T) {
	note := "\x7fELF\x02\x01\x01" + strings.Repeat("\x00", 9) + "\x02\x00" + strings.Repeat("\x00", 100) + "\x04\x00\x00\x00Go\x00\x00"
	program := []byte(note + strings.Repeat("code", 5000))
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	for name, data := range map[string][]byte{"shop": program, "other": bytes.Replace(program, []byte("Go\x00\x00"), []byte("GNU\x00"), 1)} {
		member, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		member.Write(data)
	}
	w.Close()
	members, err := Members(t.Context(), trace.MemoryFile("x.zip", packed.Bytes()))
	if err != nil || len(members) != 2 {
		t.Fatal(members, err)
	}
	for _, m := range members {
		if whole := m.Size == int64(len(program)); whole != (m.Name == "x.zip/shop" || m.Base() == "shop") {
			t.Errorf("%s has %d bytes", m.Name, m.Size)
		}
	}
	if _, err := Files(t.Context(), "x", []trace.File{trace.MemoryFile("shop", program)}, nil); err == nil || !strings.Contains(err.Error(), "program or library for Linux") {
		t.Errorf("error: %v", err)
	}
}
