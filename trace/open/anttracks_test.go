package open

import (
	"errors"
	"testing"

	"memcity/trace"
)

// TestAntTracks opens a zip of a real trace, together with a file that is not a recording.
func TestAntTracks(t *testing.T) {
	file, err := trace.DiskFile("../anttracks/testdata/traces/caches-parallel-ptr.zip")
	if err != nil {
		t.Fatal(err)
	}
	rec, err := Files(t.Context(), "caches", []trace.File{trace.MemoryFile("README", []byte("words")), file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(rec.Points) != 14 || rec.Name != "caches" || len(rec.Warnings) != 1 {
		t.Errorf("%d points, name %q, warnings %v", len(rec.Points), rec.Name, rec.Warnings)
	}
	h := loadPoint(t, rec.Points[13])
	if got := targets(h, "java.util.HashMap$Node", "Caches$Product"); got != 850 {
		t.Errorf("the nodes of maps refer to %d products, want 850", got)
	}
}

// TestAntTracksFault checks the error for symbols without a trace.
func TestAntTracksFault(t *testing.T) {
	symbols := append([]byte{0xEE, 0xFF, 0xC0, 0, 1, 0, 0, 0, 9, 9, 9, 9, 0, 0, 0, 0}, make([]byte, 40)...)
	_, err := Files(t.Context(), "run", []trace.File{trace.MemoryFile("none/symbols", symbols)}, nil)
	var fault *trace.InputError
	if !errors.As(err, &fault) || fault.Text != "there is no trace with the numbers of these symbols; expected an AntTracks trace in the same folder" {
		t.Errorf("error is %v", err)
	}
}
