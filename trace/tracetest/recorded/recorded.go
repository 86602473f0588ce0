// Package recorded provides GC logs and flight recordings of the same runs for tests, recorded with two JDKs and all their collectors, and
// the output of the JDK's own tool for them. testdata/record-gc created them.
package recorded

import (
	"archive/tar"
	"bytes"
	_ "embed" // embeds the archive
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"
)

//go:embed gc.tar.zst
var archive []byte

// unpack returns all files of the archive by name.
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

// File returns a file, such as 25-g1.log, 25-g1.jfr or 25-g1.txt. The caller must not change it.
func File(t testing.TB, name string) []byte {
	t.Helper()
	data, ok := files(t)[name]
	if !ok {
		t.Fatalf("%s was not recorded", name)
	}
	return data
}

// Files returns the files with the given extension, by name without the extension. The caller must not change them.
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
