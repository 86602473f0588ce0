package usage

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Options say what the agent records. Zero values stand for its defaults.
type Options struct {
	// Out is the path of the file for the stream, or [Native].
	Out string
	// Classes is own (the default: neither the JDK, nor agents, nor jars in folders of libraries), all (all but the JDK and
	// agents), or patterns of class names with * for any text, with semicolons between.
	Classes string
	// Log writes each GET, and not how many there were of each element in an interval.
	Log bool
	// Coarse takes an iterator, keySet, values and entrySet for a GET of all elements, and not each next for one.
	Coarse bool
	// Interval is the time between two writings of what was counted; 1 s by default.
	Interval time.Duration
	// Elements and Collections are the most that are followed; by default 500,000 each, fewer if that is more than an eighth of the heap.
	Elements, Collections int
	// Rate is the most records per second, but for bursts of ten times as many, before fewer collections are followed; 200,000 by
	// default, without a limit if negative or in a log.
	Rate int
}

// Parse reads what is recorded: own, all or patterns of class names with commas between, and among them the words log, for [Options.Log],
// and coarse, for [Options.Coarse].
func Parse(text string) (Options, error) {
	var o Options
	var classes []string
	for _, word := range strings.Split(text, ",") {
		switch word = strings.TrimSpace(word); {
		case word == "":
			return o, fmt.Errorf("collections %q: expected own, all or patterns of class names, with commas between", text)
		case word == "log":
			o.Log = true
		case word == "coarse":
			o.Coarse = true
		case strings.ContainsAny(word, "; \t"):
			return o, fmt.Errorf("collections %q: %q is no pattern of class names", text, word)
		default:
			classes = append(classes, word)
		}
	}
	if len(classes) > 1 && (slices.Contains(classes, "own") || slices.Contains(classes, "all")) {
		return o, fmt.Errorf("collections %q: own and all stand alone, without patterns", text)
	}
	if len(classes) == 0 {
		classes = []string{"own"}
	}
	o.Classes = strings.Join(classes, ";")
	return o, nil
}

// Native as Out has the agent give the stream to a native agent, which binds memcity.usage.Out.send.
const Native = "native"

// Args returns the option text of the agent, which follows the jar's path and = in -javaagent.
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

// escape writes what would end a value, and what JAVA_TOOL_OPTIONS would take for its own, as %XX.
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
