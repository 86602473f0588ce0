// Package recorded gives tests logs of GCs and flight recordings of the same runs, made by two JDKs with all their collectors,
// and what the JDK's own tool says about them. testdata/record-gc made them.
package recorded

import (
	"archive/tar"
	"bytes"
	_ "embed" // the archive
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"
)

//go:embed gc.tar.zst
var archive []byte

// unpack returns all files of the archive by their names.
var unpack = sync.OnceValues(func() (map[string][]byte, error) {
	z, err := zstd.NewReader(bytes.NewReader(archive), zstd.WithDecoderMaxWindow(1<<27))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	all := map[string][]byte{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		if all[h.Name], err = io.ReadAll(r); err != nil {
			return nil, err
		}
	}
})

func files(t testing.TB) map[string][]byte {
	t.Helper()
	all, err := unpack()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// File returns a file, such as 25-g1.log, 25-g1.jfr or 25-g1.txt. It is not to be changed.
func File(t testing.TB, name string) []byte {
	t.Helper()
	data, ok := files(t)[name]
	if !ok {
		t.Fatalf("%s was not recorded", name)
	}
	return data
}

// Files returns the files with an ending by their names without it. They are not to be changed.
func Files(t testing.TB, ending string) map[string][]byte {
	t.Helper()
	some := map[string][]byte{}
	for name, data := range files(t) {
		if name, ok := strings.CutSuffix(name, ending); ok {
			some[name] = data
		}
	}
	return some
}
