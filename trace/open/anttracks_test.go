package open

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"testing"

	"memcity/trace"
)

// TestAntTracksRefused checks the errors for AntTracks files: alone, next to an unknown file, and in an archive.
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
	for _, files := range [][]trace.File{
		{trace.MemoryFile("symbols", symbols)},
		{trace.MemoryFile("README", []byte("words")), trace.MemoryFile("symbols", symbols)},
		{trace.MemoryFile("run.zip", packed.Bytes())},
	} {
		_, err := Files(context.Background(), "run", files, nil)
		var fault *trace.InputError
		if !errors.As(err, &fault) || fault.Text != "a file of AntTracks' own trace format: only memcity inspect reads these" {
			t.Errorf("%s: error is %v", files[0].Name, err)
		}
	}
}
