// Package toast manages short messages that expire.
package toast

import (
	"slices"
	"time"
	"unicode/utf8"
)

// Times that a message is shown: minimum, addition per letter for reading it, and maximum.
const (
	least       = 3 * time.Second
	letter      = 60 * time.Millisecond
	maxDuration = 20 * time.Second
)

// toast is a message. Its time starts when it is first shown.
type toast struct {
	name  string // name for replacing it; "" for none
	text  string
	until time.Duration
}

// stays returns how long a message is shown.
func stays(text string) time.Duration {
	return min(least+time.Duration(utf8.RuneCountInString(text))*letter, maxDuration)
}

// List is the list of current messages, the oldest first. The zero List is empty.
type List struct{ toasts []toast }

// Add adds a message, whose time starts at the next [List.Expire]. A message with the same text is replaced.
func (l *List) Add(text string) {
	l.toasts = slices.DeleteFunc(l.toasts, func(t toast) bool { return t.name == "" && t.text == text })
	l.toasts = append(l.toasts, toast{text: text})
}

// Put adds a message. It replaces the one with the same name, if that is still shown.
func (l *List) Put(name, text string) {
	for i := range l.toasts {
		if l.toasts[i].name == name {
			l.toasts = append(l.toasts[:i:i], l.toasts[i+1:]...)
			break
		}
	}
	l.toasts = append(l.toasts, toast{name: name, text: text})
}

// Expire removes the messages that have expired at the time now, and reports whether it removed any.
func (l *List) Expire(now time.Duration) (changed bool) {
	kept := l.toasts[:0]
	for _, t := range l.toasts {
		if t.until == 0 {
			t.until = now + stays(t.text)
		}
		if now < t.until {
			kept = append(kept, t)
		}
	}
	changed = len(kept) < len(l.toasts)
	l.toasts = kept
	return changed
}

// Wake returns when the next message expires; ok is false without messages.
func (l *List) Wake() (at time.Duration, ok bool) {
	for _, t := range l.toasts {
		if !ok || t.until < at {
			at, ok = t.until, true
		}
	}
	return at, ok
}

// Texts returns the texts of the messages; nil if there are none.
func (l *List) Texts() (texts []string) {
	for _, t := range l.toasts {
		texts = append(texts, t.text)
	}
	return texts
}
