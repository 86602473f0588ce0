package trace

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"testing"
)

// TestAntTracksRefused: files of AntTracks, alone, beside a file that is nothing and in an archive, are named as what
// they are.
func TestAntTracksRefused(t *testing.T) {
	symbols := append([]byte{0xEE, 0xFF, 0xC0, 0, 1, 0, 0, 0, 9, 9, 9, 9, 0, 0, 0, 0}, make([]byte, 40)...)
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	member, err := w.Create("run/symbols")
	if err == nil {
		_, err = member.Write(symbols)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	for _, files := range [][]File{
		{MemoryFile("symbols", symbols)},
		{MemoryFile("README", []byte("words")), MemoryFile("symbols", symbols)},
		{MemoryFile("run.zip", packed.Bytes())},
	} {
		_, err := OpenFiles(context.Background(), "run", files, nil)
		var fault *InputError
		if !errors.As(err, &fault) || fault.Text != "a file of AntTracks' own trace format: only memcity inspect reads these" {
			t.Errorf("%s: error is %v", files[0].Name, err)
		}
	}
}
