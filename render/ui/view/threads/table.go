package threads

import (
	"fmt"
	"strconv"
	"strings"

	"memcity/city/state"
	"memcity/city/view/threads"
	"memcity/render/ui/widget"
	"memcity/words"
)

// stateColumn is the ID of the column with the states of threads.
const stateColumn = "state"

// columns are the columns from left to right.
var columns = []widget.TreeColumn{
	{Id: threads.Bytes.String(), Title: "Alone", Width: 96, Rank: 9,
		Hint: "Bytes that would be freed if the thread ended, or the method returned after the methods it called."},
	{Id: threads.Share.String(), Title: "Share", Width: 80, Rank: 8, Fixed: true, Hint: "Part of the reachable bytes."},
	{Id: threads.Objects.String(), Title: "Objects", Width: 88, Rank: 6, Hint: "Objects that would be freed."},
	{Id: stateColumn, Title: "State", Width: 128, Rank: 7, Fixed: true, Words: true,
		Hint: "State of the thread, as java.lang.Thread.State names it. – if it is not recorded."},
}

// table returns the table of threads.
func (view *View) table(c *widget.Canvas, report *threads.Report) *widget.TreeTable {
	s := view.list(c.Core, report)
	return &widget.TreeTable{
		Id: tableID, What: "Threads", Local: &view.tree,
		Name:    widget.TreeColumn{Id: threads.Name.String(), Title: "Thread", Hint: "Threads; below them their frames, innermost first, and the local variables."},
		Columns: columns, Sort: s.state.SortedBy().String(), Upward: s.state.Upward,
		Order: func(column string, upward bool) {
			to := threads.View.Of(c.Model.State.Views)
			to.Sort, _ = threads.ParseColumn(column) // cannot fail: columns with other names are fixed
			to.Upward = upward
			c.Do(state.SetView(threads.View, to))
		},
		List: func() widget.TreeList { return view.list(c.Core, report).rows },
		Cell: func(column string, r *widget.TreeRow) widget.TreeCell { return cell(report, column, r.Node) },
		Open: func(r *widget.TreeRow, open bool) {
			c.Do(state.OpenRows{In: threads.View.ID, Keys: []string{r.Key}, Close: !open})
		},
		Picked: view.picked,
		Pick:   func(key string) { view.picked = key },
		Menu:   rowMenu,
		Marks:  []string{s.query},
		Hint:   func(r *widget.TreeRow) string { return hint(report, r.Node) },
		Void:   func() string { return void(report, view.list(c.Core, report)) },
	}
}

// cell returns the content of a column.
func cell(r *threads.Report, column string, i int32) widget.TreeCell {
	if column == stateColumn {
		text := stateOf(r, i)
		return widget.TreeCell{Text: text, Raw: text}
	}
	alone, ok := r.Alone(i)
	if !ok {
		return widget.TreeCell{}
	}
	faint := alone.Bytes == 0
	switch column {
	case threads.Objects.String():
		return widget.TreeCell{Text: words.Count(alone.Objects), Short: words.ShortCount(alone.Objects),
			Raw: strconv.FormatInt(alone.Objects, 10), Faint: faint}
	case threads.Share.String():
		share := r.Share(i)
		return widget.TreeCell{Text: words.PercentFixed(share), Raw: fmt.Sprintf("%.4f", share), Faint: faint, Share: share, Tint: true}
	}
	return widget.TreeCell{Text: words.Size(alone.Bytes), Raw: strconv.FormatInt(alone.Bytes, 10), Faint: faint}
}

// stateOf returns the state of a thread; empty for other rows.
func stateOf(r *threads.Report, i int32) string {
	switch {
	case r.Level(i) != threads.ThreadRow:
		return ""
	case r.Of(i).State == "":
		return "–"
	}
	return r.Of(i).State
}

// hint returns the full name of a row and its exact numbers.
func hint(r *threads.Report, i int32) string {
	lines := []string{r.Name(i)}
	if alone, ok := r.Alone(i); ok {
		verb := map[threads.Level]string{threads.HeapRow: "reachable: ", threads.ThreadRow: "freed if it ended: ",
			threads.FrameRow: "freed when it returns: "}[r.Level(i)]
		lines = append(lines, verb+words.Exactly(alone.Objects, alone.Bytes))
	}
	if t := r.Of(i); t != nil && r.Level(i) == threads.ThreadRow {
		if t.Type != "" {
			lines = append(lines, "class "+t.Type)
		}
		lines = append(lines, words.Counted(int64(len(t.Frames)), "frame"))
	}
	return strings.Join(lines, "\n")
}

// void explains why there is nothing to list.
func void(r *threads.Report, s *listed) string {
	switch {
	case len(r.Threads.Threads) == 0:
		return "This input has no threads."
	case len(s.rows.Rows) == 1 && s.query != "":
		return "Nothing matches the filter."
	}
	return ""
}

// stack returns a thread with its stack as text.
func stack(r *threads.Report, thread int32) string {
	var b strings.Builder
	alone, _ := r.Alone(thread)
	fmt.Fprintf(&b, "%s: %s alone", r.Name(thread), words.RoundSize(alone.Bytes))
	if s := r.Of(thread).State; s != "" {
		b.WriteString(", " + s)
	}
	b.WriteByte('\n')
	for f := range r.Children(thread) {
		at := "  at "
		if r.IsOwn(f) {
			at = "  "
		}
		b.WriteString(at + r.Name(f))
		if held, _ := r.Alone(f); held.Bytes > 0 {
			b.WriteString("  (" + words.RoundSize(held.Bytes) + ")")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// threadOf returns the row of the thread that a row belongs to; -1 for the heap.
func threadOf(r *threads.Report, i int32) int32 {
	for i >= 0 && r.Level(i) != threads.ThreadRow {
		i = r.Parent(i)
	}
	return i
}
