package signature

import (
	"regexp"
	"testing"
)

const product = "com.example.Product"

// TestEqual checks that differences between runs alone do not change the signature.
func TestEqual(t *testing.T) {
	for _, c := range [][2][3]string{
		{{"local variable in app.Main.run of the thread pool-1-thread-7", "", product}, {"local variable in app.Main.run of the thread main", "", product}},
		{{"static field app.Main$$Lambda/0x00007f1.cache", "", product}, {"static field app.Main$$Lambda/0x00008f2.cache", "", product}},
		{{"static field app.Main.cache", "", "app.Main$$Lambda$14"}, {"static field app.Main.cache", "", "app.Main$$Lambda$15"}},
		{{"static field app.Main.cache", "jdk.proxy1.$Proxy12.h", product}, {"static field app.Main.cache", "jdk.proxy1.$Proxy3.h", product}},
	} {
		if a, b := Of(c[0][0], c[0][1], c[0][2]), Of(c[1][0], c[1][1], c[1][2]); a != b {
			t.Errorf("%q has %s, %q has %s", c[0], a, c[1], b)
		}
	}
}

// TestDifferent checks that another holder, field or type has another signature. Past signatures must stay the same.
func TestDifferent(t *testing.T) {
	seen := map[string][3]string{}
	for _, c := range [][3]string{
		{"static field app.Main.cache", "", product}, {"static field app.Main.other", "", product}, {"static field app.Other.cache", "", product},
		{"field app.Main.cache", "", product}, {"static field app.Main.cache", "", product + "2"}, {"static field app.Main.cache", product, ""},
		{"static field app.Main.cache", "field lib.Map.table", product}, {"static field app.Main.cache2", "", product},
		{"local variable in app.Main.run", "", product}, {"local variable in app.Main.stop", "", product},
	} {
		s := Of(c[0], c[1], c[2])
		if c[2] == "" {
			if s != "" {
				t.Errorf("%q has a signature", c)
			}
			continue
		}
		if other, ok := seen[s]; ok || !regexp.MustCompile(`^[0-9a-f]{16}$`).MatchString(s) {
			t.Errorf("%q and %q: %q", c, other, s)
		}
		seen[s] = c
	}
	if Of("", "", product) != "" {
		t.Error("without a holder there is a signature")
	}
	if s := Of("static field com.example.people.Main.persons", "", "com.example.people.Person"); s != "33017f748e3b74bf" {
		t.Errorf("signatures of recordings that were exported before are others now: %s", s)
	}
}

func TestPath(t *testing.T) {
	a := Path([]string{"Heap", "app", "Main$$Lambda/0x1"})
	if a != Path([]string{"Heap", "app", "Main$$Lambda/0x2"}) {
		t.Error("lambdas differ")
	}
	for _, other := range [][]string{{"Heap", "app"}, {"Heap", "app", "Main"}, {"Heapapp", "Main$$Lambda/0x1"}, {"app", "Heap", "Main$$Lambda/0x1"}, nil} {
		if a == Path(other) {
			t.Errorf("%q has the same number", other)
		}
	}
}
