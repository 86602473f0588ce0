package nettrace

import (
	"encoding/binary"
	"unicode/utf16"
)

// Payload reads the fields of an event in order.
type Payload struct {
	Bytes []byte // that are left
	Bad   bool   // true once a field was longer than the rest; all further fields are 0
}

// take returns the next n bytes; nil if there are fewer.
func (p *Payload) take(n int) []byte {
	if p.Bad || n > len(p.Bytes) || n < 0 {
		p.Bad = true
		return nil
	}
	b := p.Bytes[:n]
	p.Bytes = p.Bytes[n:]
	return b
}

// Uint8 returns the next byte.
func (p *Payload) Uint8() uint8 {
	if b := p.take(1); b != nil {
		return b[0]
	}
	return 0
}

// Uint16 returns the next 2 bytes.
func (p *Payload) Uint16() uint16 {
	if b := p.take(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

// Uint32 returns the next 4 bytes.
func (p *Payload) Uint32() uint32 {
	if b := p.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// Uint64 returns the next 8 bytes.
func (p *Payload) Uint64() uint64 {
	if b := p.take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// Text returns the next text, which is UTF-16 and ends with 0.
func (p *Payload) Text() string {
	for end := 0; end+1 < len(p.Bytes); end += 2 {
		if p.Bytes[end] == 0 && p.Bytes[end+1] == 0 {
			units := make([]uint16, end/2)
			for i := range units {
				units[i] = binary.LittleEndian.Uint16(p.Bytes[2*i:])
			}
			p.Bytes = p.Bytes[end+2:]
			return string(utf16.Decode(units))
		}
	}
	p.Bad = true
	return ""
}
