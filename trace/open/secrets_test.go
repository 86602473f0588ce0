//go:build !race

package open

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// TestDemosWarnOfNothing checks that the bundled heap dumps contain no data about the machine that created them.
func TestDemosWarnOfNothing(t *testing.T) {
	names, err := filepath.Glob("../../assets/demos/*.tar.zst")
	if err != nil || len(names) < 3 {
		t.Fatalf("%q, %v", names, err)
	}
	for _, name := range names {
		packed, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer packed.Close()
		r, err := zstd.NewReader(packed)
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		secrets := []string{"/usr/lib/jvm", "/home/", "/root", "/tmp", "os.version", "user.home", "PATH=", "Debian"}
		if traces := []string{"prices.tar.zst", "travel.tar.zst"}; slices.Contains(traces, filepath.Base(name)) { // traces contain the version of the VM
			secrets = slices.DeleteFunc(secrets, func(s string) bool { return s == "Debian" })
		}
		for _, secret := range secrets {
			if at := bytes.Index(data, []byte(secret)); at >= 0 {
				t.Errorf("%s holds %q at %d: %q", name, secret, at, data[max(at-20, 0):at+40])
			}
		}
	}
}
