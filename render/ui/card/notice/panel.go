package notice

import (
	"image"

	"memcity/city/state"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

// NewProgress returns the card with the progress of work that no view shows.
func NewProgress() *widget.Panel {
	return &widget.Panel{ID: model.ProgressP, Usual: place.Want{W: 320, H: 66, MinH: 60}, Draw: DrawProgress,
		Opens: func(k *widget.Core) bool { return k.Model.Progress != nil && !k.ProgressShown() }}
}

// NewProblems returns the card with warnings and errors.
func NewProblems() *widget.Panel {
	card := &problems{}
	return &widget.Panel{ID: model.Problems, Usual: place.Want{W: 420, H: 90, MinH: 60}, Draw: card.draw,
		Size: func(k *widget.Core, w *place.Want) {
			if card.isLine(k.Model.Problems) {
				w.H, w.MinH = place.LineHeight, place.LineHeight
			}
		},
		Opens: func(k *widget.Core) bool { return len(k.Model.Problems) > 0 }}
}

// NewToasts returns the card with short messages.
func NewToasts() *widget.Panel {
	return &widget.Panel{ID: model.ToastP, Usual: place.Want{W: 260, H: 36, MinH: 28}, Draw: DrawToasts,
		Opens: func(k *widget.Core) bool { return len(k.Model.Toasts) > 0 }}
}

// NewEmpty returns the message in place of a city without buildings.
func NewEmpty() *widget.Panel {
	return &widget.Panel{ID: model.EmptyP, Usual: place.Want{W: 340, H: 120, MinH: 60}, Draw: DrawEmpty,
		Opens: func(k *widget.Core) bool {
			m := &k.Model
			return m.IsOpen() && m.Plan != nil && m.Legend.Buildings == 0 && m.State.View == state.CityView && m.Progress == nil
		}}
}

// NewCaption returns the caption of a saved picture.
func NewCaption() *widget.Panel {
	return &widget.Panel{ID: model.Caption, Usual: place.Want{W: 1e5, H: 34, MinH: 28}, Draw: DrawCaption,
		Opens: func(k *widget.Core) bool { return k.Model.Caption != "" && k.Only != nil }}
}

// NewTooltip returns the tooltip of the group or route under the pointer.
func NewTooltip() *widget.Panel {
	return &widget.Panel{ID: model.Tooltip, Usual: place.Want{W: 260, H: 96, MinH: 62}, Draw: DrawTooltip,
		Opens: func(k *widget.Core) bool {
			m := &k.Model
			return (m.Hover != nil || m.Route != nil || m.Block != nil) && m.State.View == state.CityView && k.ShownHint.Text == "" && m.Help == nil
		},
		Size: func(k *widget.Core, w *place.Want) {
			w.At = image.Rectangle{Min: k.Model.HoverAt, Max: k.Model.HoverAt}
		}}
}

// NewHint returns the hint of a control.
func NewHint() *widget.Panel {
	return &widget.Panel{ID: model.Hint, Usual: place.Want{W: 200, H: 28}, Draw: DrawHint, Size: widget.SizeHint,
		Opens: func(k *widget.Core) bool { return k.ShownHint.Text != "" }}
}
