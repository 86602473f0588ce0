package native

import (
	"context"
	"errors"
	"math"
	"time"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/usage"
	"memcity/trace/wire/memcity"
)

// useTexts contains the texts written for [Writer.Uses]. A rotated trace gets them again.
type useTexts struct {
	list    []usage.Event // text events
	written int
	own     uint32 // number of sentences, whose numbers are above all other texts
}

// Uses writes operations on collections, in order of time. aggregated must be the same in each call.
func (w *Writer) Uses(aggregated bool, events []usage.Event) error {
	if w.dict.anonymous != nil {
		return w.err
	}
	t := memcity.NewTable(memcity.Uses)
	if aggregated {
		t.Head[usesAggregated] = 1
	}
	for i := range events {
		e := events[i]
		switch {
		case e.Kind == usage.TextEvent:
			w.uses.list = append(w.uses.list, e)
			continue
		case e.Kind == usage.TroubleEvent:
			e.Type = usage.MaxStrings + w.uses.own
			w.uses.own++
			w.uses.list = append(w.uses.list, usage.Event{Kind: usage.TextEvent, Site: e.Type, Text: e.Text})
		}
		putUse(t, &e)
	}
	w.writeUseTexts()
	w.inPieces(t)
	return w.err
}

func putUse(t *memcity.Table, e *usage.Event) {
	t.Rows++
	put(t, usesKind, uint64(e.Kind))
	put(t, usesCollection, e.Collection)
	put(t, usesElement, e.Element)
	put(t, usesSize, uint64(max(0, e.Size)))
	put(t, usesSite, uint64(e.Site))
	put(t, usesType, uint64(e.Type))
	put(t, usesTime, micros(time.Duration(e.Time)*time.Millisecond))
	put(t, usesCount, uint64(max(0, e.Count)))
}

func (w *Writer) writeUseTexts() {
	t := memcity.NewTable(memcity.UseTexts)
	for _, e := range w.uses.list[w.uses.written:] {
		put(t, useTextsNumber, uint64(e.Site))
		putText(t, useTextsText, e.Text)
		t.Rows++
	}
	w.uses.written = len(w.uses.list)
	w.inPieces(t)
}

// usage returns the operations on collections in the file; nil if there are none.
func (f *traceFile) usage() *trace.Usage {
	for _, e := range f.uses {
		if e.Kind == memcity.Uses {
			return &trace.Usage{Aggregated: headOf(&e, usesAggregated) != 0, Events: f.eachUse}
		}
	}
	return nil
}

// eachUse visits texts and events. Damaged chunks are skipped and reported as an error after the others have been read.
func (f *traceFile) eachUse(ctx context.Context, visit func(*usage.Event)) error {
	content, err := f.file.Open()
	if err != nil {
		return input.Error(err, f.file.Name)
	}
	defer content.Close()
	t := &memcity.Table{}
	texts := map[uint32]string{} // sentences
	var damaged *trace.InputError
	for _, e := range f.uses {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := memcity.ReadTableInto(content, e, t)
		var fault memcity.Fault
		switch {
		case err == nil && e.Kind == memcity.UseTexts:
			visitTexts(t, texts, visit)
		case err == nil:
			visitUses(t, texts, visit)
		case !errors.As(err, &fault):
			return f.explain(err)
		case damaged == nil:
			damaged = &trace.InputError{Source: f.file.Name, Offset: fault.Offset, Text: fault.Text + "; everything else was read"}
		}
	}
	if damaged != nil {
		return damaged
	}
	return nil
}

func visitTexts(t *memcity.Table, texts map[uint32]string, visit func(*usage.Event)) {
	for i := range t.Rows {
		e := usage.Event{Kind: usage.TextEvent, Site: number32(t.Columns[useTextsNumber].Numbers[i]), Text: t.Columns[useTextsText].Texts[i]}
		if e.Site >= usage.MaxStrings {
			texts[e.Site] = e.Text
		} else {
			visit(&e)
		}
	}
}

func visitUses(t *memcity.Table, texts map[uint32]string, visit func(*usage.Event)) {
	c := t.Columns
	var e usage.Event
	for i := range t.Rows {
		e = usage.Event{Kind: usage.EventKind(min(c[usesKind].Numbers[i], math.MaxUint8)), Collection: c[usesCollection].Numbers[i],
			Element: c[usesElement].Numbers[i], Size: int(min(c[usesSize].Numbers[i], math.MaxInt32)), Site: number32(c[usesSite].Numbers[i]),
			Type: number32(c[usesType].Numbers[i]), Time: usage.Millis(duration(c[usesTime].Numbers[i]).Milliseconds()),
			Count: size64(c[usesCount].Numbers[i])}
		switch e.Kind {
		case usage.TextEvent: // texts are in separate chunks
			continue
		case usage.TroubleEvent:
			e.Text = texts[e.Type]
		}
		visit(&e)
	}
}

func number32(n uint64) uint32 { return uint32(min(n, math.MaxUint32)) }
