package words_test

import (
	"slices"
	"testing"

	"memcity/words"
)

func TestSourceNames(t *testing.T) {
	for text, want := range map[string][]string{
		"com.shop.Cart.add(Cart.java:31)":                            {"com.shop.Cart.add(Cart.java:31)"},
		"app//com.shop.Cart.add(Cart.java:31)":                       {"app//com.shop.Cart.add(Cart.java:31)"},
		"static field com.shop.Registry.sessions":                    {"com.shop.Registry.sessions"},
		"thread-local com.shop.Registry.sessions of main":            {"com.shop.Registry.sessions"},
		"local variable in a.B.run(B.java:7) of main, a.C.x(C.kt:1)": {"a.B.run(B.java:7)", "a.C.x(C.kt:1)"},
		"a.B.run(Native Method)":                                     nil,
		"a.B.run(B.java)":                                            nil,
		"static field sessions":                                      nil,
		"3 static fields":                                            nil,
		"com.shop.Registry.sessions":                                 nil,
		"(not sampled)":                                              nil,
		"":                                                           nil,
	} {
		if got := words.SourceNames(text); !slices.Equal(got, want) {
			t.Errorf("%q has the names %q, expected %q", text, got, want)
		}
		first := ""
		if len(want) > 0 {
			first = want[0]
		}
		if got := words.SourceName(text); got != first {
			t.Errorf("%q has the name %q, expected %q", text, got, first)
		}
	}
}
