package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// An entry is a mutant in a list, with the reason why it is listed. A list has the following form. Empty lines separate entries, and lines
// that start with # are comments:
//
//	analysis/group Groups.trim boundary
//	- if count < limit {
//	+ if count <= limit {
//	With count equal to limit, trimming takes nothing away.
//
// If a function has several equal mutants, the first line of the second entry ends with #2, and so on.
type entry struct {
	key
	reason string
	line   int // line in the list
}

func (k key) write(w io.Writer) {
	fmt.Fprintf(w, "%s %s %s", k.folder, k.function, k.operator)
	if k.nth > 1 {
		fmt.Fprintf(w, " #%d", k.nth)
	}
	fmt.Fprintf(w, "\n%s\n%s\n", strings.TrimSpace("- "+k.before), strings.TrimSpace("+ "+k.after))
}

// parseEntries parses a list. Errors start with the line number.
func parseEntries(lines *bufio.Scanner) ([]entry, error) {
	var entries []entry
	var e *entry
	part, number := 0, 0
	fault := func(format string, args ...any) error {
		return fmt.Errorf("%d: %s", number, fmt.Sprintf(format, args...))
	}
	for lines.Scan() {
		number++
		line := strings.TrimSpace(lines.Text())
		switch {
		case strings.HasPrefix(line, "#"):
			continue
		case line == "" && (part == 1 || part == 2):
			return nil, fault("the entry ends before its lines - and +")
		case line == "":
			part = 0
			continue
		}
		text, ok := "", true
		switch part {
		case 0:
			k, err := parseHead(line)
			if err != nil {
				return nil, fault("%v", err)
			}
			entries = append(entries, entry{key: k, line: number})
			e = &entries[len(entries)-1]
		case 1:
			text, ok = strings.CutPrefix(line, "-")
			e.before = strings.TrimSpace(text)
		case 2:
			text, ok = strings.CutPrefix(line, "+")
			e.after = strings.TrimSpace(text)
		default:
			e.reason = strings.TrimSpace(e.reason + " " + line)
		}
		if !ok {
			return nil, fault("expected a line that starts with - and then one with +")
		}
		part++
	}
	if part == 1 || part == 2 {
		return nil, fault("the entry ends before its lines - and +")
	}
	return entries, lines.Err()
}

func parseHead(line string) (key, error) {
	words := strings.Fields(line)
	nth := 1
	if len(words) == 4 {
		number, err := strconv.Atoi(strings.TrimPrefix(words[3], "#"))
		if err != nil || number < 2 || !strings.HasPrefix(words[3], "#") {
			return key{}, fmt.Errorf("expected a number such as #2, not %s", words[3])
		}
		nth, words = number, words[:3]
	}
	if len(words) != 3 {
		return key{}, errors.New("expected folder, function and operator")
	}
	return key{folder: words[0], function: words[1], operator: words[2], nth: nth}, nil
}

// match returns the keys of the mutants that entries name, and the entries without a mutant.
func match(all []mutant, entries []entry) (named map[key]bool, missing []entry) {
	there := map[key]bool{}
	for _, m := range all {
		there[m.key] = true
	}
	named = map[key]bool{}
	for _, e := range entries {
		if there[e.key] {
			named[e.key] = true
		} else {
			missing = append(missing, e)
		}
	}
	return named, missing
}
