package bounded_test

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"memcity/trace/wire/bounded"
)

// endless returns one byte endlessly.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	copy(p, bytes.Repeat([]byte{byte(e)}, len(p)))
	return len(p), nil
}

// TestTokens checks that the length of texts, numbers, names and blanks is limited, but not the length of values made of many.
func TestTokens(t *testing.T) {
	for name, in := range map[string]struct {
		begin string
		rest  endless
		skip  bool
	}{"text": {`["a", "`, 'x', true}, "number": {`[1, 1`, '0', true}, "name": {`[1, {"a`, 'x', true}, "blanks": {`[1, `, ' ', true},
		"a value": {`["a", [1`, '1', false}} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		d := bounded.NewDecoder(io.MultiReader(strings.NewReader(in.begin), io.LimitReader(in.rest, 1<<30)))
		_, err := d.ReadToken()
		for err == nil && in.skip {
			err = d.SkipValue()
		}
		if !in.skip {
			if _, err = d.ReadValue(); err == nil {
				_, err = d.ReadValue()
			}
		}
		runtime.ReadMemStats(&after)
		var long *bounded.TokenError
		if !errors.As(err, &long) || long.Offset < 2 || long.Offset > int64(len(in.begin)) {
			t.Errorf("%s: %v", name, err)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 12*bounded.MaxToken {
			t.Errorf("%s: %d bytes of memory", name, took)
		}
	}
}

func TestLongInput(t *testing.T) {
	long := strings.Repeat("x", bounded.MaxToken/2)
	text := `["` + strings.Repeat(long+`", "`, 5) + `"]`
	d := bounded.NewDecoder(strings.NewReader(text))
	if err := d.SkipValue(); err != nil {
		t.Error(err)
	}
	if _, err := d.ReadToken(); err != io.EOF {
		t.Error(err)
	}
}
