package hostile

import (
	"bytes"
	"strconv"
	"strings"
)

// Trees returns memory trees and pointer maps as JSON.
func Trees(bytes []byte) []byte {
	s := script(bytes)
	t := treeText{script: &s}
	for range 1 + t.next(3) {
		if t.next(6) == 5 {
			t.pointers()
			continue
		}
		t.b.WriteString(`{"time":` + t.figure() + `,"root":`)
		t.node(0)
		t.b.WriteString("}\n")
	}
	return s.finish([]byte(t.b.String()))
}

// SoundTrees returns two valid memory trees.
func SoundTrees() []byte {
	return []byte(`{"time":1000,"root":{"key":"Heap","name":"Heap","objects":9,"bytes":300,"children":[{"key":"Heap#app","name":"app","role":"Package","objects":6,"bytes":200,` +
		`"children":[{"key":"Heap#app#A","name":"A","role":"Type","objects":6,"bytes":200}]},{"key":"Heap#lib","name":"lib","role":"Package","objects":3,"bytes":100}]}}
{"time":2000,"root":{"key":"Heap","name":"Heap","objects":15,"bytes":500,"children":[{"key":"Heap#app","name":"app","role":"Package","objects":12,"bytes":400,` +
		`"children":[{"key":"Heap#app#A","name":"A","role":"Type","objects":12,"bytes":400}]},{"key":"Heap#lib","name":"lib","role":"Package","objects":3,"bytes":100}]}}
`)
}

type treeText struct {
	*script
	b    strings.Builder
	keys []string
}

// figure returns a number as text, or sometimes text that is not a number.
func (t *treeText) figure() string {
	switch t.next(64) {
	case 0, 1, 2, 3, 4, 5, 6, 7:
		return strconv.FormatUint(t.extreme(), 10)
	case 8:
		return "-" + strconv.FormatUint(t.extreme(), 10)
	case 9:
		return []string{"1.5", "1e3", "1e999", "-0", "null", `"7"`, "[]", "true", "0.1e-400"}[t.next(9)]
	}
	return strconv.Itoa(t.next(1000))
}

// maxDepth is the largest depth of a tree, far more than readers accept.
const maxDepth = 3000

func (t *treeText) node(depth int) {
	if t.next(64) == 63 && depth < 100 { // a long branch
		n := t.next(maxDepth)
		t.b.WriteString(strings.Repeat(`{"key":"k","objects":1,"bytes":1,"children":[`, n) + strings.Repeat("]}", n))
		return
	}
	key := t.name()
	if t.next(4) > 0 && len(t.keys) > 0 {
		key = t.keys[t.next(len(t.keys))] + "#" + key
	}
	t.keys = append(t.keys, key)
	t.b.WriteString(`{"key":` + quote(key))
	for range t.next(5) {
		switch t.next(6) {
		case 0:
			t.b.WriteString(`,"name":` + quote(t.name()))
		case 1:
			t.b.WriteString(`,"role":` + quote(t.name()))
		case 2, 3:
			t.b.WriteString(`,"objects":` + t.figure())
		case 4:
			t.b.WriteString(`,"bytes":` + t.figure())
		default:
			t.b.WriteString(`,` + quote(t.name()) + `:` + t.figure())
		}
	}
	if n := t.next(5); n > 0 && t.more() && depth < 100 {
		t.b.WriteString(`,"children":[`)
		for i := range n {
			if i > 0 {
				t.b.WriteString(",")
			}
			t.node(depth + 1)
		}
		t.b.WriteString("]")
	}
	t.b.WriteString("}")
}

func (t *treeText) pointers() {
	key := func() string {
		if len(t.keys) == 0 || t.next(4) == 0 {
			return t.name()
		}
		return t.keys[t.next(len(t.keys))]
	}
	t.b.WriteString(`{"time":` + t.figure() + `,"pointerMap":{`)
	for i := range t.next(6) {
		if i > 0 {
			t.b.WriteString(",")
		}
		t.b.WriteString(quote(key()) + `:{` + quote(key()) + `:` + t.figure() + `}`)
	}
	t.b.WriteString("}}\n")
}

// quote returns a text as JSON. It keeps invalid UTF-8.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < 0x20:
			b.WriteString(`\u00` + strconv.FormatUint(uint64(c)>>4, 16) + strconv.FormatUint(uint64(c)&15, 16))
		default:
			b.WriteByte(c)
		}
	}
	return b.String() + `"`
}

// Histogram returns class histograms in the format of jcmd GC.class_histogram.
func Histogram(bytes []byte) []byte { return lines(bytes, SoundHistogram()) }

// SoundHistogram returns two valid class histograms.
func SoundHistogram() []byte {
	return []byte(`5881:
 num     #instances         #bytes  class name (module)
-------------------------------------------------------
   1:           118           3908  [B (java.base@25.0.3)
   2:             3             48  app.Main$$Lambda/0x00007f0001000400
Total           121           3956

 num     #instances         #bytes  class name
----------------------------------------------
   1:           128           4908  [B
   2:            30            480  app.Main
Total           158           5388
`)
}

