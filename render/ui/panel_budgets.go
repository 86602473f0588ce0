package ui

import (
	"image/color"
	"math"
	"strconv"
	"strings"

	"memcity/city"
)

// budgetLocal is the budget that is being put together.
type budgetLocal struct {
	open    bool // at the last layout
	wanted  bool // the form is shown
	focused bool
	seen    bool   // it was scrolled to
	key     string // of the group that it is for
	metric  city.Metric
	limit   string // as typed
}

const budgetPrefix = "budgets/"

// BudgetsWidth is the width of the list of rules with the gap beside it, in dp.
const BudgetsWidth = budgetsWidth + margin

const budgetsWidth = 380

func (k *core) leaveBudgets() {
	k.local.budget = budgetLocal{}
	for id := range k.fields {
		if strings.HasPrefix(id, budgetPrefix) {
			delete(k.fields, id)
		}
	}
}

// startBudget opens the form for the selected group.
func (c *canvas) startBudget(g *Group) {
	c.leaveBudgets()
	l := &c.local.budget
	l.wanted = true
	c.proposeBudget(g, c.model.State.Settings.Metric)
	if !c.model.Budgets.isOpen() {
		c.emit(ToggleBudgets)
	}
	c.again = true
}

// proposeBudget begins with the budget that the group has, else with a quarter more than it needs now.
func (k *core) proposeBudget(g *Group, metric city.Metric) {
	l := &k.local.budget
	l.key, l.metric = g.Key, metric
	now := Value{g.Objects, g.Bytes}.value(metric)
	l.limit = limitText(metric, twoDigits(float64(max(now, 1))*1.25))
	if most, ok := k.budgetNow(g, metric); ok {
		if l.limit = limitText(metric, int64(most)); !means(l.limit, most) {
			l.limit = strconv.FormatFloat(most, 'f', -1, 64)
		}
	}
	delete(k.fields, budgetPrefix+"limit")
}

// budgetNow returns the budget that the rules file has for just this group.
func (k *core) budgetNow(g *Group, metric city.Metric) (most float64, ok bool) {
	most, ok = k.model.State.Rules.Limit(city.GroupBudget{Key: g.Key, By: k.model.State.Settings.By, Metric: metric})
	return most, ok && most < 1<<53
}

// means reports whether an amount as typed is exactly a number.
func means(text string, v float64) bool {
	got, ok := parseAmount(text)
	return ok && got == v
}

// twoDigits rounds a number so that two of its digits count.
func twoDigits(v float64) int64 {
	unit := math.Pow(10, math.Max(math.Floor(math.Log10(v))-1, 0))
	return int64(math.Ceil(v/unit) * unit)
}

func (b *Budgets) isOpen() bool { return b != nil && b.Open }

// drawBudgets draws the rules of the rules file, and the budget that may be set.
func drawBudgets(c *canvas, b box) {
	c.local.budget.open = true
	m := c.model.Budgets
	inner := b.inset(padding, 0)
	inner.cutTop(10)
	head := inner.cutTop(28)
	button := func(id, icon, name, hint string) bool {
		return c.iconButton(budgetPrefix+id, head.cutRight(28).centered(26, 26).moved(5, 0), icon, name, hint, false)
	}
	if button("close", "close", "Close", "Close (Esc)") {
		c.emit(ToggleBudgets)
	}
	if button("open", "open", "Open a rules file", "Open another rules file (YAML)") {
		c.emit(OpenRules)
	}
	if m.File != "" && button("none", "unmark", "No rules", "Hold no rules against this recording; the file stays") {
		c.do(city.UseRules{})
	}
	c.text(head, title, left, c.theme.text, "Rules and budgets")
	if m.File != "" {
		line := inner.cutTop(18)
		c.explain(budgetPrefix+"file", line, "Rules file", m.File, m.Path)
		c.name(line, small, left, c.dim, m.File+" · "+m.summary(c.model.State.Point))
	}
	inner.cutTop(4)
	inner.cutBottom(12)
	above := b.h - inner.h - 12
	used := float32(0)
	c.scroll(budgetPrefix, inner, func(content box) float32 {
		top := content.y
		content.h = 1e6
		content.x, content.w = content.x+3, content.w-6
		if m.File == "" {
			content.cutTop(c.paragraph(content, small, c.dim, noRules) + 8)
			look := chosen
			if c.local.budget.wanted {
				look = ground
			}
			if c.button(budgetPrefix+"first", content.cutTop(30), buttonOptions{text: "Open a rules file…", look: look, hint: "A file of rules in YAML, as for memcity check"}) {
				c.emit(OpenRules)
			}
			content.cutTop(8)
		}
		for i := range m.Rules {
			drawBudget(c, &content, i, &m.Rules[i])
		}
		drawBudgetForm(c, &content)
		used = content.y + 3 - top
		return used
	})
	c.frame(b, 10, 1, c.line) // it may lie over other cards
	c.want(0, above+used+12)
}

