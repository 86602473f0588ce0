package groups

import (
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"

	"memcity/analysis/threads"
	"memcity/cmd/memcity/cli"
	"memcity/trace"
	"memcity/words"
)

// Table prints a row for each thread, and then the stacks of the largest.
func (p *printedThreads) Table(out io.Writer) error {
	if len(p.list) == 0 {
		_, err := fmt.Fprintln(out, p.none())
		return err
	}
	fmt.Fprintf(out, "%s in a reachable heap of %s. The memory in the column alone would be freed if the thread ended.\n",
		words.Counted(int64(len(p.list)), "thread"), words.RoundSize(p.Reachable.Bytes))
	top := len(p.list)
	if p.top > 0 {
		top = min(top, p.top)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "alone\tshare\tobjects\tstate\t\tthread\n")
	for i := range p.list[:top] {
		t := &p.list[i]
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t\t%s\n", words.RoundSize(t.Alone.Bytes), p.share(t.Alone), words.Count(t.Alone.Objects), stateText(t), t.Title())
	}
	if more := len(p.list) - top; more > 0 {
		fmt.Fprintf(w, "\t\t\t\t\t(%s)\n", words.Counted(int64(more), "more thread"))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for i := range p.list[:top] {
		if err := p.stack(out, &p.list[i]); err != nil {
			return err
		}
	}
	return nil
}

// none says why there are no threads.
func (p *printedThreads) none() string {
	if p.name != "" {
		return "No thread has " + strconv.Quote(p.name) + " in its name."
	}
	return "This input has no threads."
}

// share formats an amount as a share of the reachable bytes.
func (p *printedThreads) share(a trace.Amount) string {
	if p.Reachable.Bytes == 0 {
		return "0 %"
	}
	return words.PercentFixed(float64(a.Bytes) / float64(p.Reachable.Bytes))
}

func stateText(t *threads.Thread) string {
	if t.State == "" {
		return "-"
	}
	return t.State
}

// stack prints the stack of a thread. Frames that hold something are always printed.
func (p *printedThreads) stack(out io.Writer, t *threads.Thread) error {
	fmt.Fprintf(out, "\n%s\n", t.Title())
	if len(t.Frames) > 0 && t.Own.Bytes > 0 && t.Own.Bytes*10 >= t.Alone.Bytes {
		fmt.Fprintf(out, "  its object, with thread-locals, holds %s\n", words.RoundSize(t.Own.Bytes))
	}
	if len(t.Frames) == 0 && len(t.Other) == 0 {
		_, err := fmt.Fprintln(out, "  no frames are recorded")
		return err
	}
	skipped := 0
	skip := func() {
		if skipped > 0 {
			fmt.Fprintf(out, "  … %s\n", words.Counted(int64(skipped), "frame"))
		}
		skipped = 0
	}
	for i := range t.Frames {
		f := &t.Frames[i]
		if p.frames > 0 && i >= p.frames && f.Freed.Bytes == 0 {
			skipped++
			continue
		}
		skip()
		held := ""
		if f.Freed.Bytes > 0 {
			held = fmt.Sprintf("  holds %s until it returns", words.RoundSize(f.Freed.Bytes))
		}
		fmt.Fprintf(out, "  at %s%s\n", words.Printable(f.Text), held)
		printVariables(out, f.Variables)
	}
	skip()
	if len(t.Other) > 0 {
		fmt.Fprintln(out, "  in no known frame")
		printVariables(out, t.Other)
	}
	return nil
}

func printVariables(out io.Writer, list []threads.Variable) {
	if text := threads.TypesText(list); text != "" {
		fmt.Fprintf(out, "     local variables: %s\n", text)
	}
}

// CSV writes a row per thread.
func (p *printedThreads) CSV(w cli.RowWriter) {
	w.Columns(append(append(cli.Texts("thread", "type", "state"), cli.Truths("daemon", "failed")...),
		append(cli.Wholes("object", "alone_objects", "alone_bytes", "frames"), cli.Texts("frame")...)...)...)
	for i := range p.list {
		t := &p.list[i]
		object, frame := "", ""
		if t.Object != trace.NoObject {
			object = strconv.FormatUint(uint64(t.Object), 10)
		}
		if len(t.Frames) > 0 {
			frame = t.Frames[0].Text
		}
		_ = w.Write([]string{t.Name, t.Type, t.State, strconv.FormatBool(t.Daemon), strconv.FormatBool(t.Failed), object,
			strconv.FormatInt(t.Alone.Objects, 10), strconv.FormatInt(t.Alone.Bytes, 10), strconv.Itoa(len(t.Frames)), frame})
	}
}
