package budgets

import (
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

// New returns the list of rules.
func New() *widget.Panel { return (&Card{}).panel() }

func (card *Card) panel() *widget.Panel {
	return &widget.Panel{ID: model.BudgetsP, Usual: place.Want{W: place.BudgetsWidth, H: 420, MinH: 80}, Draw: card.DrawBudgets,
		Opens: func(k *widget.Core) bool { return k.Model.Budgets.IsOpen() },
		Absent: func(k *widget.Core) {
			if card.Open {
				card.LeaveBudgets(k)
			}
		},
		Hears:  []widget.Hearer{part.BudgetGroup.Hear(card.StartBudget)},
		Escape: widget.EscapeBy(BudgetPrefix, model.Run(action.PanelBudgets))}
}
