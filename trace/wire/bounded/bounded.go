// Package bounded limits the length of JSON tokens. A JSON decoder otherwise holds each token as a whole, however long, and twice while its
// buffer grows.
package bounded

import (
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// MaxToken is the largest length in bytes of a text, a number or a run of blanks.
const MaxToken = 16 << 20

// NewDecoder returns a decoder for r that fails with a [TokenError] at a token longer than [MaxToken].
func NewDecoder(r io.Reader, options ...jsontext.Options) *jsontext.Decoder {
	in := &reader{r: r}
	in.decoder = jsontext.NewDecoder(in, options...)
	return in.decoder
}

// A TokenError reports a token that is too long. Offset is the start of the token or of the blanks before it.
type TokenError struct{ Offset int64 }

func (e *TokenError) Error() string {
	return fmt.Sprintf("a text, number or blanks of more than %d MB", MaxToken/1_000_000)
}

type reader struct {
	r       io.Reader
	decoder *jsontext.Decoder
	read    int64
}

func (in *reader) Read(p []byte) (int, error) {
	if at := in.decoder.InputOffset(); in.read-at > MaxToken {
		return 0, &TokenError{at}
	}
	n, err := in.r.Read(p)
	in.read += int64(n)
	return n, err
}
