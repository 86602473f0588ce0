package help

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Hit is a section of a page that matches a search.
type Hit struct {
	Page    *Page
	ID      string // ID of the section's heading; empty for the text below the title
	Heading string // heading of the section; empty for the text below the title
	Text    string // context of the first match, on one line
}

// maxHits is the maximum number of hits.
const maxHits = 50

// Search returns the sections that contain all words of text, ignoring case. It skips the hints and solutions of exercises.
//
// Whole words rank before parts of words. Within each, the order is: title of the page, heading or explained term, subject of a table row,
// words next to one another, others. Ties go to sections with more occurrences, then to the order of the contents. It takes some
// milliseconds.
func Search(text string) []Hit {
	wanted := strings.Fields(strings.ToLower(text))
	if len(wanted) == 0 {
		return nil
	}
	type ranked struct {
		Hit
		rank, times int
	}
	var found []ranked
	for _, p := range Pages() {
		for _, s := range p.sections() {
			if rank, ok := s.rank(p, wanted); ok && !Folds(s.heading) {
				times := strings.Count(strings.ToLower(s.text), strings.Join(wanted, " "))
				found = append(found, ranked{Hit{p, s.id, s.heading, around(s.text, wanted)}, rank, times})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(b.times, a.times))
	})
	var hits []Hit
	for _, f := range found[:min(len(found), maxHits)] {
		hits = append(hits, f.Hit)
	}
	return hits
}

// section is a heading with the text below it, on one line.
type section struct {
	id, heading, text string
	about             []string // first cells of its table rows
}

// Folds reports whether the section with the given heading is folded until requested, as for a hint or a solution.
func Folds(heading string) bool {
	return strings.HasPrefix(heading, "Hint") || strings.HasPrefix(heading, "Answer")
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
			last.about = append(last.about, Words(row[0]))
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

// rank returns the rank of a section, where 0 is best. ok is false if a word is missing.
func (s *section) rank(p *Page, wanted []string) (rank int, ok bool) {
	all := strings.Join(wanted, " ")
	if slices.ContainsFunc(s.about, func(what string) bool { return strings.EqualFold(what, all) }) {
		return 1, true
	}
	for i, has := range []func(text string, words ...string) bool{hasWords, hasParts} {
		rank = 5 * i
		switch {
		case s.heading == "" && has(p.Title, wanted...):
			return rank, true
		case s.heading != "" && has(s.heading, wanted...):
			return rank + 1, true
		case slices.ContainsFunc(s.about, func(what string) bool { return has(what, wanted...) }):
			return rank + 2, true
		case has(s.text, all):
			return rank + 3, true
		case has(s.heading+" "+s.text, wanted...):
			return rank + 4, true
		}
	}
	return 0, false
}

// hasParts reports whether a text contains all words, possibly inside other words. Words must be in lower case.
func hasParts(text string, words ...string) bool {
	text = strings.ToLower(text)
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}

// hasWords reports whether a text contains all words as whole words. Words must be in lower case.
func hasWords(text string, words ...string) bool {
	text = strings.ToLower(text)
	return !slices.ContainsFunc(words, func(w string) bool { return !hasWord(text, w) })
}

func hasWord(text, word string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return false
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		behind, _ := utf8.DecodeRuneInString(text[at+len(word):])
		if !unicode.IsLetter(before) && !unicode.IsLetter(behind) {
			return true
		}
		from = at + len(word)
	}
}

// Number of bytes of context before and after a match.
const (
	contextBefore = 40
	contextBehind = 160
)

// around returns the context of the words in a text if they occur next to one another, or else that of the longest word.
func around(text string, words []string) string {
	longest := slices.MaxFunc(words, func(a, b string) int { return len(a) - len(b) })
	lower, at := strings.ToLower(text), -1
	if len(lower) == len(text) { // so that offsets agree
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

// Link returns a link to the section.
func (h *Hit) Link() string {
	if h.ID == "" {
		return h.Page.Name
	}
	return h.Page.Name + "#" + h.ID
}
