package rules

import (
	"fmt"
	"strconv"
	"strings"

	"memcity/city/budget"
	"memcity/city/exchange"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// Card is the state of the rule form.
type Card struct {
	Open    bool // was open at the last layout
	focused bool
	draft   budget.Rule
	limit   string // as typed
}

const RulePrefix = "rules/"

// startRule starts a rule for the selected group.
func (card *Card) startRule(k *widget.Core) {
	m := &k.Model
	l := Card{Open: true, draft: budget.Rule{Unit: m.State.Settings.Unit}}
	if g := m.Selection; g != nil {
		l.draft.Group, l.draft.By = g.Key, seq.Join(m.State.Settings.By, ",")
		v := trees.Amount{Objects: g.Objects, Bytes: g.Bytes}.Of(l.draft.Unit)
		l.limit = words.LimitText(l.draft.Unit, widget.RoundStep(float64(max(v, 1))*1.5))
	}
	*card = l
}

func (card *Card) LeaveRules(k *widget.Core) {
	*card = Card{}
	for id := range k.Fields {
		if strings.HasPrefix(id, RulePrefix) {
			delete(k.Fields, id)
		}
	}
}

// DrawRules draws the rules that watch the recording, and the form for a new one.
func (card *Card) DrawRules(c *widget.Canvas, b canvas.Box) {
	if !card.Open {
		card.startRule(c.Core)
	}
	inner := b.Inset(place.Padding, 0)
	inner.CutTop(10)
	head := inner.CutTop(28)
	ends := head.CutRight(26).Moved(5, 0)
	c.HelpMark(head.CutRight(26).Moved(5, 0), "live#rules")
	if c.IconButton(RulePrefix+"close", ends.Centered(26, 26), "close", "Close", c.Tip(action.GoEscape, "Close"), "") {
		c.Run(action.PanelRules)
	}
	c.Text(head, canvas.Title, canvas.Left, c.Theme.Text, "Notify me when…")
	inner.CutTop(4)
	inner.CutBottom(12)
	used := float32(0)
	c.Scroll(RulePrefix, inner, func(content canvas.Box) float32 {
		top := content.Y
		content.H = 1e5
		content.X, content.W = content.X+3, content.W-6
		var list []exchange.RuleState
		if c.Model.Live != nil {
			list = c.Model.Live.Input.Rules
		}
		for i := range list {
			card.drawRule(c, &content, i, &list[i])
		}
		if len(list) > 0 {
			content.CutTop(10)
		}
		card.drawRuleForm(c, &content)
		used = content.Y + 3 - top
		return used
	})
	c.Frame(b, 10, 1, c.Line) // it may cover other cards
	c.Want(0, 10+28+4+used+12)
}

// drawRule draws a rule with its outcome.
func (card *Card) drawRule(c *widget.Canvas, b *canvas.Box, i int, r *exchange.RuleState) {
	words := ruleText(r.Rule)
	state, col := "watching", c.Dim
	switch {
	case r.Fired != nil:
		state, col = r.Fired.Text, c.Warn
	case r.Trouble != "":
		state = r.Trouble
	}
	id := RulePrefix + strconv.Itoa(i)
	inner := *b
	inner.X, inner.W = b.X+10, b.W-20
	text := inner
	text.W -= 30
	h1 := c.ParagraphHeight(text.W, canvas.Strong, words)
	h2 := c.ParagraphHeight(inner.W, canvas.Small, state)
	all := 8 + h1 + 2 + h2 + 8
	if r.Fired != nil {
		all += 34
	}
	ground := b.CutTop(all)
	c.Fill(ground, place.CtlRadius, c.Raised)
	inner.Y, text.Y = ground.Y+8, ground.Y+8
	if c.IconButton(id+"/remove", canvas.Rect(ground.Right()-32, ground.Y+5, 26, 26), "close", "Remove "+words, "Remove this rule", "") {
		c.Emit(model.RemoveRule{Index: i})
	}
	inner.CutTop(c.Paragraph(text, canvas.Strong, c.Theme.Text, words) + 2)
	inner.CutTop(c.Paragraph(inner, canvas.Small, col, state))
	if r.Fired != nil {
		inner.CutTop(5)
		row := inner.CutTop(28)
		if c.Button(id+"/show", row.CutLeft(70),
			widget.ButtonOptions{Text: "Show", Look: widget.Chosen, Hint: "Go to the GC point and select the group that fired the rule"}) {
			c.Emit(model.ShowFired{Index: i})
		}
		row.CutLeft(8)
		if !r.Armed && c.Button(id+"/arm", row.CutLeft(min(120, row.W)),
			widget.ButtonOptions{Text: "Watch again", Look: widget.Plain, Hint: "Let this rule fire again"}) {
			c.Emit(model.ArmRule{Index: i})
		}
	}
	b.CutTop(6)
}

// ruleText describes a rule.
func ruleText(r budget.Rule) string {
	name := r.Group
	if i := strings.LastIndexByte(name, '#'); i >= 0 {
		name = name[i+1:]
	}
	then := map[budget.Outcome]string{budget.StopRecording: "; then stop recording", budget.DumpHeap: "; then take a GC point"}[r.Outcome]
	switch r.Kind {
	case budget.GrowthAbove:
		return fmt.Sprintf("The %s of %s grow by more than %s %% from one GC point to the next%s", r.Unit, name,
			strconv.FormatFloat(r.Limit, 'g', 6, 64), then)
	case budget.LeakFound:
		return "The heap keeps growing" + then
	}
	if r.Unit == trees.Bytes {
		return fmt.Sprintf("%s has more than %s%s", name, words.Size(int64(r.Limit)), then)
	}
	return fmt.Sprintf("%s has more than %s%s", name, words.Amount(trees.Objects, int64(r.Limit)), then)
}

// drawRuleForm draws the form for a new rule.
func (card *Card) drawRuleForm(c *widget.Canvas, b *canvas.Box) {
	l := card
	d := &l.draft
	if i := c.Segments(RulePrefix+"kind", b.CutTop(30), "When", ruleKinds, int(d.Kind), ""); i >= 0 {
		d.Kind, c.Again = budget.RuleKind(i), true
	}
	b.CutTop(8)
	submitted := false
	if d.Kind != budget.LeakFound {
		submitted = card.drawRuleGroup(c, b)
	}
	row := b.CutTop(30)
	c.Text(row.CutLeft(70), canvas.Body, canvas.Left, c.Dim, "Then")
	if i := c.Segments(RulePrefix+"then", row, "Then", ruleOutcomes, int(d.Outcome), ""); i >= 0 {
		d.Outcome, c.Again = budget.Outcome(i), true
	}
	b.CutTop(10)
	rule, problem := l.rule()
	if problem != "" && l.limit != "" && d.Group != "" {
		b.CutTop(c.Paragraph(*b, canvas.Small, c.Fault, problem) + 4)
	}
	row = b.CutTop(32)
	if c.Button(RulePrefix+"add", row.CutRight(min(130, row.W)),
		widget.ButtonOptions{Text: "Add this rule", Look: widget.Chosen, Why: words.UpperFirst(problem),
			Hint: "Check this rule at every new GC point (Enter)"}) || submitted && problem == "" {
		c.Emit(model.AddRule{Rule: rule})
	}
}

// drawRuleGroup draws the group and the limit of a rule, and reports whether Return was pressed in a field.
func (card *Card) drawRuleGroup(c *widget.Canvas, b *canvas.Box) (submitted bool) {
	l := card
	d := &l.draft
	row := b.CutTop(34)
	c.Text(row.CutLeft(70), canvas.Body, canvas.Left, c.Dim, "Group")
	text, changed, again := c.LineField(RulePrefix+"group", row,
		model.Item{Text: "Group", Hint: "A group key such as Heap#java.util, or a type name, where * matches any text"}, d.Group,
		"java.util.HashMap$Node")
	if changed {
		d.Group, d.By, c.Again = text, seq.Join(c.Model.State.Settings.By, ","), true
	}
	submitted = again
	b.CutTop(8)
	row = b.CutTop(34)
	c.Text(row.CutLeft(70), canvas.Body, canvas.Left, c.Dim, "Limit")
	if i := c.Segments(RulePrefix+"metric", row.CutRight(124).Middle(28), "Of", part.Units, int(d.Unit), ""); i >= 0 {
		d.Unit, c.Again = trees.Unit(i), true
	}
	row.CutRight(8)
	if d.Kind == budget.GrowthAbove {
		c.Text(row.CutRight(22), canvas.Body, canvas.Center, c.Dim, "%")
	}
	const id = RulePrefix + "limit"
	if !l.focused {
		l.focused, c.ByKey = true, true
		c.FocusLineField(id, l.limit)
	}
	text, changed, again = c.LineField(id, row, model.Item{Text: "Limit", Hint: "A number, such as 10,000 or 5 MB"}, l.limit, "10,000")
	if changed {
		l.limit, c.Again = text, true
	}
	b.CutTop(8)
	return submitted || again
}

// rule returns the rule in the form, or what is missing.
func (l *Card) rule() (r budget.Rule, problem string) {
	r = l.draft
	if r.Kind == budget.LeakFound {
		return budget.Rule{Kind: r.Kind, Outcome: r.Outcome}, ""
	}
	if r.Group = strings.TrimSpace(r.Group); r.Group == "" {
		return r, "Name a group, or select a group in the city."
	}
	if !r.IsKey() {
		r.By = ""
	}
	v, ok := words.ParseAmount(l.limit)
	if !ok {
		return r, "The limit must be a number such as 10,000 or 5 MB."
	}
	r.Limit = v
	return r, ""
}

var (
	ruleKinds = []widget.Choice{{Text: "Has more than", Hint: "The group has more objects or bytes than this"},
		{Text: "Grows by", Hint: "The group grows by more than this percentage between two successive GC points"},
		{Text: "Heap grows", Hint: "The heap keeps growing, over at least 10 GC points up to now"}}
	ruleOutcomes = []widget.Choice{{Text: "Notify", Hint: "Show a message and keep the rule"},
		{Text: "Stop", Hint: "Notify me, and end the recording"}, {Text: "Point", Hint: "Notify me, and take a GC point immediately"}}
)
