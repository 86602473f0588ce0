package memcity

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// errColumn reports that the bytes of a column do not match its coding.
var errColumn = errors.New("its values do not fit its length")

// appendColumn appends the encoded values of the column.
func appendColumn(b []byte, c *Column, coding Coding, scratch *[]uint64) []byte {
	if coding.list() {
		*scratch = (*scratch)[:0]
		for i := 1; i < len(c.Start); i++ {
			*scratch = append(*scratch, uint64(c.Start[i]-c.Start[i-1]))
		}
		b = appendNumbers(b, *scratch)
	}
	switch {
	case coding.texts():
		return appendTexts(b, c.Texts, scratch)
	case coding&^Optional == Delta:
		*scratch = (*scratch)[:0]
		last := uint64(0)
		for _, v := range c.Numbers {
			d := int64(v - last)
			*scratch = append(*scratch, uint64(d<<1^d>>63))
			last = v
		}
		return appendNumbers(b, *scratch)
	}
	return appendNumbers(b, c.Numbers)
}

func appendTexts(b []byte, texts []string, scratch *[]uint64) []byte {
	*scratch = (*scratch)[:0]
	for _, s := range texts {
		*scratch = append(*scratch, uint64(len(valid(s))))
	}
	b = appendNumbers(b, *scratch)
	for _, s := range texts {
		b = append(b, valid(s)...)
	}
	return b
}

func valid(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

// decode decodes all of data into c.
func (c *Column) decode(data []byte, coding Coding, rows int) error {
	values := rows
	if coding.list() {
		var err error
		if data, values, err = c.decodeStart(data, rows); err != nil {
			return err
		}
	}
	if coding.texts() {
		return c.decodeTexts(data, values)
	}
	var err error
	if c.Numbers, data, err = decodeNumbers(c.Numbers, values, data); err != nil || len(data) > 0 {
		return errColumn
	}
	if coding&^Optional == Delta {
		last := uint64(0)
		for i, v := range c.Numbers {
			last += v>>1 ^ -(v & 1)
			c.Numbers[i] = last
		}
	}
	return nil
}

// decodeStart decodes the number of values in each row, and returns the total.
func (c *Column) decodeStart(data []byte, rows int) (rest []byte, values int, err error) {
	if c.Numbers, rest, err = decodeNumbers(c.Numbers, rows, data); err != nil {
		return nil, 0, err
	}
	c.Start = resize(c.Start, rows+1)
	c.Start[0] = 0
	sum := uint64(0)
	for i, n := range c.Numbers {
		if sum += n; n > MaxValues || sum > MaxValues {
			return nil, 0, errors.New("it has too many values")
		}
		c.Start[i+1] = uint32(sum)
	}
	return rest, int(sum), nil
}

// decodeTexts decodes n texts, which share one allocation.
func (c *Column) decodeTexts(data []byte, n int) error {
	if n > MaxRows {
		return errors.New("it has too many values")
	}
	lengths, rest, err := decodeNumbers(c.Numbers, n, data)
	c.Numbers = lengths[:0]
	if err != nil {
		return err
	}
	all := string(rest)
	sound := utf8.ValidString(all)
	c.Texts = resize(c.Texts, n)
	for i, length := range lengths {
		if length > uint64(len(all)) {
			return errColumn
		}
		text := all[:length]
		if all = all[length:]; !sound || !utf8.ValidString(text) {
			text = valid(text)
		}
		c.Texts[i] = text
	}
	if len(all) > 0 {
		return errColumn
	}
	return nil
}
