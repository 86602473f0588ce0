package v8

import (
	"bytes"
	"math"
	"strconv"
	"unicode/utf16"

	"memcity/trace/wire/v8"
)

// textSet is a set of indices of texts.
type textSet []uint64

func (s *textSet) add(i uint32) {
	if i == noText {
		return
	}
	for int(i/64) >= len(*s) {
		*s = append(*s, make([]uint64, max(64, len(*s)/2))...)
	}
	(*s)[i/64] |= 1 << (i % 64)
}

func (s textSet) has(i uint32) bool { return int(i/64) < len(s) && s[i/64]>>(i%64)&1 != 0 }

// texts are the names of a snapshot. Contents of strings are left out.
type texts struct {
	needed textSet // texts that are kept
	edges  textSet // names of edges

	arena  []byte
	start  []uint32 // by index: start in arena
	forms  []uint32 // by index: form of the name of an edge
	tables []uint64 // ids of the tables in the names of ephemerons
	known  map[string]uint32

	begin  int64   // offset of the texts in the uncompressed file
	blocks []int64 // offset of each block of texts; see [textBlock]
	long   textSet // texts that V8 may have truncated
}

// Forms of the names of edges. Names are plain if the form is 0. The other bits of the form contain the number, or the index into
// [texts.tables].
const (
	isNumber    = 1 << 31
	isEphemeron = 1 << 30
)

const (
	// maxName is the largest number of bytes of a name.
	maxName = 256
	// maxArena is the largest total size of names in bytes.
	maxArena = math.MaxUint32 - maxName
)

// knownNames are names of edges that the reader interprets.
var knownNames = []string{"map", "shared", "context", "script", "script_or_debug_info", "constructor", "back_pointer", "prototype", "value", "previous", "scope_info",
	"name_or_scope_info", "extension", "global_object", "global_proxy_object", "name", "__proto__", "scope_id", "outer_scope_info"}

// needTexts finds the texts to be kept: names of edges, of nodes that are not strings, and the contents of strings that code refers to.
func (t *tables) needTexts() {
	x := &t.texts
	x.start, x.forms = make([]uint32, 0, t.lastText+1), make([]uint32, 0, t.lastText+1)
	for n, kind := range t.kinds {
		if kind.hasName() {
			x.needed.add(t.names[n])
		}
		if kind != codeNode && kind != hiddenNode && (kind != numberNode || len(t.scopes.list) == 0) {
			continue
		}
		for e := t.first[n]; e < t.first[n+1]; e++ {
			if to := t.to[e]; t.kinds[to] == stringNode {
				x.needed.add(t.names[to])
			}
		}
	}
	for e, kind := range t.edgeKinds {
		if kind.hasName() {
			x.edges.add(t.edgeNames[e])
		}
	}
	for _, name := range t.scopes.names {
		x.needed.add(name)
	}
	for _, f := range t.trace.functions {
		x.needed.add(f.name)
		x.needed.add(f.script)
	}
}

// read reads the texts.
func (x *texts) read(r *v8.Reader) error {
	x.known = map[string]uint32{}
	for _, name := range knownNames {
		x.known[name] = noText
	}
	x.begin = r.Offset()
	x.blocks = append(x.blocks, x.begin)
	return r.Strings(func(raw []byte) error {
		x.add(raw)
		if len(x.start)%textBlock == 0 {
			x.blocks = append(x.blocks, r.Offset())
		}
		return nil
	})
}

func (x *texts) add(raw []byte) {
	i, form := uint32(len(x.start)), uint32(0)
	x.start = append(x.start, uint32(len(x.arena)))
	if len(raw) >= cutAt && isLong(raw) {
		x.long.add(i)
	}
	named := x.edges.has(i)
	if named {
		form = x.form(raw)
		if _, ok := x.known[string(raw)]; ok {
			x.known[string(raw)] = i
		}
	}
	x.forms = append(x.forms, form)
	if (named && form == 0 || x.needed.has(i)) && len(x.arena) < maxArena {
		if len(raw) > 2*maxName {
			raw = raw[:2*maxName]
		}
		name := v8.Unquote(x.arena, raw)
		x.arena = append(x.arena, bytes.ToValidUTF8(clip(name[len(x.arena):]), []byte("\ufffd"))...)
	}
}

// isLong reports whether a text has as many UTF-16 units as V8 writes at most.
func isLong(raw []byte) bool {
	units := 0
	for _, c := range string(v8.Unquote(nil, raw)) {
		units += utf16.RuneLen(c)
	}
	return units >= cutAt
}

// clip limits the length of a name.
func clip(name []byte) []byte {
	if len(name) <= maxName {
		return name
	}
	return append(name[:maxName-len("…")-3:maxName-len("…")-3], "…"...)
}

// form returns the form of the name of an edge. Numbers may be followed by a slash and a description.
func (x *texts) form(raw []byte) uint32 {
	digits := 0
	for digits < len(raw) && raw[digits]-'0' <= 9 {
		digits++
	}
	switch {
	case digits == 0 || digits < len(raw) && raw[digits] != ' ':
		return 0
	case digits < len(raw) && !bytes.HasPrefix(raw[digits:], []byte(" / ")):
		return 0
	}
	if bytes.HasPrefix(raw[digits:], []byte(" / part of key (")) && len(x.tables) < isEphemeron {
		if id, ok := tableOf(raw); ok {
			x.tables = append(x.tables, id)
			return isEphemeron | uint32(len(x.tables)-1)
		}
	}
	v, err := strconv.ParseUint(string(raw[:digits]), 10, 32)
	if err != nil {
		v = math.MaxUint16
	}
	return isNumber | uint32(min(v, math.MaxUint16))
}

// tableOf returns the id of the table in the name of an ephemeron, which ends in "pair in WeakMap (table @12345)".
func tableOf(raw []byte) (id uint64, ok bool) {
	const mark = "pair in WeakMap (table @"
	i := bytes.LastIndex(raw, []byte(mark))
	if i < 0 || !bytes.HasSuffix(raw, []byte(")")) {
		return 0, false
	}
	id, err := strconv.ParseUint(string(raw[i+len(mark):len(raw)-1]), 10, 64)
	return id, err == nil
}

// of returns a text. It is empty if the text does not exist or is not kept.
func (x *texts) of(i uint32) string { return string(x.bytes(i)) }

func (x *texts) bytes(i uint32) []byte {
	if int64(i) >= int64(len(x.start)) {
		return nil
	}
	end := uint32(len(x.arena))
	if int(i)+1 < len(x.start) {
		end = x.start[i+1]
	}
	return x.arena[x.start[i]:end]
}

// formOf returns the form of the name of an edge.
func (x *texts) formOf(i uint32) uint32 {
	if int64(i) >= int64(len(x.forms)) {
		return 0
	}
	return x.forms[i]
}
