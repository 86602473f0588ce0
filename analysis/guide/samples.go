package guide

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"memcity/analysis/guide/findings"
	"memcity/trace"
)

// Limits of samples.
const (
	maxSamples    = 3
	sampledTexts  = 2   // texts of one object
	sampledFields = 4   // references from the object to a text
	sampledAround = 200 // objects searched for texts
)

// sample sets the objects of a pile that may be shown, spread evenly, and their contents if requested.
func (g *guided) sample(p *findings.Pile, objects []trace.ObjectID) {
	h := g.last.Heap()
	if h.Values == nil || !g.recording.Knows.Has(trace.KnowsTexts) || g.recording.Blanked || len(objects) == 0 {
		return
	}
	for i := range maxSamples {
		if o := objects[i*(len(objects)-1)/max(1, maxSamples-1)]; !slices.Contains(p.Sampled, o) {
			p.Sampled = append(p.Sampled, o)
		}
	}
	if g.options.Texts {
		p.Samples = SampleTexts(h, p.Sampled)
	}
}

// SampleTexts returns contents of the given objects: their texts, or those of the nearest strings that they refer to, with the fields that
// lead there. They may be secrets. Objects without a text nearby are skipped.
func SampleTexts(h *trace.Heap, objects []trace.ObjectID) (samples []string) {
	if h.Values == nil {
		return nil
	}
	for _, o := range objects {
		if int(o) >= h.Len() {
			continue
		}
		if texts := textsOf(h, o); len(texts) > 0 {
			samples = append(samples, strings.Join(texts, ", "))
		}
	}
	return samples
}

// textsOf returns the texts nearest to an object.
func textsOf(h *trace.Heap, o trace.ObjectID) (texts []string) {
	type step struct {
		object trace.ObjectID
		path   []string
	}
	queue, seen := []step{{object: o}}, map[trace.ObjectID]bool{o: true}
	for len(queue) > 0 && len(texts) < sampledTexts && len(seen) < sampledAround {
		at := queue[0]
		queue = queue[1:]
		if text, ok := shortText(h, at.object); ok {
			texts = append(texts, strings.TrimPrefix(strings.Join(at.path, ".")+" = ", " = ")+text)
			continue
		}
		if len(at.path) == sampledFields || h.Types[h.TypeOf.At(at.object)].Kind == trace.ClassObject {
			continue
		}
		for i, to := range h.References(at.object) {
			if !seen[to] && len(seen) < sampledAround {
				seen[to] = true
				queue = append(queue, step{to, append(slices.Clip(at.path), h.FieldAt(at.object, i))})
			}
		}
	}
	return texts
}

// shortText returns the start of a string as a Go string literal, which has no control characters.
func shortText(h *trace.Heap, o trace.ObjectID) (string, bool) {
	if !h.IsString(h.TypeOf.At(o)) {
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
