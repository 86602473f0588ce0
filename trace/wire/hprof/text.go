package hprof

import (
	"fmt"
	"strconv"
	"strings"
)

// maxShown is the largest number of values or bytes of a body in the text form.
const maxShown = 32

// AppendText appends the text form of r to dst: its offset, kind and fields on one line without a line break. Ids and bytes are
// hexadecimal. Long bodies are truncated and followed by their length.
func AppendText(dst []byte, idSize int, r *Record) []byte {
	dst = fmt.Appendf(dst, "@%d %s", r.Offset, r.Kind)
	s := specs[r.Kind]
	if s == nil {
		return dst
	}
	for i, f := range s.fields {
		switch {
		case f.width == id:
			dst = fmt.Appendf(dst, " %s=0x%x", f.name, r.Values[i])
		case f.width == u1:
			dst = fmt.Appendf(dst, " %s=%s", f.name, BasicType(r.Values[i]))
		case r.Values[i]>>31 == 1 && f.width == u4:
			dst = fmt.Appendf(dst, " %s=%d", f.name, int32(r.Values[i]))
		default:
			dst = fmt.Appendf(dst, " %s=%d", f.name, r.Values[i])
		}
	}
	switch s.body {
	case bodyText:
		dst = append(dst, ' ')
		return appendCut(strconv.AppendQuote(dst, string(cut(r.Body, 256))), len(r.Body), 256)
	case bodyRest, bodyBytes:
		return appendHex(dst, r.Body)
	case bodyIDs:
		n := len(r.Body) / idSize
		for i := range min(n, maxShown) {
			dst = fmt.Appendf(dst, " 0x%x", ID(r.Body, idSize, i))
		}
		return appendCut(dst, n, maxShown)
	case bodyValues:
		return appendValues(dst, r)
	case bodyClass:
		return appendClassText(dst, r.Class(idSize))
	}
	return dst
}

func cut(d []byte, n int) []byte { return d[:min(len(d), n)] }

func appendCut(dst []byte, n, shown int) []byte {
	if n > shown {
		dst = fmt.Appendf(dst, " … of %d", n)
	}
	return dst
}

func appendHex(dst, d []byte) []byte {
	if len(d) == 0 {
		return dst
	}
	return appendCut(fmt.Appendf(append(dst, ' '), "%x", cut(d, maxShown)), len(d), maxShown)
}

func appendValues(dst []byte, r *Record) []byte {
	size := BasicType(r.Values[ArrayType]).primitive()
	if size <= 1 {
		return appendHex(dst, r.Body)
	}
	n := len(r.Body) / size
	for i := range min(n, maxShown) {
		dst = fmt.Appendf(dst, " 0x%x", Value(r.Body[i*size:], size))
	}
	return appendCut(dst, int(r.Values[ArrayLength]), maxShown)
}

func appendClassText(dst []byte, c Class) []byte {
	var list []string
	for _, k := range c.Constants {
		list = append(list, fmt.Sprintf("constant %d:%s=0x%x", k.Index, k.Type, k.Value))
	}
	for _, s := range c.Statics {
		list = append(list, fmt.Sprintf("static 0x%x:%s=0x%x", s.Name, s.Type, s.Value))
	}
	for _, f := range c.Fields {
		list = append(list, fmt.Sprintf("field 0x%x:%s", f.Name, f.Type))
	}
	return fmt.Appendf(dst, " {%s}", strings.Join(list, ", "))
}
