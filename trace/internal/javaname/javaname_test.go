package javaname_test

import (
	"testing"

	"memcity/trace/internal/javaname"
)

func TestOf(t *testing.T) {
	for raw, want := range map[string]string{
		"java/lang/String": "java.lang.String", "[B": "byte[]", "[[J": "long[][]", "[Ljava/util/HashMap$Node;": "java.util.HashMap$Node[]",
		"byte[]": "byte[]", "java.lang.String[]": "java.lang.String[]", "B": "B", "[": "[]", "": "",
		"a/B$$Lambda$1+0x0000000800c03000": "a.B$$Lambda", "L;": "L;",
		"a/B$$Lambda$17+0x00007fa4a8008478/927327686": "a.B$$Lambda",
		"a/B$$Lambda$17.0x00007fa4a8008478/92":        "a.B$$Lambda",
	} {
		if got := javaname.Of(raw); got != want {
			t.Errorf("name of %q is %q, want %q", raw, got, want)
		}
	}
}
