package words_test

import (
	"testing"

	"memcity/words"
)

func TestShortCollection(t *testing.T) {
	for label, want := range map[string]string{
		"java.util.HashMap@app.Cache.<init>(Cache.java:12)": "HashMap@Cache.java:12",
		"HashMap@Main.java:5":                               "HashMap@Main.java:5",
		"java.util.ArrayList@(site not known)":              "ArrayList@(site not known)",
		"java.util.ArrayList@app.Main.run(Unknown Source)":  "ArrayList@app.Main.run(Unknown Source)",
		"(type not known)@a.b(C.java:1)":                    "(type not known)@C.java:1",
		"java.util.ArrayList":                               "ArrayList",
		"":                                                  "",
		"a\nb@c(d:1)":                                       "a b@d:1",
	} {
		if got := words.ShortCollection(label); got != want {
			t.Errorf("%q: %q, want %q", label, got, want)
		}
	}
	for v, want := range map[float64]string{0: "0.00", 0.466: "0.47", 0.999: "1.00", 1: "1.00"} {
		if got := words.Ratio(v); got != want {
			t.Errorf("%g: %s, want %s", v, got, want)
		}
	}
}
