package results

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"memcity/words"
)

// Markdown writes a summary for pull requests: the verdict, a picture, and a table with problems first. Texts from the recording are
// escaped: they neither notify users nor become links.
func (p *Report) Markdown(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "### memcity %s: %s\n\n", plain(p.Command), plain(p.Verdict))
	fmt.Fprintf(w, "Recording: %s\n", plain(p.Recording))
	p.chart(w)
	if p.Picture != nil {
		fmt.Fprintf(w, "\n![%s](<%s>)\n", plain(p.Picture.Says), address(p.Picture.Link))
	}
	order := make([]*Result, len(p.Results))
	for i := range p.Results {
		order[i] = &p.Results[i]
	}
	slices.SortStableFunc(order, func(a, b *Result) int { return int(b.Status) - int(a.Status) })
	if len(order) > 0 {
		fmt.Fprint(w, "\n| | | |\n|---|---|---|\n")
	}
	for _, r := range order {
		word := plain(r.Word)
		if r.Fails() {
			word = "**" + word + "**"
		}
		text := r.Text
		if text == r.Name {
			text = ""
		}
		fmt.Fprintf(w, "| %s | %s | %s |\n", word, plain(r.Name), plain(text))
	}
	for _, r := range order {
		if lines := r.lines(); len(lines) > 0 && r.Status != Passed {
			fmt.Fprintf(w, "\n<details><summary>%s</summary>\n\n", plain(r.Name))
			for _, l := range lines {
				fmt.Fprintf(w, "* %s\n", plain(l))
			}
			fmt.Fprint(w, "\n</details>\n")
		}
	}
	if len(p.Notes) > 0 {
		fmt.Fprint(w, "\n")
	}
	for _, n := range p.Notes {
		fmt.Fprintf(w, "* %s\n", plain(n))
	}
	return w.Flush()
}

// maxMarks is the maximum number of GC points in a chart.
const maxMarks = 40

// chart draws the heap over time as a Mermaid chart, which GitHub and GitLab render without a hosted picture.
func (p *Report) chart(w io.Writer) {
	if len(p.Heap) < 2 {
		return
	}
	step := (len(p.Heap) + maxMarks - 1) / maxMarks
	top := slices.Max(p.Heap)
	value, unit := words.Scaled(float64(top))
	if value == 0 {
		value = 1
	}
	scale := max(float64(top), 1) / value
	var points, values []string
	for i := 0; i < len(p.Heap); i += step {
		i := min(i+step, len(p.Heap)) - 1 // the last point of each step, so that the end is included
		points, values = append(points, fmt.Sprint(i+1)), append(values, fmt.Sprintf("%.2f", float64(p.Heap[i])/scale))
	}
	fmt.Fprintf(w, "\n```mermaid\nxychart-beta\n  title \"Heap at each GC point\"\n  x-axis \"GC point\" [%s]\n  y-axis \"%s\"\n  line [%s]\n```\n",
		strings.Join(points, ", "), unit, strings.Join(values, ", "))
}

// host matches the start of an address that lacks its protocol.
var host = regexp.MustCompile(`(?i)(www)\.`)

// plain escapes a text as one line so that Markdown shows it literally.
func plain(text string) string {
	var b strings.Builder
	for _, r := range words.Printable(text) {
		switch {
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '&':
			b.WriteString("&amp;")
		case r == '@': // would notify the user of this name
			b.WriteString("@<!-- -->")
		case strings.ContainsRune("\\`*_{}[]|~$#", r):
			b.WriteRune('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	// An address would become a link, and a leading dash or plus a nested list.
	text = host.ReplaceAllString(strings.ReplaceAll(b.String(), "://", ":<!-- -->//"), "$1<!-- -->.")
	if strings.HasPrefix(text, "-") || strings.HasPrefix(text, "+") {
		text = "\\" + text
	}
	return text
}

// address escapes the link of a picture so that its text cannot end the link early.
func address(link string) string {
	return strings.NewReplacer("<", "%3C", ">", "%3E", "\\", "%5C", "\n", "%0A", "\r", "%0D").Replace(words.Printable(link))
}
