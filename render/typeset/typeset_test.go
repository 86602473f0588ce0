package typeset

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"unicode/utf8"

	"memcity/assets"
)

func file(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// withFonts returns Inter and the test fonts.
func withFonts(t *testing.T) *Fonts {
	t.Helper()
	f := Files(func() {}, assets.InterMedium, file(t, "arabic.ttf"), file(t, "devanagari.ttf"), file(t, "cjk.otf"), file(t, "emoji.ttf"))
	t.Cleanup(f.Close)
	return f
}

// set returns a line once it is ready.
func set(f *Fonts, text string, size, width float64) *Line {
	if l := f.Line(text, size, width); l != nil {
		return l
	}
	f.Wait()
	return f.Line(text, size, width)
}

const wide = 1e6

func masks(l *Line) []*Mask {
	var out []*Mask
	for _, g := range l.Glyphs {
		out = append(out, g.Mask)
	}
	return out
}

// The form of an Arabic letter depends on its neighbors, so a word is not a sequence of its separate letters.
func TestArabicIsJoinedFromRightToLeft(t *testing.T) {
	f := withFonts(t)
	word := set(f, "سخد", 32, wide)
	letters := []*Line{set(f, "س", 32, wide), set(f, "خ", 32, wide), set(f, "د", 32, wide)}
	if len(word.Glyphs) < 3 {
		t.Fatalf("%d glyphs for three letters", len(word.Glyphs))
	}
	if first := letters[0].Glyphs[0].Mask; slices.Contains(masks(word), first) {
		t.Error("the first letter has the same form in a word as alone")
	}
	// The letter dal never joins the letter to its left.
	if got := masks(set(f, "دس", 32, wide)); len(got) == 0 || got[len(got)-1] != letters[2].Glyphs[0].Mask {
		t.Errorf("%d glyphs, the right one is not the first letter", len(got))
	}
	if sum := letters[0].Width + letters[1].Width + letters[2].Width; word.Width >= sum {
		t.Errorf("joined %.1f pixels wide, letters alone %.1f", word.Width, sum)
	}
}

func TestWordsOfBothDirectionsKeepTheirOrder(t *testing.T) {
	f := withFonts(t)
	arabic, latin := set(f, "سخد", 20, wide), masks(set(f, "ab字", 20, wide))[:2]
	// A name that starts in Arabic is read from the right, so the rest is on its left.
	for _, text := range []string{"ab سخد", "سخد ab"} {
		if got := masks(set(f, text, 20, wide)); !slices.Equal(got, slices.Concat(latin, masks(arabic))) {
			t.Errorf("%q: %d glyphs in another order than expected", text, len(got))
		}
	}
	if got := masks(set(f, "ab سخد ab", 20, wide)); !slices.Equal(got, slices.Concat(latin, masks(arabic), latin)) {
		t.Errorf("%d glyphs of three words in another order than expected", len(got))
	}
}

// The vowel sign I is written after its consonant and drawn before it.
func TestDevanagariIsReordered(t *testing.T) {
	f := withFonts(t)
	alone, with := set(f, "ह", 32, wide), set(f, "हि", 32, wide)
	if len(with.Glyphs) != 2 || with.Glyphs[1].Mask != alone.Glyphs[0].Mask {
		t.Errorf("%d glyphs, and the consonant is not the last", len(with.Glyphs))
	}
}

func TestGlyphsHaveInkInTheirLine(t *testing.T) {
	f := withFonts(t)
	for _, text := range []string{"漢字", "قائمة المستخدمين", "उपयोगकर्ता सूची", "Set😀", "データ構造Map"} {
		for _, size := range []float64{12.5, 56} {
			l := set(f, text, size, wide)
			if l == nil || len(l.Glyphs) < 2 || l.Width < size {
				t.Fatalf("%q at %v: %+v", text, size, l)
			}
			for _, g := range l.Glyphs {
				if len(g.Mask.Pixels) != g.Mask.Width*g.Mask.Height || slices.Max(g.Mask.Pixels) < 100 {
					t.Errorf("%q at %v: a glyph without ink", text, size)
				}
				if g.X < -size || g.X+float64(g.Mask.Width) > l.Width+size || g.Y < -1.6*size || g.Y > 0.6*size {
					t.Errorf("%q at %v: glyph at %.1f %.1f leaves the line of %.1f", text, size, g.X, g.Y, l.Width)
				}
			}
		}
	}
	a, b := set(f, "漢字", 10, wide), set(f, "漢字", 20, wide)
	if math.Abs(2*a.Width-b.Width) > 1e-6 {
		t.Errorf("widths %v and %v at single and double size", a.Width, b.Width)
	}
}

func TestLinesAreCutAtTheirStart(t *testing.T) {
	f := withFonts(t)
	const text = "订单管理データ構造订单管理データ構造"
	whole := set(f, text, 16, wide)
	for _, width := range []float64{whole.Width, whole.Width - 1, 100, 60, 40} {
		l := set(f, text, 16, width)
		if l.Width > width {
			t.Errorf("%.1f pixels where %.1f are free", l.Width, width)
		}
		got, all := masks(l), masks(whole)
		if n := len(got); n < 2 || got[n-1] != all[len(all)-1] {
			t.Errorf("%.1f pixels: %d glyphs, the end is lost", width, n)
		}
		if cut := width < whole.Width; cut != (got[0] != all[0]) {
			t.Errorf("%.1f pixels: expected an ellipsis only where something is cut", width)
		}
	}
	if l := set(f, text, 16, 5); l == nil || len(l.Glyphs) != 0 {
		t.Errorf("%+v where nothing fits", l)
	}
	if l := set(f, "قائمة المستخدمين", 16, 60); l.Width > 60 || len(l.Glyphs) < 3 {
		t.Errorf("a word from right to left: %d glyphs, %.1f pixels", len(l.Glyphs), l.Width)
	}
}

// The caller draws texts that no font or the first font alone can display.
func TestNothingToSet(t *testing.T) {
	f := withFonts(t)
	for _, text := range []string{"", "HashMap$Node", "Ελληνικά", "ไทย", "\x00\u2028", "\u200d"} {
		if l := set(f, text, 16, wide); l != nil {
			t.Errorf("%q: %d glyphs", text, len(l.Glyphs))
		}
	}
	if l := set(f, "ไ字\n字", 16, wide); l == nil || len(l.Glyphs) != 4 {
		t.Errorf("some runes without font: %+v", l)
	}
	var none *Fonts
	if none.Line("字", 16, wide) != nil || none.Version() != 0 {
		t.Error("no fonts set a line")
	}
	none.Wait()
	none.Close()
}

func TestLongNamesAreLookedAtFromTheirEnd(t *testing.T) {
	f := withFonts(t)
	long := strings.Repeat("漢", 10_000)
	l := set(f, long, 12.5, 230)
	if l.Width > 230 || l.Width < 200 {
		t.Errorf("%.1f pixels wide", l.Width)
	}
	for r := range f.lines[0] {
		if len(r.text) > maxBytes || !utf8.ValidString(r.text) {
			t.Errorf("a text of %d bytes is kept", len(r.text))
		}
	}
}

func TestFontsThatAreNone(t *testing.T) {
	for _, files := range [][][]byte{nil, {nil}, {assets.InterMedium, []byte("no font")}, {assets.InterMedium, file(t, "cjk.otf")[:900]}} {
		f := Files(func() { t.Error("something is ready") }, files...)
		if l := set(f, "漢字", 16, wide); l != nil {
			t.Errorf("%d files: a line", len(files))
		}
		f.Close()
	}
}

func TestCallersAreNotifiedOnce(t *testing.T) {
	var woken atomic.Int32
	f := Files(func() { woken.Add(1) }, assets.InterMedium, file(t, "cjk.otf"))
	defer f.Close()
	before := f.Version()
	if l := f.Line("漢字", 16, wide); l != nil {
		t.Error("a line is ready at once")
	}
	f.Wait()
	if woken.Load() != 1 || f.Version() == before {
		t.Errorf("woken %d times, version %d after %d", woken.Load(), f.Version(), before)
	}
	f.Line("漢字", 16, wide)
	f.Line("plain", 16, wide)
	f.Wait()
	if woken.Load() != 1 {
		t.Errorf("woken %d times though nothing new is ready", woken.Load())
	}
}

func TestNoNotificationAfterClose(t *testing.T) {
	gate := make(chan struct{})
	data := file(t, "cjk.otf")
	f := &Fonts{load: func() (*setter, error) {
		<-gate
		return fileSetter([][]byte{assets.InterMedium, data})
	}, wake: func() { t.Error("woken") }}
	f.Line("漢字", 16, wide)
	f.Close()
	close(gate)
	f.Wait()
	if f.Line("漢字", 16, wide) != nil || f.Version() != 0 {
		t.Error("something is ready")
	}
}

func TestMemoryIsBounded(t *testing.T) {
	f := withFonts(t)
	set(f, "字", 16, 1)
	for i := range 3 * maxKept / maxQueue {
		for k := range maxQueue {
			f.Line("plain", 16, float64(i*maxQueue+k))
		}
		f.Wait()
	}
	if n := len(f.lines[0]) + len(f.lines[1]); n > 2*maxKept {
		t.Errorf("%d lines are kept", n)
	}
	if l := set(f, "字", 16, wide); l == nil || len(l.Glyphs) != 1 {
		t.Errorf("then: %+v", l)
	}
}

func FuzzLine(f *testing.F) {
	faces := [][]byte{assets.InterMedium}
	for _, name := range []string{"arabic.ttf", "devanagari.ttf", "cjk.otf", "emoji.ttf"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		faces = append(faces, data)
	}
	s, err := fileSetter(faces)
	if err != nil {
		f.Fatal(err)
	}
	f.Add("قائمة 漢字\u200d हि\u202e😀\xff", 40.0)
	f.Add("字\u2067\u2066\u2029", 3.0)
	f.Fuzz(func(t *testing.T, text string, width float64) {
		l := s.line(request{tail(text), 16, width})
		if l != nil && !(l.Width <= max(width, 0)) && width == width {
			t.Errorf("%q: %.1f pixels where %.1f are free", text, l.Width, width)
		}
	})
}