const noRules = "A rules file says what a recording must keep to, such as \"size of package app at most 50 MB\". What is over such a budget glows in the city, and memcity check fails a build by the same file."

// summary counts the budgets by how they stand.
func (m *Budgets) summary(point int) string {
	text := plural(int64(m.Now), "budget", "budgets") + " broken"
	if m.Near > 0 {
		text += ", " + Count(int64(m.Near)) + " nearly"
	}
	text += " at GC point " + Count(int64(point+1))
	if m.Busy {
		text += ", the others are being judged"
	}
	return text
}

// budgetWords say how a rule stands, with the colour of that.
func (c *canvas) budgetWords(r *BudgetRow) (text string, col color.NRGBA) {
	switch r.Status {
	case city.BudgetBroken:
		return "Broken", c.fault
	case city.BudgetNear:
		return "Nearly broken", c.warn
	case city.BudgetKept:
		return "Kept", c.dim
	}
	return "Not known", c.dim
}

// drawBudget draws one rule with how it stands, and where it was broken first.
func drawBudget(c *canvas, b *box, i int, r *BudgetRow) {
	id := budgetPrefix + strconv.Itoa(i)
	state, col := c.budgetWords(r)
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
	if r.Status == city.BudgetBroken {
		texts = append(texts, r.Why)
	}
	inner := *b
	inner.x, inner.w = b.x+12, b.w-22
	all := 7 + c.paragraphHeight(inner.w, strong, r.Name) + 2 + c.paragraphHeight(inner.w, small, state) + 8
	for _, t := range texts {
		if t != "" {
			all += c.paragraphHeight(inner.w, small, t) + 2
		}
	}
	buttons := r.First >= 0 || r.Shows
	if buttons {
		all += 32
	}
	card := b.cutTop(all)
	c.fill(card, ctlRadius, c.raised)
	if r.Status >= city.BudgetNear { // told apart without colour by its width
		edge := card
		edge.w = 3
		if r.Status == city.BudgetBroken {
			edge.w = 6
		}
		c.fill(edge, 2, col)
	}
	inner.y = card.y + 7
	inner.cutTop(c.paragraph(inner, strong, c.theme.text, r.Name) + 2)
	for _, t := range texts {
		if t != "" {
			inner.cutTop(c.paragraph(inner, small, c.dim, t) + 2)
		}
	}
	inner.cutTop(c.paragraph(inner, small, col, state))
	if buttons {
		inner.cutTop(4)
		drawBudgetButtons(c, inner.cutTop(28), id, i, r)
	}
	b.cutTop(6)
}

func drawBudgetButtons(c *canvas, row box, id string, i int, r *BudgetRow) {
	if r.Shows {
		if c.button(id+"/show", row.cutLeft(64), buttonOptions{text: "Show", look: ground, hint: "Select what the budget is for: " + r.Name}) {
			c.emit(ShowBudget{i})
		}
		row.cutLeft(8)
	}
	if r.First >= 0 {
		words := "First broken at GC point " + Count(int64(r.First+1))
		width := min(c.width(strong, words)+22, row.w)
		if c.button(id+"/first", row.cutLeft(width), buttonOptions{text: words, look: ground, hint: "Go to the first GC point at which this was broken: " + r.Name}) {
			c.emit(GoToBroken{i})
		}
	}
}

