package inspector

import (
	"context"
	"encoding/json"
	"testing"
	"time"
	"unicode/utf8"
)

// FuzzMessage processes any message from a program. A chunk in the form of V8 must have the same content as package json reads.
func FuzzMessage(f *testing.F) {
	for _, text := range []string{
		string(chunkHead) + `{\"snapshot\":\n\u00e9\ud83d\ude00` + string(chunkTail),
		`{"id":1,"result":{"usedSize":1}}`,
		`{"id":1,"error":{"code":-32601,"message":"x"}}`,
		`{"method":"` + traceEvents + `","params":{"value":[{"ts":1,"tid":7,"ph":"M"},{"ts":2,"ph":"B","name":"MinorGC"},{"ts":3,"ph":"E","name":"MinorGC"}]}}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if chunk, ok := cutChunk(data); ok && json.Valid(data) && utf8.Valid(data) {
			var m struct{ Params struct{ Chunk string } }
			if err := json.Unmarshal(data, &m); err != nil || m.Params.Chunk != string(chunk) {
				t.Errorf("%q, want %q (%v)", chunk, m.Params.Chunk, err)
			}
		}
		var g GCs
		reply := make(chan message, 1)
		c := &Conn{now: func() time.Time { return time.Unix(1, 0) }, waiting: map[int64]chan message{1: reply}, chunks: newSpool(),
			event: func(method string, params json.RawMessage) { g.Take(method, params) }}
		_ = c.take(context.Background(), data)
		for _, gc := range g.take() {
			if gc.End.Before(gc.Start) || gc.Before < 0 || gc.After < 0 {
				t.Errorf("%+v", gc)
			}
		}
	})
}