// J9Log returns a GC log of OpenJ9.
func J9Log(bytes []byte) []byte { return lines(bytes, SoundJ9Log()) }

// SoundJ9Log returns a valid GC log of OpenJ9 with two cycles in one stop, a concurrent cycle and a stop of the older format.
func SoundJ9Log() []byte {
	return []byte(`<verbosegc xmlns="http://www.ibm.com/j9/verbosegc" version="1a2b">
<exclusive-start id="2" timestamp="2026-03-01T08:00:01.000" intervalms="1.000">
<af-start id="3" totalBytesRequested="24" timestamp="2026-03-01T08:00:01.000" />
<cycle-start id="4" type="scavenge" contextid="0" timestamp="2026-03-01T08:00:01.000" />
<gc-start id="5" type="scavenge" contextid="4" timestamp="2026-03-01T08:00:01.000">
  <mem-info id="6" free="1000" total="9000" percent="11">
    <mem type="survivor" free="0" total="500" percent="0" />
</gc-start>
<gc-end id="7" type="scavenge" contextid="4" durationms="9.000" timestamp="2026-03-01T08:00:01.009">
  <mem-info id="8" free="5000" total="9000" percent="55">
</gc-end>
<cycle-end id="9" type="scavenge" contextid="4" timestamp="2026-03-01T08:00:01.009" />
<cycle-start id="10" type="global" contextid="0" timestamp="2026-03-01T08:00:01.009" />
<exclusive-end id="11" timestamp="2026-03-01T08:00:01.010" durationms="10.250" />
<gc-op id="12" type="heartbeat" contextid="10" timestamp="2026-03-01T08:00:01.500">
  <quanta quantumCount="20" quantumType="mark" meanTimeMs="1.500" />
<exclusive-start id="13" timestamp="2026-03-01T08:00:02.000" intervalms="1.000">
<cycle-end id="14" type="global" contextid="10" timestamp="2026-03-01T08:00:02.020" />
<exclusive-end id="15" timestamp="2026-03-01T08:00:02.020" durationms="20.500" />
<af type="tenured" id="1" timestamp="Mar 01 08:00:05 2026" intervalms="0.000">
  <tenured freebytes="100" totalbytes="9000" percent="1" />
  <gc type="global" id="1" totalid="1" intervalms="0.000">
    <tenured freebytes="6000" totalbytes="9000" percent="66" />
    <timesms mark="5.000" total="6.000" />
  </gc>
  <time totalms="7.000" />
</af>
`)
}

// GCLog returns a GC log.
func GCLog(bytes []byte) []byte { return lines(bytes, SoundGCLog()) }

// SoundGCLog returns a valid GC log in the unified format, with a class histogram, followed by lines in the older format.
func SoundGCLog() []byte {
	return []byte(`[0.010s][info][gc] Using G1
[0.200s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(256M) 3.123ms
[0.300s][info][gc] GC(1) Concurrent Mark Cycle
[0.310s][info][gc] GC(1) Pause Remark 14M->14M(256M) 0.512ms
[0.320s][info][gc] GC(1) Concurrent Mark Cycle 20.001ms
[0.400s][info][gc] GC(2) Pause Full (System.gc()) 30M->6M(256M) 9.876ms
0.500: [GC pause (G1 Evacuation Pause) (young), 0.0120000 secs]
   [Eden: 24.0M(24.0M)->0.0B(13.0M) Survivors: 0.0B->3072.0K Heap: 24.0M(256.0M)->21.5M(256.0M)]
1.300: [Full GC (Ergonomics) 10812K->9000K(86016K), 0.0010000 secs]
`)
}

// lines changes a text line by line, and the numbers in it.
func lines(from, text []byte) []byte {
	s := script(from)
	all := bytes.SplitAfter(text, []byte("\n"))
	for edits := s.next(24); edits > 0 && s.more() && len(all) > 0; edits-- {
		at := s.next(len(all))
		switch s.next(6) {
		case 0:
			all = append(all[:at:at], all[at+1:]...)
		case 1:
			other := s.next(len(all))
			all[at], all[other] = all[other], all[at]
		case 2:
			for range s.next(100) {
				all = append(all, all[at])
			}
		case 3:
			n := min(s.next(64), len(all[at]))
			all[at] = all[at][n:]
		default:
			all[at] = s.number(all[at])
		}
	}
	return s.finish(bytes.Join(all, nil))
}

// number replaces a number in a line by another number or by a name.
func (s *script) number(line []byte) []byte {
	var at [][2]int
	for i := 0; i < len(line); i++ {
		if digit(line[i]) {
			from := i
			for i < len(line) && digit(line[i]) {
				i++
			}
			at = append(at, [2]int{from, i})
		}
	}
	if len(at) == 0 {
		return append([]byte(s.name()), line...)
	}
	place := at[s.next(len(at))]
	word := s.name()
	if s.next(4) > 0 {
		word = strconv.FormatUint(s.extreme(), 10)
	}
	return bytes.Join([][]byte{line[:place[0]], []byte(word), line[place[1]:]}, nil)
}

func digit(c byte) bool { return c >= '0' && c <= '9' }
