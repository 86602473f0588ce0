package ui

import (
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// queued appends e to the input that waits for a layout. It merges redundant input, so that the queue stays short even if layouts are slow.
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

// joined returns a single input with the effect of two consecutive ones. Of ticks and of moves it takes the last, of a move and a press at
// the same place the press. Wheel turns are added up, and a repeating key becomes one press. ok is false if they cannot be merged.
func joined(first, then any) (both any, ok bool) {
	switch then := then.(type) {
	case widget.Tick:
		_, ok = first.(widget.Tick)
		return then, ok
	case model.Key:
		before, ok := first.(model.Key)
		return then, ok && then.Repeat && before.Name == then.Name && before.Mods == then.Mods
	case model.Pointer:
		before, ok := first.(model.Pointer)
		switch {
		case ok && before.Kind == model.PointerMove && then.Kind == model.PointerPress && before.At == then.At:
			return then, true // the press has the same position
		case !ok || before.Kind != then.Kind:
			return nil, false
		}
		switch then.Kind {
		case model.PointerMove:
			return then, true
		case model.PointerWheel:
			then.Wheel += before.Wheel
			return then, before.Mods == then.Mods && before.At == then.At
		}
	}
	return nil, false
}
