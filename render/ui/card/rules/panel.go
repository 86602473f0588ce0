package rules

import (
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

// New returns the panel of rules.
func New() *widget.Panel { return (&Card{}).panel() }

func (card *Card) panel() *widget.Panel {
	return &widget.Panel{ID: model.RulesP, Usual: place.Want{W: 470, H: 300, MinH: 80}, Draw: card.DrawRules,
		Opens: func(k *widget.Core) bool { return k.Model.RulesOpen },
		Absent: func(k *widget.Core) {
			if card.Open {
				card.LeaveRules(k)
			}
		},
		Hears:  []widget.Hearer{part.WatchGroup.Hear(func(c *widget.Canvas, _ *model.Group) { card.LeaveRules(c.Core) })},
		Escape: widget.EscapeBy(RulePrefix, model.Run(action.PanelRules))}
}
