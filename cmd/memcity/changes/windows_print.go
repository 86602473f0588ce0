package changes

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"memcity/cmd/memcity/cli"
	"memcity/words"
)

// Table prints the windows in sentences.
func (p *Windows) Table(out io.Writer) error {
	for i := range p.Windows {
		if i > 0 {
			fmt.Fprintln(out)
		}
		p.Windows[i].report(out)
	}
	if len(p.Windows) == 0 {
		fmt.Fprintln(out, "no suspicious window")
	}
	if p.Pauses != nil {
		fmt.Fprintln(out)
		p.Pauses.report(out)
	}
	switch {
	case p.Recording.GCs == 0:
		fmt.Fprintln(out, "\nThis input has no GC events, so GC overhead and churn are unavailable.")
	case p.Recording.Heap == "gcs":
		fmt.Fprintln(out, "\nThis input has no GC points, so the heap after each GC was used. It may contain garbage.")
	}
	return nil
}

// suspicions describes each kind of window.
var suspicions = map[string]string{
	"growth":     "the heap keeps growing until the end",
	"steepest":   "the steepest part of that",
	"regression": "the steepest regression line until the end, for comparison",
	"overhead":   "GCs take much of the time",
	"churn":      "much garbage in a short time",
}

func (w *printedWindow) report(out io.Writer) {
	unit := "GC points"
	if w.Of == "gcs" {
		unit = "GCs"
	}
	grown := ""
	if w.FirstBytes > 0 {
		grown = ", " + signedPercent(float64(w.LastBytes-w.FirstBytes)/float64(w.FirstBytes))
	}
	fmt.Fprintf(out, "%s: %s\n  %s %d to %d", w.Kind, suspicions[w.Kind], unit, w.From, w.To)
	if w.Kind == "growth" && w.End <= w.Start {
		fmt.Fprintf(out, ", no times recorded\n  from %s to %s%s, %s bytes per GC point\n", words.Counted(w.FirstBytes, "byte"),
			words.Counted(w.LastBytes, "byte"),
			grown, cli.Signed((w.LastBytes-w.FirstBytes)/int64(max(w.To-w.From, 1))))
		return
	}
	fmt.Fprintf(out, ", %s to %s (%s)\n", words.ExactSeconds(w.Start), words.ExactSeconds(w.End), words.ExactSeconds(w.End-w.Start))
	switch w.Kind {
	case "overhead":
		took := words.ExactSeconds(w.Pause)
		if w.Stalled > 0 {
			took += " of pauses and " + words.ExactSeconds(w.Stalled) + " in which threads waited for memory"
		}
		fmt.Fprintf(out, "  %s of the time in %s, %s; %s in the whole recording\n", words.PercentFixed(w.Score), words.Counted(int64(w.GCs), "GC"),
			took, words.PercentFixed(w.Average))
	case "churn":
		fmt.Fprintf(out, "  %s freed in %s, %s a second; %s a second in the whole recording\n", words.Counted(w.Freed, "byte"),
			words.Counted(int64(w.GCs), "GC"),
			words.Counted(int64(w.Score), "byte"), words.Counted(int64(w.Average), "byte"))
	default:
		fmt.Fprintf(out, "  from %s to %s%s, %s a second; %s a second in the whole recording\n", words.Counted(w.FirstBytes, "byte"),
			words.Counted(w.LastBytes, "byte"), grown, cli.Signed(int64(w.Score))+" bytes", cli.Signed(int64(w.Average))+" bytes")
	}
}

func signedPercent(share float64) string {
	if share > 0 {
		return "+" + words.PercentFixed(share)
	}
	return words.PercentFixed(share)
}

// CSV writes a row per window.
func (p *Windows) CSV(w cli.RowWriter) {
	w.Columns(slices.Concat(cli.Texts("kind", "of"), cli.Wholes("from", "to"), cli.Numbers("start_ms", "end_ms", "score", "average"),
		cli.Wholes("first_bytes", "last_bytes", "peak_bytes", "first_objects", "last_objects", "gcs"), cli.Numbers("pause_ms", "stalled_ms"), cli.Wholes("freed_bytes"))...)
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	whole := func(n int64) string { return strconv.FormatInt(n, 10) }
	for _, x := range p.Windows {
		_ = w.Write([]string{x.Kind, x.Of, strconv.Itoa(x.From), strconv.Itoa(x.To), number(x.Start), number(x.End), number(x.Score),
			number(x.Average),
			whole(x.FirstBytes), whole(x.LastBytes), whole(x.PeakBytes), whole(x.FirstObjects), whole(x.LastObjects), strconv.Itoa(x.GCs),
			number(x.Pause), number(x.Stalled), whole(x.Freed)})
	}
}
