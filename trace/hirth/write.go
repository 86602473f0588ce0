package hirth

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"memcity/trace/usage"
	"memcity/trace/wire/hirth"
)

// moment is an event to be written. Events of an element and its collection at the same time are sorted by kind.
type moment struct {
	t    usage.Millis
	kind hirth.Kind
	of   int32 // index of the collection, element, row of GETs or bulk read
	bulk bool  // whether of is a bulk read
}

// Write writes a log as a trace file and a symbols file.
//
// The format has neither counts nor unknown elements. The GETs of a row are written one by one at the time of the row. A bulk read is
// written as a GET of each element. Each element has its own number, and copies of an element are written as one. Collections have their
// serial numbers if these are distinct 32-bit numbers, otherwise their 1-based order. Data beyond the format, such as object numbers, is
// left out. As in the thesis, the first event has time 0, places are Main:5, and types have no package. Write returns an error for a period of
// more than 2³¹−1 ms. It takes 16 bytes per event, except bulk reads, and sorts the events.
func Write(ctx context.Context, traceFile, symbols io.Writer, log *usage.Log) error {
	if log.End-log.Start > math.MaxInt32 {
		return fmt.Errorf("a recording of %d ms is too long for the format, which has 32 bits for times", log.End-log.Start)
	}
	if err := writeSymbols(symbols, log); err != nil {
		return err
	}
	w := writer{log: log, to: bufio.NewWriterSize(traceFile, 1<<18), serials: serials(log), sizes: make([]int32, len(log.Collections))}
	all := moments(log)
	if len(all) > 0 {
		w.first = all[0].t
	}
	for i, m := range all {
		if i%step == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := w.write(m); err != nil {
			return err
		}
	}
	return w.to.Flush()
}

func writeSymbols(to io.Writer, log *usage.Log) error {
	w := bufio.NewWriter(to)
	var b []byte
	for id, text := range log.Strings {
		if id == 0 {
			continue // unknown, like 0 in the format
		}
		var err error
		if b, err = hirth.AppendSymbol(b[:0], hirth.Symbol{ID: uint32(id), Text: conventional(text)}); err != nil {
			return err
		}
		if _, err := w.Write(b); err != nil {
			return err
		}
	}
	return w.Flush()
}

// place matches a frame as Java prints it.
var place = regexp.MustCompile(`^([\w.$]+)\.[\w$<>]+\(.*:(\d+)\)$`)

// conventional returns a text as the thesis writes it: Main:5 for app.Main.main(Main.java:5), and ArrayList for java.util.ArrayList. Other
// texts are returned unchanged.
func conventional(text string) string {
	if m := place.FindStringSubmatch(text); m != nil {
		return m[1][strings.LastIndexByte(m[1], '.')+1:] + ":" + m[2]
	}
	if strings.ContainsFunc(text, func(r rune) bool {
		return r != '.' && r != '$' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		return text
	}
	if i := strings.LastIndexByte(text, '.'); i < len(text)-1 && !strings.HasSuffix(text, ".java") {
		return text[i+1:]
	}
	return text
}

// serials returns the identifier of each collection in the file.
func serials(log *usage.Log) []uint32 {
	all := make([]uint32, len(log.Collections))
	seen := map[uint64]bool{}
	for i, c := range log.Collections {
		if c.Serial == 0 || c.Serial > math.MaxUint32 || seen[c.Serial] {
			for i := range all {
				all[i] = uint32(i) + 1
			}
			return all
		}
		seen[c.Serial] = true
		all[i] = uint32(c.Serial)
	}
	return all
}

// moments returns all events in order of time.
func moments(log *usage.Log) []moment {
	e, g := &log.Elements, &log.Gets
	all := make([]moment, 0, 2*len(log.Collections)+2*e.Len()+len(g.Time)+len(log.Reads))
	for i, c := range log.Collections {
		all = append(all, moment{t: c.Born, kind: hirth.Alloc, of: int32(i)})
		if c.Died != usage.Never {
			all = append(all, moment{t: c.Died, kind: hirth.Dealloc, of: int32(i)})
		}
	}
	for i := range e.Len() {
		all = append(all, moment{t: e.Added[i], kind: hirth.Add, of: int32(i)})
		if e.Removed[i] != usage.Never {
			all = append(all, moment{t: e.Removed[i], kind: hirth.Remove, of: int32(i)})
		}
	}
	for i, t := range g.Time {
		all = append(all, moment{t: t, kind: hirth.Get, of: int32(i)})
	}
	for i, r := range log.Reads {
		all = append(all, moment{t: r.Time, kind: hirth.Get, of: int32(i), bulk: true})
	}
	slices.SortStableFunc(all, func(a, b moment) int { return cmp.Or(cmp.Compare(a.t, b.t), cmp.Compare(a.kind, b.kind)) })
	return all
}

// writer writes events and tracks the sizes of collections.
type writer struct {
	log     *usage.Log
	to      *bufio.Writer
	first   usage.Millis // time of the first event
	serials []uint32
	sizes   []int32
	buffer  []byte
}

func (w *writer) put(c usage.CollectionID, event hirth.Event, t usage.Millis) error {
	event.Collection, event.Size, event.Time = w.serials[c], w.sizes[c], int32(t-w.first)
	w.buffer = hirth.Append(w.buffer[:0], event)
	_, err := w.to.Write(w.buffer)
	return err
}

func (w *writer) write(m moment) error {
	l := w.log
	e := &l.Elements
	switch m.kind {
	case hirth.Alloc, hirth.Dealloc:
		c := &l.Collections[m.of]
		return w.put(usage.CollectionID(m.of), hirth.Event{Kind: m.kind, Site: uint32(c.Site), Type: uint32(c.Type)}, m.t)
	case hirth.Add:
		c := l.CollectionOf(usage.ElementID(m.of))
		w.sizes[c]++
		return w.put(c, hirth.Event{Kind: m.kind, Element: uint32(m.of) + 1, Site: uint32(e.AddSite[m.of]), Type: uint32(e.Type[m.of])}, m.t)
	case hirth.Remove:
		c := l.CollectionOf(usage.ElementID(m.of))
		w.sizes[c]--
		return w.put(c, hirth.Event{Kind: m.kind, Element: uint32(m.of) + 1, Site: uint32(e.RemoveSite[m.of])}, m.t)
	}
	return w.get(m)
}

// get writes the GETs of a row or of a bulk read.
func (w *writer) get(m moment) error {
	l := w.log
	if !m.bulk {
		element, _ := slices.BinarySearch(l.Gets.First, m.of+1)
		e := usage.ElementID(element - 1)
		return w.gets(l.CollectionOf(e), e, l.Gets.Site[m.of], l.Gets.Count[m.of], m.t)
	}
	r := l.Reads[m.of]
	for e, to := l.ElementsOf(r.Collection); e < to; e++ {
		if l.Elements.ReadFirst[e] <= m.of && m.of < l.Elements.ReadEnd[e] {
			if err := w.gets(r.Collection, e, r.Site, r.Count, m.t); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *writer) gets(c usage.CollectionID, e usage.ElementID, site usage.StringID, n int32, t usage.Millis) error {
	for range n {
		if err := w.put(c, hirth.Event{Kind: hirth.Get, Element: uint32(e) + 1, Site: uint32(site)}, t); err != nil {
			return err
		}
	}
	return nil
}
