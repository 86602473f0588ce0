package live

import (
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

// New returns the recording bar.
func New() *widget.Panel {
	return &widget.Panel{ID: model.LiveP, Draw: DrawLive, Opens: func(k *widget.Core) bool { return k.Model.Live != nil }}
}

// NewWaiting returns the message in place of a city before the first GC point.
func NewWaiting() *widget.Panel {
	return &widget.Panel{ID: model.WaitP, Usual: place.Want{W: 460, H: 170, MinH: 80}, Draw: DrawWait,
		Opens: func(k *widget.Core) bool {
			m := &k.Model
			return m.Live.Waits() && m.Record == nil && (m.Progress == nil || m.IsOpen())
		}}
}

// NewOutput returns the output of the recorded program.
func NewOutput() *widget.Panel {
	return &widget.Panel{ID: model.OutputP, Usual: place.Want{W: 760, H: 420, MinH: 80}, Draw: DrawOutput,
		Opens: func(k *widget.Core) bool { return k.Model.Live != nil && k.Model.Live.OutputOpen }}
}

// NewClosing returns the prompt before closing the window ends a recording.
func NewClosing() *widget.Panel {
	return &widget.Panel{ID: model.ClosingP, Usual: place.Want{W: 440, H: 180, MinH: 80}, Draw: DrawClosing,
		Opens: func(k *widget.Core) bool { return k.Model.Closing && k.Model.Live != nil },
		Absent: func(k *widget.Core) {
			if !k.Model.Closing {
				part.Forget(k, ClosingPrefix)
			}
		},
		Escape: widget.EscapeBy(ClosingPrefix, model.Run(action.WindowStay))}
}
