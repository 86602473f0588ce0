package hostile_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/open"
	"memcity/trace/tracetest/hostile"
)

// TestSound checks that the samples are valid, so that faults in changed ones come from the change.
func TestSound(t *testing.T) {
	for _, f := range hostile.Formats {
		rec, err := open.Files(t.Context(), f.Name, []trace.File{trace.MemoryFile(f.Name, f.Sound())}, nil)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, w := range rec.Warnings {
			if text := w.String(); !strings.Contains(text, "reported at") && !strings.Contains(text, "count only types") &&
				!strings.Contains(text, "modification times") {
				t.Errorf("%s: warning %s", f.Name, w)
			}
		}
		if len(rec.Points)+len(rec.GCs) == 0 {
			t.Errorf("%s: neither GC points nor GCs", f.Name)
		}
		for i := range rec.Points {
			if rec.Points[i].Load == nil {
				continue
			}
			h, warnings, err := rec.Points[i].Load(t.Context(), nil)
			warnings = slices.DeleteFunc(warnings, func(w trace.Warning) bool { return strings.Contains(w.Text, "has no GC roots") })
			if err != nil || len(warnings) > 0 && !rec.OnlySamples() {
				t.Fatalf("%s: %v, %v", f.Name, warnings, err)
			}
			if h.Len() < 6 && !rec.OnlySamples() {
				t.Errorf("%s: %d objects", f.Name, h.Len())
			}
		}
	}
}

// TestAny checks that any bytes give an input, always the same one, and that many of the inputs are partly readable.
func TestAny(t *testing.T) {
	const tries = 400
	for _, first := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0xDE, 0xDF, 0xE1, 0xFE} {
		rng := rand.New(rand.NewPCG(uint64(first), 1))
		opened := 0
		for range tries {
			script := make([]byte, 1+rng.IntN(120))
			for i := range script {
				script[i] = byte(rng.Uint32())
			}
			script[0] = byte(first)
			before := slices.Clone(script)
			data := hostile.Any(script)
			if !slices.Equal(script, before) || !slices.Equal(data, hostile.Any(script)) {
				t.Fatalf("the script %x changed, or gives two inputs", before)
			}
			if len(data) > 8<<20 {
				t.Fatalf("the script %x makes %d bytes", script, len(data))
			}
			if _, err := open.Files(t.Context(), "x", []trace.File{trace.MemoryFile("x", data)}, nil); err == nil {
				opened++
			}
		}
		t.Logf("of format %d, %d of %d can be opened", first, opened, tries)
		if opened < tries/4 {
			t.Errorf("of format %d, only %d of %d can be opened", first, opened, tries)
		}
	}
	for i, f := range hostile.Formats {
		if got := hostile.Any([]byte{hostile.First(i)}); !slices.Equal(got, f.Make(nil)) {
			t.Errorf("the first byte of %s makes another format", f.Name)
		}
	}
	if got := hostile.Any([]byte("\xffabc")); string(got) != "abc" || hostile.Any(nil) != nil {
		t.Errorf("bytes as they are become %q", got)
	}
}
