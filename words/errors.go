package words

import (
	"fmt"
	"unicode/utf8"
)

// maxQuoted is how many characters of a text of the user's a message repeats: an expression in an argument may have thousands.
const maxQuoted = 100

// Clip returns a text of the user's as messages repeat it: what is longer than 100 characters ends with "…".
func Clip(text string) string {
	if len(text) <= maxQuoted || utf8.RuneCountInString(text) <= maxQuoted {
		return text
	}
	return string([]rune(text)[:maxQuoted-1]) + "…"
}

// Errorf is fmt.Errorf for messages about what a user wrote: texts that %q quotes are clipped.
func Errorf(format string, args ...any) error {
	clipQuoted(format, args)
	return fmt.Errorf(format, args...)
}

// clipQuoted replaces those of the arguments of a format that %q quotes by what messages repeat of them. Arguments are in the order of the
// verbs.
func clipQuoted(format string, args []any) {
	arg, verb := 0, false
	for _, r := range format {
		switch {
		case !verb:
			verb = r == '%'
		case r == '%':
			verb = false
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			if text, ok := valueAt(args, arg).(string); ok && r == 'q' {
				args[arg] = Clip(text)
			}
			arg, verb = arg+1, false
		}
	}
}

func valueAt(args []any, i int) any {
	if i < len(args) {
		return args[i]
	}
	return nil
}
