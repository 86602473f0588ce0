package testrun

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A Change changes an input at byte n and returns the result. It does not modify the input. It returns nil if it has no effect at n.
type Change struct {
	name string
	make func(input []byte, n int) []byte
}

// Changes for text and binary inputs.
var (
	Cut    = Change{"cut", func(in []byte, n int) []byte { return joined(in[:n]) }}
	Delete = Change{"delete", func(in []byte, n int) []byte { return joined(in[:n], in[n+1:]) }}
	Double = Change{"double", func(in []byte, n int) []byte { return joined(in[:n+1], in[n:]) }}
	// Line removes the line that starts at the byte.
	Line = Change{"line", func(in []byte, n int) []byte {
		if n > 0 && in[n-1] != '\n' {
			return nil
		}
		end := n
		for end < len(in) && in[end] != '\n' {
			end++
		}
		return joined(in[:n], in[min(end+1, len(in)):])
	}}
)

// Set sets the byte to b.
func Set(b byte) Change {
	return Change{fmt.Sprintf("set to %#02x", b), func(in []byte, n int) []byte { return joined(in[:n], []byte{b}, in[n+1:]) }}
}

// Flip flips the bits of the byte that are set in mask.
func Flip(mask byte) Change {
	return Change{fmt.Sprintf("flip %#02x", mask), func(in []byte, n int) []byte { return joined(in[:n], []byte{in[n] ^ mask}, in[n+1:]) }}
}

func joined(parts ...[]byte) []byte {
	all := []byte{}
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// DamageTable returns the result of read for the whole input and for each change. Adjacent positions with the same result share a line, which
// contains only the words that differ from the result for the whole input; equal words are replaced by …. In a line, @ is the position of
// the changed byte.
func DamageTable(input []byte, read func(input []byte) string, changes ...Change) string {
	var w strings.Builder
	whole := read(input)
	fmt.Fprintf(&w, "whole: %s\n", whole)
	for _, c := range changes {
		fmt.Fprintln(&w, c.name)
		from, last := 0, ""
		flush := func(to int) {
			if last != "" {
				fmt.Fprintf(&w, "  %d-%d: %s\n", from, to, last)
			}
		}
		for n := range input {
			changed := c.make(input, n)
			if changed == nil {
				continue
			}
			outcome := difference(whole, read(changed))
			outcome = regexp.MustCompile(`\b(at|byte|bytes|offset) `+strconv.Itoa(n)+`\b`).ReplaceAllString(outcome, "$1 @")
			if outcome != last {
				flush(n - 1)
				from, last = n, outcome
			}
		}
		flush(len(input) - 1)
	}
	return w.String()
}

// difference returns the words of b that are not in a, preceded by one common word; "same" if there are none.
func difference(a, b string) string {
	if a == b {
		return "same"
	}
	x, y := strings.Split(a, " "), strings.Split(b, " ")
	head := 0
	for head < len(x) && head < len(y) && x[head] == y[head] {
		head++
	}
	tail := 0
	for tail < len(x)-head && tail < len(y)-head && x[len(x)-1-tail] == y[len(y)-1-tail] {
		tail++
	}
	text := strings.Join(y[max(0, head-1):len(y)-tail], " ")
	if head > 1 {
		text = "… " + text
	}
	if tail > 0 {
		text += " …"
	}
	return text
}
