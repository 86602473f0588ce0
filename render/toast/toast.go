// Package toast keeps short messages that go away by themselves.
package toast

import (
	"slices"
	"time"
	"unicode/utf8"
)

// Times that a message stays: the least, what each letter adds as it has to be read, and the most.
const (
	least  = 3 * time.Second
	letter = 60 * time.Millisecond
	most   = 20 * time.Second
)

// toast is one message. Its time begins when it is first shown.
type toast struct {
	name  string // what it is about; empty for nothing that goes on
	text  string
	until time.Duration
}

// stays is how long a message is shown.
func stays(text string) time.Duration {
	return min(least+time.Duration(utf8.RuneCountInString(text))*letter, most)
}

// List is the messages that are shown, the oldest first. The zero List is empty.
type List struct{ toasts []toast }

// Add shows a message from the next [List.Expire] on. One with the same text goes on being shown, as if it came now.
func (l *List) Add(text string) {
	l.toasts = slices.DeleteFunc(l.toasts, func(t toast) bool { return t.name == "" && t.text == text })
	l.toasts = append(l.toasts, toast{text: text})
}

// Put shows a message in place of the one of the same name, if that is still shown.
func (l *List) Put(name, text string) {
	for i := range l.toasts {
		if l.toasts[i].name == name {
			l.toasts = append(l.toasts[:i:i], l.toasts[i+1:]...)
			break
		}
	}
	l.toasts = append(l.toasts, toast{name: name, text: text})
}

// Expire removes the messages that have been shown long enough at the time now, and reports whether there were any.
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

// Wake returns when the next message goes away; ok is false without messages.
func (l *List) Wake() (at time.Duration, ok bool) {
	for _, t := range l.toasts {
		if !ok || t.until < at {
			at, ok = t.until, true
		}
	}
	return at, ok
}

// Texts lists the messages; nil if there are none.
func (l *List) Texts() (texts []string) {
	for _, t := range l.toasts {
		texts = append(texts, t.text)
	}
	return texts
}
