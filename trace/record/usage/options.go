package usage

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Options select the data that the agent records. Zero values select its defaults.
type Options struct {
	// Out is the path of the output file, or [Native].
	Out string
	// Classes is own, all, or patterns of class names with * for any text, separated by semicolons. own is the default and excludes the
	// JDK, agents, and jars in folders of libraries. all excludes only the JDK and agents.
	Classes string
	// Log writes each GET instead of counts per element and interval.
	Log bool
	// Coarse counts an iterator, keySet, values or entrySet as one GET of all elements, instead of counting each next.
	Coarse bool
	// Interval is the time between writes of counts; default 1 s.
	Interval time.Duration
	// Elements and Collections are the largest numbers followed; default 500,000 each, or fewer if that would exceed an eighth of the heap.
	Elements, Collections int
	// Rate is the largest number of records per second, except for bursts of ten times as many, before fewer collections are followed. The
	// default is 200,000; no limit if negative or in a log.
	Rate int
}

// Parse parses what to record: own, all or comma-separated patterns of class names. The word log sets [Options.Log], and coarse sets
// [Options.Coarse].
func Parse(text string) (Options, error) {
	var o Options
	var classes []string
	for _, word := range strings.Split(text, ",") {
		switch word = strings.TrimSpace(word); {
		case word == "":
			return o, fmt.Errorf("collections %q: expected own, all or patterns of class names, separated by commas", text)
		case word == "log":
			o.Log = true
		case word == "coarse":
			o.Coarse = true
		case strings.ContainsAny(word, "; \t"):
			return o, fmt.Errorf("collections %q: %q: expected a pattern of class names", text, word)
		default:
			classes = append(classes, word)
		}
	}
	if len(classes) > 1 && (slices.Contains(classes, "own") || slices.Contains(classes, "all")) {
		return o, fmt.Errorf("collections %q: own and all cannot be combined with patterns", text)
	}
	if len(classes) == 0 {
		classes = []string{"own"}
	}
	o.Classes = strings.Join(classes, ";")
	return o, nil
}

// Native is a value of Out. The agent then passes the stream to a native agent, which binds memcity.usage.Out.send.
const Native = "native"

// Args returns the option string of the agent, which follows the jar's path and "=" in -javaagent.
func Args(o Options) string {
	parts := []string{"out=" + escape(o.Out)}
	add := func(name, value string, is bool) {
		if is {
			parts = append(parts, name+"="+escape(value))
		}
	}
	add("classes", o.Classes, o.Classes != "")
	add("mode", "log", o.Log)
	add("iterators", "coarse", o.Coarse)
	add("interval", fmt.Sprint(o.Interval.Milliseconds()), o.Interval != 0)
	add("limit", fmt.Sprint(o.Elements), o.Elements != 0)
	add("rate", fmt.Sprint(max(0, o.Rate)), o.Rate != 0)
	add("collections", fmt.Sprint(o.Collections), o.Collections != 0)
	return strings.Join(parts, ",")
}

// escape writes characters that would end a value or have a meaning in JAVA_TOOL_OPTIONS as %XX.
func escape(value string) string {
	var b strings.Builder
	for _, c := range []byte(value) {
		if c <= ' ' || strings.IndexByte(`,%="'`, c) >= 0 {
			fmt.Fprintf(&b, "%%%02x", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
