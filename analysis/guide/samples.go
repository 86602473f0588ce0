package guide

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"memcity/trace"
)

// Limits of samples.
const (
	maxSamples    = 3
	sampledTexts  = 2   // of one object
	sampledFields = 4   // references from the object to a text at most
	sampledAround = 200 // objects that are looked at for texts
)

// samples are contents of some objects: their texts, or those of the nearest strings that they refer to, with the fields that lead
// there. There are none unless they were requested.
func (g *guided) samples(objects []trace.ObjectID) (samples []string) {
	h := g.last.Heap()
	if !g.options.Texts || h.Values == nil || !g.recording.Knows.Has(trace.KnowsTexts) || g.recording.Blanked || len(objects) == 0 {
		return nil
	}
	var seen []trace.ObjectID
	for i := range maxSamples {
		o := objects[i*(len(objects)-1)/max(1, maxSamples-1)]
		if slices.Contains(seen, o) {
			continue
		}
		seen = append(seen, o)
		if texts := g.textsOf(o); len(texts) > 0 {
			samples = append(samples, strings.Join(texts, ", "))
		}
	}
	return samples
}

// textsOf lists the texts next to an object.
func (g *guided) textsOf(o trace.ObjectID) (texts []string) {
	h := g.last.Heap()
	type step struct {
		object trace.ObjectID
		path   []string
	}
	queue, seen := []step{{object: o}}, map[trace.ObjectID]bool{o: true}
	for len(queue) > 0 && len(texts) < sampledTexts && len(seen) < sampledAround {
		at := queue[0]
		queue = queue[1:]
		if text, ok := g.shortText(at.object); ok {
			texts = append(texts, strings.TrimPrefix(strings.Join(at.path, ".")+" = ", " = ")+text)
			continue
		}
		if len(at.path) == sampledFields || h.Types[h.TypeOf[at.object]].Kind == trace.ClassObject {
			continue
		}
		for i, to := range h.References(at.object) {
			if !seen[to] && len(seen) < sampledAround {
				seen[to] = true
				queue = append(queue, step{to, append(slices.Clip(at.path), h.SlotName(at.object, h.RefSlot[int(h.RefStart[at.object])+i]))})
			}
		}
	}
	return texts
}

// shortText is the beginning of a string's text, as a Go string literal: without control characters.
func (g *guided) shortText(o trace.ObjectID) (string, bool) {
	h := g.last.Heap()
	if !h.IsString(h.TypeOf[o]) {
		return "", false
	}
	text, err := h.Values.Text(o, shownText+1)
	if err != nil {
		return "", false
	}
	if utf8.RuneCountInString(text) > shownText {
		return fmt.Sprintf("%q…", string([]rune(text)[:shownText])), true
	}
	return fmt.Sprintf("%q", text), true
}
