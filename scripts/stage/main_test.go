package main

import (
	"slices"
	"strings"
	"testing"
)

const events = `{"Action":"start","Package":"m/a"}
{"Action":"run","Package":"m/a","Test":"TestGood"}
{"Action":"output","Package":"m/a","Test":"TestGood","Output":"not worth a line\n"}
{"Action":"pass","Package":"m/a","Test":"TestGood","Elapsed":4}
{"Action":"run","Package":"m/a","Test":"TestBad"}
{"Action":"output","Package":"m/a","Test":"TestBad","Output":"    a_test.go:7: it is bad\n"}
{"Action":"output","Package":"m/a","Test":"TestBad","Output":"--- FAIL: TestBad (0.00s)\n"}
{"Action":"fail","Package":"m/a","Test":"TestBad","Elapsed":0}
{"Action":"skip","Package":"m/a","Test":"TestVM","Elapsed":0}
{"Action":"skip","Package":"m/a","Test":"TestParts/one","Elapsed":0}
{"Action":"pass","Package":"m/a","Test":"TestParts","Elapsed":1}
{"Action":"output","Package":"m/a","Output":"panic: gone\n"}
{"Action":"output","Package":"m/a","Output":"FAIL\tm/a\t4.1s\n"}
{"Action":"fail","Package":"m/a","Elapsed":4.1}
{"Action":"output","Package":"m/b","Output":"ok  \tm/b\t(cached)\n"}
{"Action":"pass","Package":"m/b","Elapsed":0}
{"Action":"output","Package":"m/c","Output":"?   \tm/c\t[no test files]\n"}
{"Action":"skip","Package":"m/c","Elapsed":0}
{"ImportPath":"m/d","Action":"build-output","Output":"d.go:1: no\n"}
go: something else
`

func TestRead(t *testing.T) {
	var out strings.Builder
	s, err := read(strings.NewReader(events), &out)
	if err != nil {
		t.Fatal(err)
	}
	s.writeSlowest(&out)
	const want = "    a_test.go:7: it is bad\n--- FAIL: TestBad (0.00s)\nFAIL\tm/a\t4.1s\npanic: gone\nok  \tm/b\t(cached)\nd.go:1: no\n" +
		"go: something else\nslowest:\n     4.0 s  m/a TestGood\n"
	if out.String() != want {
		t.Errorf("shown:\n%s\nwant:\n%s", &out, want)
	}
	if !slices.Equal(s.skipped, []string{"m/a TestVM\n"}) {
		t.Errorf("skipped: %q", s.skipped)
	}
}
