package ruby

import "bytes"

var generationKey = []byte(`"generation":`)

// Search finds the largest generation in a file without reading its lines. A text that looks like the member counts too. It implements
// io.Writer and receives the file in pieces.
type Search struct {
	rest []byte // end of the last piece
	most int64
}

// NewSearch returns an empty search.
func NewSearch() *Search { return &Search{most: -1} }

// Generation returns the largest generation so far; -1 for none.
func (s *Search) Generation() int64 { return s.most }

// digits is the largest number of digits of a generation that is read.
const digits = 10

// Write searches a piece. It never fails.
func (s *Search) Write(piece []byte) (int, error) {
	const overlap = 13 + digits
	s.rest = append(s.rest, piece[:min(len(piece), overlap)]...)
	s.find(s.rest)
	if len(piece) > overlap {
		s.find(piece)
		s.rest = append(s.rest[:0], piece[len(piece)-overlap:]...)
	} else if len(s.rest) > overlap {
		s.rest = append(s.rest[:0], s.rest[len(s.rest)-overlap:]...)
	}
	return len(piece), nil
}

// find searches a piece. A number at its end may be incomplete and therefore too small.
func (s *Search) find(piece []byte) {
	for {
		at := bytes.Index(piece, generationKey)
		if at < 0 {
			return
		}
		piece = piece[at+len(generationKey):]
		n, i := int64(0), 0
		for i < min(digits, len(piece)) && piece[i] >= '0' && piece[i] <= '9' {
			n = n*10 + int64(piece[i]-'0')
			i++
		}
		if i > 0 {
			s.most = max(s.most, n)
		}
	}
}
