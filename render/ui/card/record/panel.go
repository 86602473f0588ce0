package record

import (
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

// New returns the recording dialog.
func New() *widget.Panel { return (&Card{}).panel() }

func (card *Card) panel() *widget.Panel {
	return &widget.Panel{ID: model.RecordP, Usual: place.Want{W: 640, H: 420, MinH: 80}, Draw: card.DrawRecord,
		Opens: func(k *widget.Core) bool {
			r := k.Model.Record
			return r != nil && int(r.Way) < len(RecordWays) && int(r.Options.Mode) < len(RecordModeTexts)
		},
		Absent: func(k *widget.Core) {
			if card.Open {
				card.LeaveRecord(k)
			}
		},
		Escape: widget.EscapeBy(model.RecordPrefix, model.Run(action.RecordDialog))}
}
