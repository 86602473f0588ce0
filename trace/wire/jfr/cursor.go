package jfr

import (
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// cursor reads the values of a chunk. After an error, bad is true and all values are 0.
type cursor struct {
	b          []byte
	at         int
	compressed bool
	bad        bool
}

func (c *cursor) left() int { return len(c.b) - c.at }

func (c *cursor) fail() { c.bad, c.at = true, len(c.b) }

func (c *cursor) byte() byte {
	if c.at >= len(c.b) {
		c.fail()
		return 0
	}
	c.at++
	return c.b[c.at-1]
}

// skip skips n bytes.
func (c *cursor) skip(n int) {
	if n < 0 || n > c.left() {
		c.fail()
		return
	}
	c.at += n
}

// varint reads a compressed integer.
func (c *cursor) varint() uint64 {
	var n uint64
	for shift := 0; shift < 56; shift += 7 {
		if c.at >= len(c.b) {
			c.fail()
			return 0
		}
		b := c.b[c.at]
		c.at++
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return n
		}
	}
	return n | uint64(c.byte())<<56
}

// integer reads an integer of size bytes, or a compressed one.
func (c *cursor) integer(size int) int64 {
	if c.compressed {
		n := int64(c.varint())
		switch size {
		case 4:
			return int64(int32(n))
		case 2:
			return int64(int16(n))
		}
		return n
	}
	if size > c.left() {
		c.fail()
		return 0
	}
	b := c.b[c.at:]
	c.at += size
	switch size {
	case 1:
		return int64(int8(b[0]))
	case 2:
		return int64(int16(binary.BigEndian.Uint16(b)))
	case 4:
		return int64(int32(binary.BigEndian.Uint32(b)))
	}
	return int64(binary.BigEndian.Uint64(b))
}

// fixed reads the bits of a float or double.
func (c *cursor) fixed(size int) uint64 {
	if size > c.left() {
		c.fail()
		return 0
	}
	b := c.b[c.at:]
	c.at += size
	if size == 4 {
		return uint64(binary.BigEndian.Uint32(b))
	}
	return binary.BigEndian.Uint64(b)
}

// count reads the number of values that follow, each at least one byte long.
func (c *cursor) count() int {
	n := c.integer(4)
	if n < 0 || n > int64(c.left()) {
		c.fail()
		return 0
	}
	return int(n)
}

// Encodings of texts.
const (
	textNull = iota
	textEmpty
	textConstant
	textUTF8
	textChars
	textLatin1
)

// skipText skips a text.
func (c *cursor) skipText() {
	switch c.byte() {
	case textNull, textEmpty:
	case textConstant:
		c.integer(8)
	case textUTF8, textLatin1:
		c.skip(c.count())
	case textChars:
		for range c.count() {
			c.integer(2)
		}
	default:
		c.fail()
	}
}

// text reads a text. isKey means that the text is a constant with the given key.
func (c *cursor) text() (text string, key int64, isKey bool) {
	switch c.byte() {
	case textNull, textEmpty:
	case textConstant:
		return "", c.integer(8), true
	case textUTF8:
		n := c.count()
		text = string(c.b[c.at : c.at+n])
		c.at += n
		if !utf8.ValidString(text) {
			text = string([]rune(text))
		}
	case textLatin1:
		n := c.count()
		runes := make([]rune, n)
		for i, b := range c.b[c.at : c.at+n] {
			runes[i] = rune(b)
		}
		c.at += n
		text = string(runes)
	case textChars:
		chars := make([]uint16, c.count())
		for i := range chars {
			chars[i] = uint16(c.integer(2))
		}
		text = string(utf16.Decode(chars))
	default:
		c.fail()
	}
	return text, 0, false
}
