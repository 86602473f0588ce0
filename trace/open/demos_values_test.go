package open

import (
	"errors"
	"strings"
	"testing"

	"memcity/trace"
)

// TestDemosValues checks that the bundled recordings have numbers, and the strings that their own objects refer to. Other strings must be
// missing, not zeros.
func TestDemosValues(t *testing.T) {
	for _, name := range []string{"persons", "two-caches", "steady"} {
		rec := openDemo(t, name)
		if !rec.Blanked || !rec.Knows.Has(trace.KnowsValues|trace.KnowsTexts) {
			t.Errorf("%s: blanked %t, knows %v", name, rec.Blanked, rec.Knows.Names())
		}
		h := loadPoint(t, rec.Points[len(rec.Points)-1])
		texts, unknown := map[trace.ObjectID]string{}, 0
		var all []trace.ObjectID
		own := map[trace.ObjectID]bool{} // strings that the program's own objects refer to
		for o := range trace.ObjectID(h.Len()) {
			if h.IsString(h.TypeOf.At(o)) {
				all = append(all, o)
			}
			if strings.HasPrefix(h.Types[h.TypeOf.At(o)].Name, "com.example.") {
				for _, to := range h.References(o) {
					own[to] = own[to] || h.IsString(h.TypeOf.At(to))
				}
			}
		}
		err := h.Values.Texts(t.Context(), all, 1000, func(o trace.ObjectID, text []byte) { texts[o] = string(text) })
		if err != nil {
			t.Fatal(err)
		}
		for o, is := range own {
			if text, known := texts[o]; is && (!known || strings.ContainsRune(text, 0)) {
				t.Errorf("%s: string %d of an own object is %q", name, o, text)
			}
		}
		for _, o := range all {
			if text, known := texts[o]; !known {
				if unknown++; unknown < 3 {
					if _, err := h.Values.Text(o, 10); !errors.Is(err, trace.ErrNoText) {
						t.Errorf("%s: text of string %d: %v", name, o, err)
					}
				}
			} else if text != "" && strings.Trim(text, "\x00") == "" {
				t.Errorf("%s: string %d is zeros", name, o)
			}
		}
		if unknown == 0 || len(texts) < 100 {
			t.Errorf("%s: %d of %d texts are known", name, len(texts), len(all))
		}
	}
}
