package words

import (
	"fmt"
	"unicode/utf8"
)

// maxQuoted is the maximum number of characters that a message quotes from the user's input. An expression in an argument may have
// thousands.
const maxQuoted = 100

// Clip truncates user input for messages: beyond 100 characters it ends with "…".
func Clip(text string) string {
	if len(text) <= maxQuoted || utf8.RuneCountInString(text) <= maxQuoted {
		return text
	}
	return string([]rune(text)[:maxQuoted-1]) + "…"
}

// Errorf is like fmt.Errorf, but truncates texts for the verb %q. Use it for messages about user input.
func Errorf(format string, args ...any) error {
	clipQuoted(format, args)
	return fmt.Errorf(format, args...)
}

// clipQuoted truncates the arguments for the verb %q in place. Arguments must be in the order of the verbs.
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
