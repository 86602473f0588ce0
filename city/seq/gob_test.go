package seq_test

import (
	"bytes"
	"encoding/gob"
	"testing"

	"memcity/city/seq"
)

// TestGob: lists in values encoded by package gob are equal after decoding.
func TestGob(t *testing.T) {
	type value struct {
		Texts   seq.Seq[string]
		Numbers seq.Seq[uint32]
	}
	for _, v := range []value{{}, {Texts: seq.Of("a", "", "b")}, {Numbers: seq.Of[uint32](0, 1<<31)}, {seq.Of("x"), seq.Of[uint32](7)}} {
		var b bytes.Buffer
		var got value
		if err := gob.NewEncoder(&b).Encode(v); err != nil {
			t.Fatal(err)
		}
		if err := gob.NewDecoder(&b).Decode(&got); err != nil || got != v {
			t.Errorf("%v became %v, %v", v, got, err)
		}
	}
	var s seq.Seq[string]
	if s.GobDecode([]byte{1, 2}) == nil {
		t.Error("damaged items were read")
	}
}