// drawBudgetForm draws the budget that may be set for the selection.
func drawBudgetForm(c *canvas, b *box) {
	g, l := c.model.Selection, &c.local.budget
	if g == nil {
		return
	}
	if !l.wanted {
		b.cutTop(4)
		if c.button(budgetPrefix+"start", b.cutTop(30), buttonOptions{text: "Set a budget for " + g.Name() + "…", look: plain, hint: "At most so many objects or bytes, written into the rules file"}) {
			c.startBudget(g)
		}
		return
	}
	if l.key != g.Key {
		c.proposeBudget(g, l.metric)
	}
	top := b.y
	b.cutTop(6)
	b.cutTop(c.paragraph(*b, strong, c.theme.text, "A budget for "+g.Name()) + 6)
	row := b.cutTop(34)
	c.text(row.cutLeft(60), body, left, c.dim, "At most")
	if i := c.segments(budgetPrefix+"metric", row.cutRight(124).middle(28), "Of", ruleMetrics, int(l.metric), false); i >= 0 {
		c.proposeBudget(g, city.Metric(i))
		c.again = true
	}
	row.cutRight(8)
	const id = budgetPrefix + "limit"
	text, changed, submitted := c.lineField(id, row, Item{Text: "At most", Hint: "A number, such as 10,000 or 5 MB"}, l.limit, "5 MB")
	if !l.focused {
		l.focused, c.byKey = true, true
		c.focusField(id)
	}
	if changed {
		l.limit, c.again = text, true
		if strings.HasSuffix(strings.ToLower(strings.TrimSpace(text)), "b") { // a number of bytes, whatever was chosen
			l.metric = city.Bytes
		}
	}
	most, ok := parseAmount(l.limit)
	if !ok && l.limit != "" {
		b.cutTop(c.paragraph(*b, small, c.fault, "The limit is no number such as 10,000 or 5 MB.") + 4)
	}
	now, replaces := c.budgetNow(g, l.metric)
	if replaces {
		b.cutTop(4)
		b.cutTop(c.paragraph(*b, small, c.dim, "In place of its budget of "+Amount(l.metric, int64(now))+"."))
	}
	b.cutTop(8)
	row = b.cutTop(32)
	words := "Write it into " + c.model.Budgets.File
	switch {
	case c.model.Budgets.File == "":
		words = "Write it into a new file…"
	case replaces:
		words = "Change it in " + c.model.Budgets.File
	}
	if !l.seen {
		l.seen = true
		c.scrollTo(budgetPrefix, top, b.y+4)
	}
	if c.button(budgetPrefix+"set", row.cutRight(min(c.width(strong, words)+26, row.w)), buttonOptions{text: words, look: chosen, off: !ok, hint: "Set the budget (Enter); Ctrl+Z takes it back"}) || submitted && ok {
		c.emit(SetBudget{city.GroupBudget{Key: g.Key, By: c.model.State.Settings.By, Metric: l.metric, Most: most}})
		c.leaveBudgets()
		c.again = true
	}
}

// legendBudgets tells what glows, where rules are held against the recording.
func legendBudgets(c *canvas, b *box) {
	m := c.model.Budgets
	if m == nil || m.File == "" {
		return
	}
	row := b.cutTop(c.paragraphHeight(b.w-legendKey-19, small, budgetLegend) + 4)
	c.explain("legend/Budgets", row, "Budgets", budgetLegend, "What is over a budget of the rules file "+m.File+" at this GC point. A thin line: more than nine tenths of it are in use.")
	line := lineHeight(small)
	key := row.cutLeft(legendKey)
	c.text(box{key.x, key.y + 1, key.w, line}, smallB, left, c.theme.text, "Budgets")
	row.y++
	at := row.cutLeft(19).withHeight(line).middle(12)
	at.w = 12
	pink := solid(c.model.State.Settings.Palette().Budget)
	c.fill(at, 1, mixed(c.theme.card, pink, 0.35))
	c.frame(at, 1, 2, pink)
	c.paragraph(row, small, c.dim, budgetLegend)
}

const budgetLegend = "edges that shine and stripes: over; a thin line: nearly"
