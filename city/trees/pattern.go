package trees

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"

	"memcity/analysis/userfile"
)

// QueryError is a syntax error in a query for [Search].
type QueryError struct {
	Offset int // position in the query without surrounding blanks, in bytes
	At     int // the same position in characters, 1-based
	Text   string
}

func (e *QueryError) Error() string { return fmt.Sprintf("search, character %d: %s", e.At, e.Text) }

// Pattern is a compiled query.
type Pattern struct {
	text   string // search text of a plain query or a glob
	dotted string // the same for paths
	glob   bool
	regex  *regexp.Regexp
	Fold   bool // true if texts must be in lower case

	inherits bool // true if a match of a path also matches every longer path
	crosses  bool // true if it may match a path but none of its names
}

func NewPattern(query string) (*Pattern, error) {
	if len(query) > maxQuery {
		at := utf8.RuneCountInString(query[:maxQuery]) + 1
		return nil, &QueryError{maxQuery, at, fmt.Sprintf("a query has at most %d bytes", maxQuery)}
	}
	if len(query) > 2 && query[0] == '/' && query[len(query)-1] == '/' {
		return newRegexPattern(query)
	}
	p := &Pattern{text: query, Fold: !strings.ContainsFunc(query, unicode.IsUpper), glob: strings.ContainsAny(query, "*?")}
	if p.Fold {
		p.text = Lower(query)
	}
	p.dotted = strings.ReplaceAll(p.text, "#", ".")
	p.inherits = !p.glob
	p.crosses = strings.Contains(p.dotted, ".")
	return p, nil
}

// newRegexPattern compiles an expression between slashes.
func newRegexPattern(query string) (*Pattern, error) {
	expression := strings.ReplaceAll(query[1:len(query)-1], "#", ".")
	fold := ""
	if !hasUpper(expression) {
		fold = "(?i)"
	}
	regex, err := regexp.Compile(fold + expression)
	if err == nil {
		return &Pattern{regex: regex}, nil
	}
	fault := &syntax.Error{Code: syntax.ErrLarge}
	_, err = syntax.Parse(expression, syntax.Perl)
	errors.As(err, &fault)
	text, ok := regexFaults[fault.Code]
	if !ok {
		text = fault.Code.String()
	}
	offset := 1 + faultOffset(expression, fault)
	return nil, &QueryError{offset, utf8.RuneCountInString(query[:offset]) + 1, text}
}

// hasUpper reports whether an expression has upper case letters, not counting escapes such as \S.
func hasUpper(expression string) bool {
	escaped := false
	for _, r := range expression {
		if !escaped && unicode.IsUpper(r) {
			return true
		}
		escaped = !escaped && r == '\\'
	}
	return false
}

// Name reports whether a name matches, and how well.
func (p *Pattern) Name(name string) (Found, bool) {
	if p.glob {
		return FoundExactly, userfile.Match(p.text, name)
	}
	if p.regex == nil {
		i := strings.Index(name, p.text)
		return found(i, i+len(p.text), len(name)), i >= 0
	}
	at := p.regex.FindStringIndex(name)
	if at == nil {
		return 0, false
	}
	return found(at[0], at[1], len(name)), true
}

func found(from, to, length int) Found {
	switch {
	case from > 0:
		return FoundInName
	case to < length:
		return FoundAtStart
	}
	return FoundExactly
}

// Path reports whether a path matches whose last name starts at own. If the pattern inherits, the part before that must not match.
func (p *Pattern) Path(path []byte, own int) bool {
	switch {
	case p.glob:
		return userfile.Match(p.dotted, path)
	case p.regex != nil:
		return p.regex.Match(path)
	}
	return bytes.Contains(path[max(own-len(p.dotted), 0):], []byte(p.dotted))
}

