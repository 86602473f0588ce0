package findings

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"memcity/analysis/structure"
	structurespkg "memcity/city/view/structures"
	"memcity/cmd/memcity/cli"
	"memcity/words"
)

// Table prints the data structures, their growth, or the proposed descriptions.
func (p *Structures) Table(out io.Writer) error {
	switch {
	case p.Growth != nil:
		return p.growthTable(out)
	case p.Structures == nil:
		return p.proposedTable(out)
	}
	s := p.Structures
	fmt.Fprintf(out, "%s, %s of them contained in others. Reachable, by weak references too: %s, %s\n", words.Counted(int64(s.Heads), "data structure"),
		words.Count(int64(s.Contained)), words.Counted(s.Heap.Objects, "object"), words.Counted(s.Heap.Bytes, "byte"))
	if s.Cut > 0 {
		fmt.Fprintf(out, "too many members are shared; members of %s were not computed\n", words.Counted(int64(s.Cut), "data structure"))
	}
	if err := p.typesTable(out); err != nil || len(s.List) == 0 {
		return err
	}
	fmt.Fprintln(out, "\nlargest by retained bytes")
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "retained\treachable\town\tdeep\tparts\tleaves\tnested\t\t\n")
	for i := range s.List {
		t := &s.List[i]
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%d\t%d\t\t%d. %s\n", bytesText(t.Sizes.Retained), bytesText(t.Sizes.Reachable),
			bytesText(t.Sizes.Own), bytesText(t.Sizes.Deep),
			t.Parts, t.Leaves, t.Nested, i+1, structureTitle(t))
	}
	if s.LeftOut > 0 {
		fmt.Fprintf(w, "\t\t\t\t\t\t\t\t(%s)\n", words.Counted(int64(s.LeftOut), "smaller one"))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for i := range s.List {
		t := &s.List[i]
		if t.HeldBy != "" || len(t.Contents) > 0 {
			fmt.Fprintf(out, "\n%d. %s\n", i+1, structureTitle(t))
		}
		reportStructure(out, t)
	}
	return nil
}

