package help

import (
	"cmp"
	"slices"
	"strings"
)

// Hit is a section of a page that has what was searched for.
type Hit struct {
	Page    *Page
	ID      string // of the heading of the section; empty for what stands below the title
	Heading string // empty as well
	Text    string // what stands around the first of the words, on one line
}

// maxHits is how many sections a search finds at most.
const maxHits = 50

// Search finds the sections that have all words of a text, whatever their case: those with all of them in the title of the
// page first, then in the heading, then those where the words stand together, then others, each in the order of the
// contents. It takes some milliseconds.
func Search(text string) []Hit {
	wanted := strings.Fields(strings.ToLower(text))
	if len(wanted) == 0 {
		return nil
	}
	type ranked struct {
		Hit
		rank int
	}
	var found []ranked
	for _, p := range Pages() {
		for _, s := range p.sections() {
			if rank, ok := s.rank(p, wanted); ok {
				found = append(found, ranked{Hit{p, s.id, s.heading, around(s.text, wanted)}, rank})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b ranked) int { return cmp.Compare(a.rank, b.rank) })
	var hits []Hit
	for _, f := range found[:min(len(found), maxHits)] {
		hits = append(hits, f.Hit)
	}
	return hits
}

// section is a heading with what stands below it, on one line.
type section struct {
	id, heading, text string
}

func (p *Page) sections() []section {
	list := []section{{}}
	for _, b := range p.Blocks {
		last := &list[len(list)-1]
		text := b.Text + Words(b.Spans)
		if b.Kind == Heading && b.Level > 1 {
			list = append(list, section{id: b.ID, heading: text})
			continue
		}
		if b.Kind == Heading {
			continue
		}
		for _, row := range b.Rows {
			for _, cell := range row {
				if words := Words(cell); words != "" {
					text += words + " · "
				}
			}
		}
		last.text += strings.TrimSuffix(strings.Join(strings.Fields(text), " "), " ·") + " "
	}
	return list
}

// rank tells how well a section fits, 0 being best; ok is false if a word is missing.
func (s *section) rank(p *Page, wanted []string) (rank int, ok bool) {
	has := func(text string) bool {
		text = strings.ToLower(text)
		return !slices.ContainsFunc(wanted, func(w string) bool { return !strings.Contains(text, w) })
	}
	switch {
	case s.heading == "" && has(p.Title):
		return 0, true
	case s.heading != "" && has(s.heading):
		return 1, true
	}
	if strings.Contains(strings.ToLower(s.text), strings.Join(wanted, " ")) {
		return 2, true
	}
	return 3, has(s.heading + " " + s.text)
}

// Letters before and behind a word that is shown with what stands around it.
const (
	contextBefore = 40
	contextBehind = 160
)

// around cuts out of a text what stands around the words, if they stand together, or else around the longest of them.
func around(text string, words []string) string {
	longest := slices.MaxFunc(words, func(a, b string) int { return len(a) - len(b) })
	lower, at := strings.ToLower(text), -1
	if len(lower) == len(text) { // so that places are the same
		if at = strings.Index(lower, strings.Join(words, " ")); at < 0 {
			at = strings.Index(lower, longest)
		}
	}
	from, to := max(at-contextBefore, 0), min(max(at, 0)+contextBehind, len(text))
	for from > 0 && text[from-1] != ' ' {
		from--
	}
	for to < len(text) && text[to] != ' ' {
		to++
	}
	cut := strings.TrimSpace(text[from:to])
	if from > 0 {
		cut = "… " + cut
	}
	if to < len(strings.TrimSpace(text)) {
		cut += " …"
	}
	return cut
}

// Link is where the section is.
func (h *Hit) Link() string {
	if h.ID == "" {
		return h.Page.Name
	}
	return h.Page.Name + "#" + h.ID
}
