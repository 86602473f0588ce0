package agents

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// answers contains the most recent answers, so that clients can request the rest of a long one.
type answers struct {
	most int // bytes of one part

	mu   sync.Mutex
	last int
	kept []answer
}

// answer is a text with the command that prints it.
type answer struct {
	number        int
	text, command string
}

// Limits of stored answers. A longer text is truncated to maxKept bytes.
const (
	keptAnswers = 8
	maxKept     = 4 << 20
)

// add stores an answer and returns its first part.
func (a *answers) add(text, command string) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(text) > maxKept {
		text = whole(text[:maxKept])
	}
	a.last++
	a.kept = append(a.kept, answer{a.last, text, command})
	if len(a.kept) > keptAnswers {
		a.kept = slices.Delete(a.kept, 0, 1)
	}
	return a.part(&a.kept[len(a.kept)-1], 0)
}

// rest returns the part of an answer that starts at the given byte.
func (a *answers) rest(number, from int) (string, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	i := slices.IndexFunc(a.kept, func(k answer) bool { return k.number == number })
	if i < 0 {
		return "", fmt.Errorf("answer %d: no longer available; only the last %d are stored. Send the request again", number, keptAnswers)
	}
	if from < 0 || from >= len(a.kept[i].text) {
		return "", fmt.Errorf("from %d: expected 0 to %d", from, len(a.kept[i].text)-1)
	}
	return a.part(&a.kept[i], from), nil
}

// part returns the part of an answer that starts at the given byte. It ends after a line or, within a line that is too long, after a letter.
func (a *answers) part(k *answer, from int) string {
	left := k.text[from:]
	if len(left) <= a.most {
		return left + "\nThe same in a terminal: " + k.command
	}
	part := whole(left[:a.most])
	if end := strings.LastIndexByte(part, '\n'); end > 0 {
		part = part[:end+1]
	}
	return fmt.Sprintf("%s\n%d of %d bytes remain: call more with answer %d and from %d.\nThe same in a terminal: %s", part,
		len(left)-len(part), len(k.text), k.number, from+len(part), k.command)
}

// whole removes an incomplete UTF-8 sequence from the end of a text.
func whole(text string) string {
	for cut := 0; cut < utf8.UTFMax && len(text) > 0; cut++ {
		if r, size := utf8.DecodeLastRuneInString(text); r != utf8.RuneError || size != 1 {
			break
		}
		text = text[:len(text)-1]
	}
	return text
}
