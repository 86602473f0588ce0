package changes

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"memcity/cmd/memcity/cli"
	"memcity/trace"
	"memcity/words"
)

// Table prints the series with their shapes. All shapes have the same scale.
func (p *Trend) Table(out io.Writer) error {
	if len(p.Points) > 0 {
		first, last := p.Points[0], p.Points[len(p.Points)-1]
		fmt.Fprintf(out, "%s of %s (%s), GC points %d to %d, %s to %s\n\n", p.Settings.Unit, words.Printable(p.Group.title()),
			p.Settings.SizeKind,
			first.At, last.At, words.ExactSeconds(float64(first.Time)), words.ExactSeconds(float64(last.Time)))
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "start\tend\tgrowth\trelative\taverage\t\t\n")
	most, estimated := int64(0), false
	for _, s := range p.Series {
		for _, v := range s.Values {
			most = max(most, v)
		}
	}
	row := func(s *printedSeries, name, shape string) {
		relative := "new"
		if s.Relative != nil {
			relative = signedPercent(*s.Relative)
		}
		mark := ""
		if s.Estimate != nil {
			mark, estimated = "~", true
			name += "  (± " + words.Count(s.limits(p.Settings.Unit).Around(s.End)) + ", " + words.Counted(s.Estimate.Samples, "sample") + ")"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t\t%s  %s\n", mark+words.Count(s.Start), mark+words.Count(s.End), mark+cli.Signed(s.Growth),
			relative, mark+words.Count(int64(s.Average+0.5)), shape, name)
	}
	for i := range p.Series {
		row(&p.Series[i], words.Printable(p.Series[i].Name), shape(p.Series[i].Values, most))
	}
	blank := strings.Repeat(" ", len([]rune(shape(p.Group.Values, 0))))
	if p.Other != nil && (p.Hidden > 0 || p.Other.Start != 0 || p.Other.End != 0) {
		row(p.Other, fmt.Sprintf("Other (%s)", words.Counted(int64(p.Hidden), "group")), blank)
	}
	all := "all"
	if p.unreachable && !strings.Contains(p.Group.Key, "#") {
		all += ", including unreachable objects"
	}
	row(&p.Group, all, blank)
	if err := w.Flush(); err != nil {
		return err
	}
	if estimated {
		fmt.Fprint(out, "\n"+cli.EstimatedText)
	}
	if p.garbage {
		fmt.Fprintln(out, "\n"+garbageText)
	}
	if !p.Additive {
		fmt.Fprintln(out, "\nGroups share objects, so they do not add up.")
	}
	return nil
}

// limits returns the limits of the last value.
func (s *printedSeries) limits(unit string) trace.Range {
	if unit == trace.Bytes.String() {
		return s.Estimate.Bytes
	}
	return s.Estimate.Objects
}

// title returns the key of a group, for people.
func (s *printedSeries) title() string { return strings.ReplaceAll(s.Key, "#", " > ") }

// maxShape is the maximum width of a shape, in characters.
const maxShape = 24

// shape draws a series as block characters. The highest block stands for most.
func shape(values []int64, most int64) string {
	bars := []rune(" ▁▂▃▄▅▆▇█")
	width := min(len(values), maxShape)
	var b strings.Builder
	for i := range width {
		v := values[0]
		if width > 1 {
			v = values[i*(len(values)-1)/(width-1)]
		}
		level := 0
		if most > 0 && v > 0 {
			level = 1 + int(float64(v)/float64(most)*float64(len(bars)-2)+0.5)
		}
		b.WriteRune(bars[min(level, len(bars)-1)])
	}
	return b.String()
}

// CSV writes a row per value.
func (p *Trend) CSV(w cli.RowWriter) {
	w.Columns(append(cli.Texts("key", "name"), cli.Wholes("at", "time_ms", p.Settings.Unit)...)...)
	write := func(s *printedSeries) {
		for i, v := range s.Values {
			_ = w.Write([]string{s.Key, s.Name, strconv.Itoa(p.Points[i].At), strconv.FormatInt(p.Points[i].Time, 10), strconv.FormatInt(v, 10)})
		}
	}
	for i := range p.Series {
		write(&p.Series[i])
	}
	if p.Other != nil {
		write(p.Other)
	}
}
