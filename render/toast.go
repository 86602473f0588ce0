package render

import (
	"time"
	"unicode/utf8"
)

// toast is a short message that goes away by itself.
type toast struct {
	text  string
	until time.Duration
}

// Times that a message stays: the least, what each letter adds as it has to be read, and the most.
const (
	toastTime  = 3 * time.Second
	letterTime = 60 * time.Millisecond
	toastLimit = 20 * time.Second
)

// stays is how long a message is shown.
func (t *toast) stays() time.Duration {
	return min(toastTime+time.Duration(utf8.RuneCountInString(t.text))*letterTime, toastLimit)
}

func (a *App) toast(text string) {
	a.toasts = append(a.toasts, toast{text: text})
	a.stale = true
}

// expireToasts takes away the messages that have been shown long enough.
func (a *App) expireToasts(now time.Duration) {
	kept := a.toasts[:0]
	for _, t := range a.toasts {
		if t.until == 0 {
			t.until = now + t.stays()
		}
		if now < t.until {
			kept = append(kept, t)
		} else {
			a.stale = true
		}
	}
	a.toasts = kept
}
