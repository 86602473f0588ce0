package hprof_test

import (
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/hprof"
	wire "memcity/trace/wire/hprof"
)

// TestCutDumps checks that the heap state of a truncated dump is marked as not comparable, and that a dump without objects gives a reason.
func TestCutDumps(t *testing.T) {
	data := many(8, 4000).Bytes()
	_, warnings, err := hprof.Load(t.Context(), trace.MemoryFile("d/cut", data[:len(data)-2000]), nil)
	if err != nil || len(warnings) != 1 || !warnings[0].Lost || warnings[0].Source != "cut" {
		t.Errorf("cut near the end: %+v, %v", warnings, err)
	}
	_, warnings, err = hprof.Load(t.Context(), trace.MemoryFile("d/whole", data), nil)
	if err != nil || len(warnings) != 0 {
		t.Errorf("whole: %v, %v", warnings, err)
	}
	header := wire.AppendHeader(nil, wire.Header{Version: "1.0.2", IDSize: 8})
	text := wire.Append(header[:len(header):len(header)], 8, &wire.Record{Kind: wire.Text, Values: [9]uint64{1}, Body: []byte("name")})
	const only = "a heap dump starts with names, and objects follow later"
	for name, test := range map[string]struct {
		data         []byte
		fault, names bool
	}{
		"header": {header, false, false}, "names": {text, false, false}, "broken": {append(header[:len(header):len(header)], 0xFF, 1, 2),
			true, false},
		"names, then broken": {append(text[:len(text):len(text)], 0x0C, 0, 0, 0, 0, 0, 0, 9, 9), true, true},
	} {
		_, _, err := hprof.Load(t.Context(), trace.MemoryFile("x", test.data), nil)
		if err == nil || strings.HasSuffix(err.Error(), "it does not contain a heap dump") == test.fault ||
			strings.HasSuffix(err.Error(), only) != test.names {
			t.Errorf("%s: %v", name, err)
		}
	}
}