// find returns the range of a text that matches; an empty range at the start if nothing does.
func (p *Pattern) find(text string) (from, to int) {
	switch {
	case p.glob:
		if userfile.Match(p.text, text) {
			return 0, len(text)
		}
	case p.regex != nil:
		if at := p.regex.FindStringIndex(text); at != nil {
			return at[0], at[1]
		}
	default:
		if i := strings.Index(text, p.text); i >= 0 {
			return i, i + len(p.text)
		}
	}
	return 0, 0
}

// regexFaults describes syntax errors of regular expressions.
var regexFaults = map[syntax.ErrorCode]string{
	syntax.ErrInvalidCharClass:      "the square brackets do not contain a valid set of characters",
	syntax.ErrInvalidCharRange:      "the range of characters is unknown, or its end is before its start",
	syntax.ErrInvalidEscape:         "unknown escape after a backslash",
	syntax.ErrInvalidNamedCapture:   "the name of a group must consist of letters and digits",
	syntax.ErrInvalidPerlOp:         "unknown construct after (?",
	syntax.ErrInvalidRepeatOp:       "a repetition cannot be repeated; use parentheses",
	syntax.ErrInvalidRepeatSize:     "the minimum number of repetitions must not exceed the maximum, which must not exceed 1000",
	syntax.ErrInvalidUTF8:           "the text is not UTF-8",
	syntax.ErrMissingBracket:        "this square bracket is not closed",
	syntax.ErrMissingParen:          "this parenthesis is not closed",
	syntax.ErrMissingRepeatArgument: "expected something to repeat before this",
	syntax.ErrTrailingBackslash:     "a backslash needs a character after it",
	syntax.ErrUnexpectedParen:       "this parenthesis was never opened",
	syntax.ErrNestingDepth:          "parentheses are nested too deeply",
	syntax.ErrLarge:                 "the expression is too large",
}

// faultOffset returns the position of a syntax error in an expression. The parser returns only the faulty part of the expression. The error
// ends where the shortest prefix ends that has the same error, as all longer prefixes have. Unclosed parentheses are searched for directly.
func faultOffset(expression string, fault *syntax.Error) int {
	switch fault.Code {
	case syntax.ErrMissingParen:
		return unclosed(expression)
	case syntax.ErrMissingBracket:
		return max(len(expression)-len(fault.Expr), 0)
	case syntax.ErrTrailingBackslash:
		return len(expression) - 1
	case syntax.ErrInvalidUTF8:
		return max(strings.IndexRune(expression, utf8.RuneError), 0)
	case syntax.ErrLarge, syntax.ErrNestingDepth:
		return 0
	}
	end, part, last := len(expression), fault.Expr, 0
	for end > 0 {
		_, last = utf8.DecodeLastRuneInString(expression[:end])
		var shorter *syntax.Error
		_, err := syntax.Parse(expression[:end-last], syntax.Perl)
		if !errors.As(err, &shorter) || shorter.Code != fault.Code {
			break
		}
		end, part = end-last, shorter.Expr
	}
	if fault.Code != syntax.ErrUnexpectedParen && strings.HasSuffix(expression[:end], part) {
		return end - len(part)
	}
	return end - last
}

// unclosed returns the position of the innermost parenthesis that is never closed.
func unclosed(expression string) int {
	var open []int
	for i := 0; i < len(expression); i++ {
		switch expression[i] {
		case '\\':
			i++
		case '[':
			i = classEnd(expression, i)
		case '(':
			open = append(open, i)
		case ')':
			open = open[:max(len(open)-1, 0)]
		}
	}
	if len(open) == 0 {
		return 0
	}
	return open[len(open)-1]
}

// classEnd returns the end of the character class that starts at i.
func classEnd(expression string, i int) int {
	i++
	if i < len(expression) && expression[i] == '^' {
		i++
	}
	for first := true; i < len(expression); i++ {
		switch {
		case expression[i] == '\\':
			i++
		case strings.HasPrefix(expression[i:], "[:"):
			if n := strings.Index(expression[i:], ":]"); n >= 0 {
				i += n + 1
			}
		case expression[i] == ']' && !first:
			return i
		}
		first = false
	}
	return i
}
