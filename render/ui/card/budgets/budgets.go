package budgets

import (
	"image/color"
	"math"
	"strconv"
	"strings"

	"memcity/city/budget"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// Card is the state of the list of rules and of its budget form.
type Card struct {
	Open    bool // was open at the last layout
	wanted  bool // the form is open
	focused bool
	seen    bool   // the form was scrolled into view
	key     string // key of the budget's group
	unit    trees.Unit
	limit   string // as typed
}

const BudgetPrefix = "budgets/"

// BudgetsWidth is the width of the list of rules including its gap, in dp.
const BudgetsWidth = place.BudgetsWidth + place.Margin

func (card *Card) LeaveBudgets(k *widget.Core) {
	*card = Card{}
	for id := range k.Fields {
		if strings.HasPrefix(id, BudgetPrefix) {
			delete(k.Fields, id)
		}
	}
}

// StartBudget opens the form for the selected group.
func (card *Card) StartBudget(c *widget.Canvas, g *model.Group) {
	card.LeaveBudgets(c.Core)
	l := card
	l.wanted = true
	card.proposeBudget(c.Core, g, c.Model.State.Settings.Unit)
	if !c.Model.Budgets.IsOpen() {
		c.Run(action.PanelBudgets)
	}
	c.Again = true
}

// proposeBudget fills the form with the group's budget, otherwise with a quarter more than its current size.
func (card *Card) proposeBudget(k *widget.Core, g *model.Group, unit trees.Unit) {
	l := card
	l.key, l.unit = g.Key, unit
	now := trees.Amount{Objects: g.Objects, Bytes: g.Bytes}.Of(unit)
	l.limit = words.LimitText(unit, twoDigits(float64(max(now, 1))*1.25))
	if most, ok := card.budgetNow(k, g, unit); ok {
		if l.limit = words.LimitText(unit, int64(most)); !means(l.limit, most) {
			l.limit = strconv.FormatFloat(most, 'f', -1, 64)
		}
	}
	delete(k.Fields, BudgetPrefix+"limit")
}

// budgetNow returns the budget that the rules file sets for exactly this group.
func (card *Card) budgetNow(k *widget.Core, g *model.Group, unit trees.Unit) (most float64, ok bool) {
	most, ok = k.Model.State.Rules.Limit(budget.GroupBudget{Key: g.Key, By: k.Model.State.Settings.By, Unit: unit})
	return most, ok && most < 1<<53
}

// means reports whether a typed amount is exactly v.
func means(text string, v float64) bool {
	got, ok := words.ParseAmount(text)
	return ok && got == v
}

// twoDigits rounds up to two significant digits.
func twoDigits(v float64) int64 {
	unit := math.Pow(10, math.Max(math.Floor(math.Log10(v))-1, 0))
	return int64(math.Ceil(v/unit) * unit)
}

// DrawBudgets draws the rules of the rules file, and the budget form.
func (card *Card) DrawBudgets(c *widget.Canvas, b canvas.Box) {
	card.Open = true
	m := c.Model.Budgets
	inner := b.Inset(place.Padding, 0)
	inner.CutTop(10)
	head := inner.CutTop(28)
	button := func(id, icon, name, hint string) bool {
		return c.IconButton(BudgetPrefix+id, head.CutRight(28).Centered(26, 26).Moved(5, 0), icon, name, hint, "")
	}
	if button("close", "close", "Close", c.Tip(action.GoEscape, "Close")) {
		c.Run(action.PanelBudgets)
	}
	if button("open", "open", "Open a rules file", "Open another rules file (YAML)") {
		c.Run(action.FileRules)
	}
	if m.File != "" && button("none", "unmark", "No rules", "Stop checking rules on this recording; the file is kept") {
		c.Do(state.UseRules{})
	}
	c.Text(head, canvas.Title, canvas.Left, c.Theme.Text, "Rules and budgets")
	if m.File != "" {
		line := inner.CutTop(18)
		c.Explain(BudgetPrefix+"file", line, "Rules file", m.File, m.Path)
		c.Name(line, canvas.Small, canvas.Left, c.Dim, m.File+" · "+summary(m, c.Model.State.Point))
	}
	inner.CutTop(4)
	inner.CutBottom(12)
	above := b.H - inner.H - 12
	used := float32(0)
	c.Scroll(BudgetPrefix, inner, func(content canvas.Box) float32 {
		top := content.Y
		content.H = 1e6
		content.X, content.W = content.X+3, content.W-6
		if m.File == "" {
			content.CutTop(c.Paragraph(content, canvas.Small, c.Dim, noRules) + 8)
			look := widget.Chosen
			if card.wanted {
				look = widget.Ground
			}
			if c.Button(BudgetPrefix+"first", content.CutTop(30),
				widget.ButtonOptions{Text: "Open a rules file…", Look: look, Hint: "Open a YAML rules file, in the format of memcity check"}) {
				c.Run(action.FileRules)
			}
			content.CutTop(8)
		}
		for i := range m.Rules {
			card.drawBudget(c, &content, i, &m.Rules[i])
		}
		card.drawBudgetForm(c, &content)
		used = content.Y + 3 - top
		return used
	})
	c.Frame(b, 10, 1, c.Line) // it may cover other cards
	c.Want(0, above+used+12)
}

const noRules = "A rules file sets limits for a recording, such as \"size of package app at most 50 MB\". Groups over budget glow in the city. memcity check can use the same file to fail a build."

// summary counts the budgets by outcome.
func summary(m *model.Budgets, point int) string {
	text := words.Plural(int64(m.Now), "budget", "budgets") + " broken"
	if m.Near > 0 {
		text += ", " + words.Count(int64(m.Near)) + " nearly"
	}
	text += " at GC point " + words.Count(int64(point+1))
	if m.Busy {
		text += ", checking the others…"
	}
	return text
}

// budgetWords returns the outcome of a rule and its color.
func (card *Card) budgetWords(c *widget.Canvas, r *model.BudgetRow) (text string, col color.NRGBA) {
	switch r.Status {
	case budget.BudgetBroken:
		return "Broken", c.Fault
	case budget.BudgetNear:
		return "Nearly broken", c.Warn
	case budget.BudgetKept:
		return "Kept", c.Dim
	}
	return "Unknown", c.Dim
}

// drawBudget draws a rule with its outcome, and where it was first broken.
func (card *Card) drawBudget(c *widget.Canvas, b *canvas.Box, i int, r *model.BudgetRow) {
	id := BudgetPrefix + strconv.Itoa(i)
	state, col := card.budgetWords(c, r)
	if r.Words != "" {
		state += ": " + r.Words
	}
	if !r.Budget {
		state += " · over the whole recording"
	}
	if r.Severity != "" {
		state += " · " + r.Severity
	}
	texts := []string{r.Sentence}
	if r.Status == budget.BudgetBroken {
		texts = append(texts, r.Why)
	}
	inner := *b
	inner.X, inner.W = b.X+12, b.W-22
	all := 7 + c.ParagraphHeight(inner.W, canvas.Strong, r.Name) + 2 + c.ParagraphHeight(inner.W, canvas.Small, state) + 8
	for _, t := range texts {
		if t != "" {
			all += c.ParagraphHeight(inner.W, canvas.Small, t) + 2
		}
	}
	buttons := r.First >= 0 || r.Shows
	if buttons {
		all += 32
	}
	ground := b.CutTop(all)
	c.Fill(ground, place.CtlRadius, c.Raised)
	if r.Status >= budget.BudgetNear { // the width shows the outcome without color
		edge := ground
		edge.W = 3
		if r.Status == budget.BudgetBroken {
			edge.W = 6
		}
		c.Fill(edge, 2, col)
	}
	inner.Y = ground.Y + 7
	inner.CutTop(c.Paragraph(inner, canvas.Strong, c.Theme.Text, r.Name) + 2)
	for _, t := range texts {
		if t != "" {
			inner.CutTop(c.Paragraph(inner, canvas.Small, c.Dim, t) + 2)
		}
	}
	inner.CutTop(c.Paragraph(inner, canvas.Small, col, state))
	if buttons {
		inner.CutTop(4)
		card.drawBudgetButtons(c, inner.CutTop(28), id, i, r)
	}
	b.CutTop(6)
}

func (card *Card) drawBudgetButtons(c *widget.Canvas, row canvas.Box, id string, i int, r *model.BudgetRow) {
	if r.Shows {
		if c.Button(id+"/show", row.CutLeft(64),
			widget.ButtonOptions{Text: "Show", Look: widget.Ground, Hint: "Select the group that this budget limits: " + r.Name}) {
			c.Emit(model.ShowBudget{Rule: i})
		}
		row.CutLeft(8)
	}
	if r.First >= 0 {
		words := "First broken at GC point " + words.Count(int64(r.First+1))
		width := min(c.Width(canvas.Strong, words)+22, row.W)
		if c.Button(id+"/first", row.CutLeft(width),
			widget.ButtonOptions{Text: words, Look: widget.Ground, Hint: "Go to the first GC point that breaks this budget: " + r.Name}) {
			c.Emit(model.GoToBroken{Rule: i})
		}
	}
}

// drawBudgetForm draws the form for a budget of the selection.
func (card *Card) drawBudgetForm(c *widget.Canvas, b *canvas.Box) {
	g, l := c.Model.Selection, card
	if g == nil {
		return
	}
	if !l.wanted {
		b.CutTop(4)
		if c.Button(BudgetPrefix+"start", b.CutTop(30),
			widget.ButtonOptions{Text: "Set a budget for " + g.Name() + "…", Look: widget.Plain,
				Hint: "Limit the group's objects or bytes. The limit is saved in the rules file."}) {
			card.StartBudget(c, g)
		}
		return
	}
	if l.key != g.Key {
		card.proposeBudget(c.Core, g, l.unit)
	}
	top := b.Y
	b.CutTop(6)
	b.CutTop(c.Paragraph(*b, canvas.Strong, c.Theme.Text, "A budget for "+g.Name()) + 6)
	row := b.CutTop(34)
	c.Text(row.CutLeft(60), canvas.Body, canvas.Left, c.Dim, "At most")
	if i := c.Segments(BudgetPrefix+"metric", row.CutRight(124).Middle(28), "Of", part.Units, int(l.unit), ""); i >= 0 {
		card.proposeBudget(c.Core, g, trees.Unit(i))
		c.Again = true
	}
	row.CutRight(8)
	const id = BudgetPrefix + "limit"
	if !l.focused {
		l.focused, c.ByKey = true, true
		c.FocusLineField(id, l.limit)
	}
	text, changed, submitted := c.LineField(id, row, model.Item{Text: "At most", Hint: "A number, such as 10,000 or 5 MB"}, l.limit, "5 MB")
	if changed {
		l.limit, c.Again = text, true
		if strings.HasSuffix(strings.ToLower(strings.TrimSpace(text)), "b") { // a number of bytes, regardless of the unit chosen
			l.unit = trees.Bytes
		}
	}
	most, ok := words.ParseAmount(l.limit)
	if !ok && l.limit != "" {
		b.CutTop(c.Paragraph(*b, canvas.Small, c.Fault, "The limit must be a number such as 10,000 or 5 MB.") + 4)
	}
	now, replaces := card.budgetNow(c.Core, g, l.unit)
	if replaces {
		b.CutTop(4)
		b.CutTop(c.Paragraph(*b, canvas.Small, c.Dim, "Replaces its budget of "+words.Amount(l.unit, int64(now))+"."))
	}
	b.CutTop(8)
	row = b.CutTop(32)
	words := "Add to " + c.Model.Budgets.File
	switch {
	case c.Model.Budgets.File == "":
		words = "Save in a new file…"
	case replaces:
		words = "Change in " + c.Model.Budgets.File
	}
	if !l.seen {
		l.seen = true
		c.ScrollTo(BudgetPrefix, top, b.Y+4)
	}
	if c.Button(BudgetPrefix+"set", row.CutRight(min(c.Width(canvas.Strong, words)+26, row.W)),
		widget.ButtonOptions{Text: words, Look: widget.Chosen, Why: widget.Why(!ok, "Enter a limit first, such as 10,000 or 5 MB"), Hint: "Set the budget (Enter); Ctrl+Z undoes it"}) || submitted && ok {
		c.Emit(model.SetBudget{Budget: budget.GroupBudget{Key: g.Key, By: c.Model.State.Settings.By, Unit: l.unit, Limit: most}})
		card.LeaveBudgets(c.Core)
		c.Again = true
	}
}