// typesTable prints the data structures by type.
func (p *Structures) typesTable(out io.Writer) error {
	s := p.Structures
	shown := len(s.Types)
	if p.Settings.Top > 0 {
		shown = min(shown, p.Settings.Top)
	}
	if shown == 0 {
		return nil
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\nheads\tcontained\town\tretained\t\t\n")
	for _, t := range s.Types[:shown] {
		fmt.Fprintf(w, "%d\t%d\t%s\t%s\t\t%s\n", t.Heads, t.Contained, bytesText(&t.Own), bytesText(t.Retained), words.Printable(t.Type))
	}
	if more := len(s.Types) - shown; more > 0 {
		fmt.Fprintf(w, "\t\t\t\t\t(%s)\n", words.Counted(int64(more), "smaller type"))
	}
	return w.Flush()
}

// bytesText formats the bytes of a size; - for nil.
func bytesText(s *structurespkg.StructureSize) string {
	if s == nil {
		return "-"
	}
	return words.Count(s.Bytes)
}

// structureTitle names a data structure: its type, its number, and its allocation site.
func structureTitle(t *structurespkg.Structure) string {
	text := fmt.Sprintf("%s, object %d", words.Printable(t.Type), t.Object)
	if t.Site != "" {
		text += ", allocated in " + words.Printable(t.Site)
	}
	if t.Contained {
		text += ", contained in another"
	}
	return text
}

// reportStructure prints what holds a data structure, and its contents.
func reportStructure(out io.Writer, t *structurespkg.Structure) {
	if t.HeldBy != "" {
		fmt.Fprintf(out, "   %s\n", words.Printable(t.HeldBy))
	}
	for _, l := range t.Contents {
		text := fmt.Sprintf("leaves: %s, %s: %s", words.Count(l.Now.Objects), words.Counted(l.Now.Bytes, "byte"), words.Printable(l.Type))
		if l.Before != nil {
			text = fmt.Sprintf("leaves: %s, before %s, %s bytes more: %s", words.Count(l.Now.Objects), words.Count(l.Before.Objects),
				withSign(l.Now.Bytes-l.Before.Bytes), words.Printable(l.Type))
		}
		switch {
		case l.Sited > 0:
			text += fmt.Sprintf(" (%s from %s)", words.Count(l.Sited), words.Printable(l.Site))
		case l.Site != "":
			text += " from " + words.Printable(l.Site)
		}
		if l.Estimate != nil {
			text += fmt.Sprintf(" (%s, %s)", words.About(l.Now.Objects, l.Estimate.Objects), words.Counted(l.Estimate.Samples, "sample"))
		}
		fmt.Fprintf(out, "   %s\n", text)
	}
}

// growthTable prints how data structures grew.
func (p *Structures) growthTable(out io.Writer) error {
	g := p.Growth
	fmt.Fprintf(out, "GC points %d and %d: the reachable heap grew by %s (%s to %s bytes)\n", p.From.At, p.Recording.At,
		words.Counted(g.HeapAfter.Bytes-g.HeapBefore.Bytes, "byte"), words.Count(g.HeapBefore.Bytes), words.Count(g.HeapAfter.Bytes))
	indistinct := ""
	if g.Indistinct > 0 {
		indistinct = ", " + words.Count(int64(g.Indistinct)) + " not told apart"
	}
	fmt.Fprintf(out, "%s at both, %s gone, %s new%s; %s contained in others not listed\n", words.Counted(int64(g.Alive), "data structure"),
		words.Count(int64(g.Gone)), words.Count(int64(g.New)), indistinct, words.Count(int64(g.Contained)))
	fmt.Fprintf(out, "objects are matched by %s identity: %s of the earlier ones\n", g.Identity, words.PercentFixed(g.Rate))
	if len(g.List) == 0 {
		_, err := fmt.Fprintln(out, "no data structure exists at both points or was created between them")
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\nretained\tHGP %\treachable\tHGP %\town\tHGP %\tdeep\tHGP %\t\t\n")
	for i := range g.List {
		t := &g.List[i]
		portions := structurespkg.Portion{}
		if t.Portions != nil {
			portions = *t.Portions
		}
		cells := []string{}
		for _, c := range growthColumns(t) {
			text := "-"
			if t.Portions != nil && c.before != nil && c.after != nil {
				text = words.Tenths(c.portion(&portions))
			}
			cells = append(cells, grown(c.before, c.after), text)
		}
		fmt.Fprintf(w, "%s\t\t%d. %s\n", strings.Join(cells, "\t"), i+1, structureTitle(&t.Structure))
	}
	if g.LeftOut > 0 {
		fmt.Fprintf(w, "\t\t\t\t\t\t\t\t\t(%s)\n", words.Counted(int64(g.LeftOut), "weaker one"))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if g.NoTurnover != "" {
		fmt.Fprintf(out, "\nare contents removed: %s\n", g.NoTurnover)
	}
	for i := range g.List {
		t := &g.List[i]
		fmt.Fprintf(out, "\n%d. %s\n", i+1, structureTitle(&t.Structure))
		if t.Pattern != "" {
			fmt.Fprintf(out, "   %s\n", t.Pattern)
		}
		fmt.Fprintf(out, "   %s\n   %s\n", t.Meaning, t.Next)
		if t.Turnover != nil {
			fmt.Fprintf(out, "   %s\n", t.Turnover.Text())
		}
		reportStructure(out, &t.Structure)
	}
	return nil
}

// growthColumn is a size at two GC points.
type growthColumn struct {
	name          string
	before, after *structurespkg.StructureSize
	portion       func(*structurespkg.Portion) float64
}

func growthColumns(t *structurespkg.Grown) []growthColumn {
	return []growthColumn{
		{"retained", t.Before.Retained, t.Sizes.Retained, func(p *structurespkg.Portion) float64 { return p.Retained }},
		{"reachable", t.Before.Reachable, t.Sizes.Reachable, func(p *structurespkg.Portion) float64 { return p.Reachable }},
		{"own", t.Before.Own, t.Sizes.Own, func(p *structurespkg.Portion) float64 { return p.Own }},
		{"deep", t.Before.Deep, t.Sizes.Deep, func(p *structurespkg.Portion) float64 { return p.Deep }},
	}
}

// grown formats a difference in bytes; - if either size is missing.
func grown(before, after *structurespkg.StructureSize) string {
	if before == nil || after == nil {
		return "-"
	}
	return withSign(after.Bytes - before.Bytes)
}

// withSign formats a number with its sign.
func withSign(n int64) string { return words.Hyphened(words.Signed(n)) }

// proposedTable prints proposed descriptions as text for a description file.
func (p *Structures) proposedTable(out io.Writer) error {
	if len(p.Proposed) == 0 {
		_, err := fmt.Fprintln(out, "// nothing to propose: no undescribed type looks like a data structure")
		return err
	}
	for i, d := range p.Proposed {
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintf(out, "// %s\n// would match %s with %s and %s, %s without the leaves\n%s", d.Why, words.Counted(int64(d.Heads), "head"),
			words.Counted(int64(d.Parts), "part"), words.Count(int64(d.Leaves))+" leaves", words.Counted(d.Bytes, "byte"), d.Text)
	}
	return nil
}

// CSV writes a row per data structure, or per proposed description.
func (p *Structures) CSV(w cli.RowWriter) {
	switch {
	case p.Growth != nil:
		p.growthCSV(w)
	case p.Structures != nil:
		p.structuresCSV(w)
	default:
		w.Columns(append(cli.Wholes("heads", "parts", "leaves", "bytes"), cli.Texts("why", "text")...)...)
		for _, d := range p.Proposed {
			_ = w.Write([]string{strconv.Itoa(d.Heads), strconv.Itoa(d.Parts), strconv.Itoa(d.Leaves), strconv.FormatInt(d.Bytes, 10), d.Why,
				d.Text})
		}
	}
}

func (p *Structures) structuresCSV(w cli.RowWriter) {
	w.Columns(slices.Concat(cli.Texts("type"), cli.Wholes("object"), cli.Texts("site"), cli.Truths("contained"), cli.Wholes("parts", "leaves", "nested",
		"retained_objects", "retained_bytes", "reachable_objects", "reachable_bytes", "own_objects", "own_bytes", "deep_objects", "deep_bytes"),
		cli.Texts("held_by"))...)
	for i := range p.Structures.List {
		t := &p.Structures.List[i]
		row := []string{t.Type, strconv.FormatUint(uint64(t.Object), 10), t.Site, strconv.FormatBool(t.Contained), strconv.Itoa(t.Parts),
			strconv.Itoa(t.Leaves), strconv.Itoa(t.Nested)}
		for _, size := range []*structurespkg.StructureSize{t.Sizes.Retained, t.Sizes.Reachable, t.Sizes.Own, t.Sizes.Deep} {
			row = append(row, sizeCells(size)...)
		}
		_ = w.Write(append(row, t.HeldBy))
	}
}

// sizeCells formats objects and bytes; empty cells for nil.
func sizeCells(s *structurespkg.StructureSize) []string {
	if s == nil {
		return []string{"", ""}
	}
	return []string{strconv.FormatInt(s.Objects, 10), strconv.FormatInt(s.Bytes, 10)}
}

// turnoverCells formats the turnover of contents; empty cells for nil.
func turnoverCells(t *structure.Turnover) []string {
	if t == nil {
		return make([]string, 7)
	}
	return []string{strconv.Itoa(t.Points), strconv.FormatInt(t.Added, 10), strconv.FormatInt(t.Removed, 10), strconv.FormatInt(t.Freed, 10),
		strconv.FormatInt(t.Kept, 10), strconv.FormatFloat(t.Replaced, 'g', 6, 64), strconv.FormatFloat(t.Age, 'g', 6, 64)}
}

func (p *Structures) growthCSV(w cli.RowWriter) {
	header := slices.Concat(cli.Texts("type"), cli.Wholes("object"), cli.Texts("site", "pattern"))
	for _, c := range growthColumns(&structurespkg.Grown{}) {
		header = append(header, cli.Wholes(c.name+"_objects_before", c.name+"_bytes_before", c.name+"_objects_after", c.name+"_bytes_after")...)
		header = append(header, cli.Numbers(c.name+"_hgp")...)
	}
	w.Columns(slices.Concat(header, cli.Wholes("points", "added", "removed", "freed", "kept"), cli.Numbers("replaced", "age"), cli.Texts("held_by"))...)
	for i := range p.Growth.List {
		t := &p.Growth.List[i]
		row := []string{t.Type, strconv.FormatUint(uint64(t.Object), 10), t.Site, t.Pattern}
		for _, c := range growthColumns(t) {
			row = append(append(row, sizeCells(c.before)...), sizeCells(c.after)...)
			hgp := ""
			if t.Portions != nil && c.before != nil && c.after != nil {
				hgp = strconv.FormatFloat(c.portion(t.Portions), 'f', -1, 64)
			}
			row = append(row, hgp)
		}
		_ = w.Write(append(append(row, turnoverCells(t.Turnover)...), t.HeldBy))
	}
}
