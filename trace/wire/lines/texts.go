package lines

import (
	"math"
	"strings"
)

// Text is a number in a dictionary of [Texts]. 0 is no text.
type Text uint32

// Many is the name of a reference whose object has more than [MaxNames] names.
const Many Text = math.MaxUint32

// MaxNames is the largest number of names of one object that are stored.
const MaxNames = 4096

// Texts is a dictionary of the names in a file.
type Texts struct {
	list  []string
	known map[string]Text
	bytes int64
}

// NewTexts returns an empty dictionary.
func NewTexts() *Texts { return &Texts{list: []string{""}, known: map[string]Text{}} }

// Number returns the number of a text, which it adds if it is new.
func (t *Texts) Number(text []byte) Text {
	if n, ok := t.known[string(text)]; ok {
		return n
	}
	n := Text(len(t.list))
	key := string(text)
	t.known[key] = n
	t.list = append(t.list, strings.ToValidUTF8(key, "\ufffd"))
	t.bytes += int64(2*len(key)) + textBytes
	return n
}

// textBytes is the memory that a text takes besides its content, in bytes.
const textBytes = 64

// Of returns a text.
func (t *Texts) Of(n Text) string { return t.list[n] }

// Bytes returns an estimate of the memory of all texts.
func (t *Texts) Bytes() int64 { return t.bytes }
