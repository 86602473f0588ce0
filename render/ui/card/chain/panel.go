package chain

import (
	"strings"

	"gioui.org/io/key"

	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

// New returns the grouping window.
func New() *widget.Panel { return (&Card{}).panel() }

func (card *Card) panel() *widget.Panel {
	return &widget.Panel{ID: model.ChainP, Usual: place.Want{W: 1040, H: 640, MinH: 80}, Draw: card.DrawChain,
		Opens: func(k *widget.Core) bool { return k.Model.IsOpen() && k.Model.ChainOpen && k.Model.Catalog != nil },
		Absent: func(k *widget.Core) {
			if card.Open {
				card.LeaveChain(k)
			}
		},
		Takes: func(_ widget.ControlKind, e model.Key) bool { return applies(e) },
		Key: func(_ *widget.Core, e model.Key) bool {
			card.Apply = card.Apply || applies(e)
			return applies(e)
		},
		Escape: card.escape}
}

// applies reports whether a key applies the grouping.
func applies(e model.Key) bool { return e.Name == model.KeyReturn && e.Mods == action.Ctrl }

// escape moves the focus from an argument to its row, or closes the window.
func (card *Card) escape(k *widget.Core, control string) widget.Escaped {
	if row, argument := strings.CutSuffix(control, ChainArgument); argument {
		k.Router.Source().Execute(key.FocusCmd{Tag: k.Controls[row]})
		return widget.Moved
	}
	if !strings.HasPrefix(control, ChainPrefix) {
		return widget.NotEscaped
	}
	card.CloseChain(k)
	return widget.Left
}
