package ui

import (
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// queued returns the input that waits for a layout with e behind it. What says nothing more than its neighbours is joined with them, so
// that no more waits than a user does on purpose, however slow layouts are.
func queued(list []any, e any) []any {
	n := len(list)
	if n == 0 {
		return append(list, e)
	}
	joined, ok := joined(list[n-1], e)
	if !ok {
		return append(list, e)
	}
	list[n-1] = joined
	return list
}

// joined returns one input that does what two in a row do: of ticks and moves the last, or the press where they lead to, of turns of the
// wheel the sum, and of a key that repeats while it is held one press.
func joined(first, then any) (both any, ok bool) {
	switch then := then.(type) {
	case widget.Tick:
		_, ok = first.(widget.Tick)
		return then, ok
	case model.Key:
		before, ok := first.(model.Key)
		return then, ok && then.Repeat && before.Name == then.Name && before.Modifiers == then.Modifiers
	case model.Pointer:
		before, ok := first.(model.Pointer)
		switch {
		case ok && before.Kind == model.PointerMove && then.Kind == model.PointerPress && before.At == then.At:
			return then, true // it comes there all the same
		case !ok || before.Kind != then.Kind:
			return nil, false
		}
		switch then.Kind {
		case model.PointerMove:
			return then, true
		case model.PointerWheel:
			then.Wheel += before.Wheel
			return then, before.Modifiers == then.Modifiers && before.At == then.At
		}
	}
	return nil, false
}
