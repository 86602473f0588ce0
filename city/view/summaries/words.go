package summaries

import (
	"fmt"
	"slices"
	"strings"

	"memcity/analysis/guide/findings"
	"memcity/words"
)

// Text is a part of the summary in sentences, for output without drawing.
type Text struct {
	Title string
	Lines []string
}

// Headline returns the size of the heap in words.
func (s *Summary) Headline() string {
	text := fmt.Sprintf("%s in %s", words.RoundSize(s.Heap.Bytes), words.Plural(s.Heap.Objects, "object", "objects"))
	if s.Unreachable != nil {
		text = "Reachable: " + text
	}
	return text + "."
}

// UnreachableText returns the size of the unreachable objects in words; empty for missing data.
func (s *Summary) UnreachableText() string {
	u := s.Unreachable
	if u == nil {
		return ""
	}
	if u.Objects == 0 {
		return "Unreachable: nothing. GC roots keep all objects in this input alive."
	}
	return fmt.Sprintf("Unreachable: %s in %s, %s of this input. This is garbage, or held by the VM itself.", words.RoundSize(u.Bytes),
		words.Plural(u.Objects, "object", "objects"), words.Percent(u.Bytes, u.Bytes+s.Heap.Bytes))
}

// OwnText returns the size of the program's own types in words.
func (s *Summary) OwnText() string {
	if s.Sampled { // older JDKs do not record the sizes of sampled objects
		return fmt.Sprintf("%s %s.", words.Plural(int64(s.OwnTypes), "own type has", "own types have"), words.Counted(s.Own.Objects, "sampled object"))
	}
	return fmt.Sprintf("%s %s in %s, %s of the heap.", words.Plural(int64(s.OwnTypes), "own type takes", "own types take"),
		words.RoundSize(s.Own.Bytes), words.Plural(s.Own.Objects, "object", "objects"), words.Percent(s.Own.Bytes, s.Heap.Bytes))
}

// Value returns the size that ranks a type.
func (t *Type) Value() string {
	if t.Retained != nil {
		return words.RoundSize(t.Retained.Bytes)
	}
	return words.RoundSize(t.Bytes)
}

// Line returns all numbers of a type in words.
func (t *Type) Line() string {
	text := fmt.Sprintf("%s: %s, %s", words.TypeName(t.Name), words.Plural(t.Objects, "object", "objects"), words.RoundSize(t.Bytes))
	if t.Retained != nil {
		text += ", retained " + words.RoundSize(t.Retained.Bytes)
	}
	return text
}

// shownSteps is the number of steps written at each end of a path.
const shownSteps = 4

// PathText returns the path of a holder from its GC root. It omits the middle of a long path.
func PathText(h *findings.Holder) string {
	var parts []string
	for i := range h.Path {
		step := &h.Path[i]
		name := words.TypeName(step.Type)
		switch {
		case i == 0:
			name = step.Type
		case step.Field == "[]":
			name = "[] " + name
		case step.Field != "" && step.Field != "<class>":
			name = "." + step.Field + " " + name
		}
		if n := len(h.Path); n > 2*shownSteps && i >= shownSteps && i < n-shownSteps {
			if i == shownSteps {
				parts = append(parts, fmt.Sprintf("… %s …", words.Plural(int64(n-2*shownSteps), "step", "steps")))
			}
			continue
		}
		parts = append(parts, name)
	}
	return strings.Join(parts, " → ")
}

// SoftText returns a sentence about the bytes that only soft and weak references reach, by the sizes of the summary and of a guide's report; empty
// if there are none.
func (s *Summary) SoftText(found *findings.Report) string {
	if found.Reachable == 0 || found.Reachable >= s.Heap.Bytes || s.Unreachable == nil {
		return ""
	}
	return fmt.Sprintf("%s of it is only softly or weakly reachable. Shares of the reachable heap refer to the remaining %s.",
		words.RoundSize(s.Heap.Bytes-found.Reachable), words.RoundSize(found.Reachable))
}

// Texts returns the summary in sentences, by part, without empty parts. Found contains the guide's findings; nil if it did not run. Lines
// that begin with blanks continue the line before.
func (s *Summary) Texts(found *findings.Report) []Text {
	var heap, held, wasted, next []string
	if s.Heap.Objects > 0 {
		heap = lines(s.Headline(), s.UnreachableText())
	}
	if found != nil {
		heap = append(heap, lines(s.SoftText(found))...)
		for i := range found.Largest {
			held = append(held, found.HolderLine(&found.Largest[i]), "   "+PathText(&found.Largest[i]))
		}
		for i := range found.Waste {
			w := &found.Waste[i]
			wasted = append(wasted, w.Name+": "+w.Text+" "+w.Fix)
		}
	}
	for i := range s.Next {
		next = append(next, s.Next[i].lines()...)
	}
	own, others := typeLines(s.Types), typeLines(s.Others)
	if len(own) > 0 {
		own = append([]string{s.OwnText(), s.OwnBy}, own...)
	}
	title := "The heap"
	if s.Sampled {
		title = "The sampled objects, not the whole heap"
	}
	var list []Text
	for _, t := range []Text{{title, heap}, {"Largest holders, by memory they keep alive alone or together", held}, {"Own types", own},
		{"Types of the runtime and of libraries", others}, {"Waste (kinds overlap)", wasted}, {"What to record next", next}, {"Missing from this input", s.Lacks}} {
		if len(t.Lines) > 0 {
			list = append(list, t)
		}
	}
	return list
}

// Command returns a command as typed in a shell.
func Command(c []string) string {
	if at := slices.Index(c, Into); at >= 0 {
		return words.ShellWords(c[:at]) + " > " + words.ShellWords(c[at+1:])
	}
	return words.ShellWords(c)
}

func typeLines(types []Type) (list []string) {
	for i := range types {
		list = append(list, types[i].Line())
	}
	return list
}

func (n *Next) lines() []string {
	list := []string{n.Text}
	for _, c := range n.Commands {
		list = append(list, "   "+Command(c))
	}
	return list
}

// lines returns the lines that are not empty.
func lines(all ...string) (list []string) {
	for _, l := range all {
		if l != "" {
			list = append(list, l)
		}
	}
	return list
}
