// Package bounded reads JSON whose texts have a limit: a decoder keeps each token as a whole, however long it is, and twice while
// it grows.
package bounded

import (
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// MaxToken is the greatest length in bytes of a text, a number or the blanks between two.
const MaxToken = 16 << 20

// NewDecoder returns a decoder of r that ends with a [TokenError] at a token longer than [MaxToken].
func NewDecoder(r io.Reader, options ...jsontext.Options) *jsontext.Decoder {
	in := &reader{r: r}
	in.decoder = jsontext.NewDecoder(in, options...)
	return in.decoder
}

// A TokenError says where a token begins, or the blanks before it, that is too long.
type TokenError struct{ Offset int64 }

func (e *TokenError) Error() string {
	return fmt.Sprintf("a text, number or blanks of more than %d MB", MaxToken>>20)
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
