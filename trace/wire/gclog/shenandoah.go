package gclog

import (
	"bytes"
	"time"
)

// isLegacyShenandoah reports whether a text of JDK 8 is about Shenandoah:
//
//	2.472: [Pause Init Mark (process weakrefs), 3.341 ms]
//	3.338: [Concurrent marking (process weakrefs), start]
//	3.344: [Concurrent cleanup 1613M->1361M(1636M), 0.092 ms]
func isLegacyShenandoah(text []byte) bool {
	return bytes.HasPrefix(text, []byte("[Pause ")) || bytes.HasPrefix(text, []byte("[Concurrent "))
}

// legacyShenandoah reads a line of Shenandoah as the same line of later versions, which number the GCs.
func (r *Reader) legacyShenandoah(at time.Duration, text []byte) {
	text = bytes.TrimSuffix(text[1:], []byte("]"))
	text = bytes.TrimSuffix(text, []byte(", start"))
	if name, took, ok := bytes.Cut(text, []byte(", ")); ok && bytes.HasSuffix(took, []byte(" ms")) {
		text = append(append(append(append(r.legacy.plain[:0], name...), ' '), took[:len(took)-3]...), "ms"...)
		r.legacy.plain = text
	}
	ended := bytes.HasSuffix(text, []byte("ms"))
	r.legacy.phase(text, ended, len(r.byID) > 0)
	if text[0] == 'P' {
		r.pause(r.legacy.number, at, text)
	} else {
		r.concurrent(r.legacy.number, at, text)
	}
}

// phase counts the GCs. A GC begins with one of four phases; the first of two that follow one another counts.
func (l *legacyText) phase(text []byte, ended, later bool) {
	const reset, initMark = "Concurrent reset", "Pause Init Mark"
	phase := ""
	for _, first := range [...]string{reset, initMark, "Pause Full", "Pause Degenerated GC"} {
		if bytes.HasPrefix(text, []byte(first)) {
			phase = first
		}
	}
	if later && phase != "" && l.begun != phase && !(phase == initMark && l.ended == reset) {
		l.number++
	}
	if ended {
		l.begun, l.ended = "", phase
	} else {
		l.begun = phase
	}
}
