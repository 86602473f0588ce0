package symbols

import (
	"bytes"
	"compress/gzip"
	"debug/elf"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// shop returns the program whose source is shop.cc, for Linux on x86-64.
func shop(t testing.TB) []byte {
	t.Helper()
	f, err := os.Open("../../pprof/testdata/program/shop.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// start is the address of the code of the program in a process.
const start = 0x55d8bdab6000

func mapping(path string) Mapping {
	return Mapping{Start: start, Limit: start + 0x1000, Offset: 0x1000, File: path}
}

func lines(frames []Frame) (list []string) {
	for _, f := range frames {
		list = append(list, fmt.Sprintf("%s %s:%d", f.Name, f.File, f.Line))
	}
	return list
}

// TestFind compares names and lines with the output of addr2line -ifC.
func TestFind(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shop")
	if err := os.WriteFile(path, shop(t), 0o600); err != nil {
		t.Fatal(err)
	}
	for address, want := range map[uint64][]string{
		0x1de: {"shop::Cart::make(int) /src/shop.cc:20", "shop::Cart::add(int) /src/shop.cc:16"},
		0x17b: {"serve /src/shop.cc:35"},
		0x155: {"shop::note(int) /src/shop.cc:27"},
		0x18d: {"serve /src/shop.cc:36"},
		0x080: {"_start :0"}, // without debugging information
		0xfff: nil,
	} {
		found, err := Find(t.Context(), mapping(path), []uint64{start + address, start - 1, start + 0x1000})
		if got := lines(found[start+address]); err != nil || !slices.Equal(got, want) || len(want) > 0 && len(found) != 1 {
			t.Errorf("%#x: %q, want %q, %v", address, got, want, err)
		}
	}
}

// TestOtherPrograms checks that only the program that the process ran is used.
func TestOtherPrograms(t *testing.T) {
	folder := t.TempDir()
	path, text := filepath.Join(folder, "shop"), filepath.Join(folder, "text")
	for name, data := range map[string][]byte{path: shop(t), text: []byte("text")} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const id = "293893164a3920961cc837a9324c3dfa06bb39b9"
	for _, x := range []struct {
		change func(m *Mapping)
		want   string
	}{
		{func(m *Mapping) {}, ""},
		{func(m *Mapping) { m.BuildID, m.Recorded = strings.ToUpper(id), time.UnixMilli(1) }, ""},
		{func(m *Mapping) { m.BuildID = "12" }, "the file on this computer has another build ID"},
		{func(m *Mapping) { m.Recorded = time.UnixMilli(1) }, "the file is newer than the profile"},
		{func(m *Mapping) { m.Recorded = time.Now().Add(time.Hour) }, ""},
		{func(m *Mapping) { m.Limit += 0x1000 }, "the file on this computer has another size"},
		{func(m *Mapping) { m.Offset = 0 }, "the file on this computer has another size"},
		{func(m *Mapping) { m.File = text }, "it is not an ELF file"},
		{func(m *Mapping) { m.File = folder }, "it is not a program"},
		{func(m *Mapping) { m.File = path + "x" }, "the file is not on this computer"},
		{func(m *Mapping) { m.File = "[vdso]" }, "it is not a file"},
		{func(m *Mapping) { m.File = "//host/share/shop" }, "it is not a file"},
	} {
		m := mapping(path)
		x.change(&m)
		found, err := Find(t.Context(), m, []uint64{start + 0x155})
		if x.want == "" && (err != nil || len(found) != 1) || x.want != "" && (err == nil || err.Error() != x.want) {
			t.Errorf("%d frames, error %v, want %q", len(found), err, x.want)
		}
	}
}

// find finds symbols in a program in memory.
func find(t testing.TB, data []byte) {
	f, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		return
	}
	var addresses []uint64
	for a := range uint64(0x200) {
		addresses = append(addresses, start+8*a)
	}
	p := &program{File: f, id: buildID(f)}
	found, _ := p.find(t.Context(), mapping("shop"), addresses)
	for a, frames := range found {
		if len(frames) == 0 || len(frames) > maxInlined || frames[0].Name == "" {
			t.Errorf("%#x: %v", a, frames)
		}
	}
}

// TestCut reads programs that are cut.
func TestCut(t *testing.T) {
	data := shop(t)
	for n := 0; n < len(data); n += 101 {
		find(t, data[:n])
	}
	clear(data[len(data)/2:])
	find(t, data)
}

func FuzzFind(f *testing.F) {
	f.Add(shop(f))
	f.Fuzz(func(t *testing.T, data []byte) {
		find(t, data)
	})
}
