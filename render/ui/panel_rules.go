package ui

import (
	"fmt"
	"strconv"
	"strings"

	"memcity/city"
)

// AddRule asks for another rule; RemoveRule, ArmRule and ShowFired speak of one by its index in Live.Input.Rules: to take
// it away, to let it fire again, and to show what it fired for.
type (
	AddRule    struct{ Rule city.Rule }
	RemoveRule struct{ Index int }
	ArmRule    struct{ Index int }
	ShowFired  struct{ Index int }
)

func (AddRule) event()    {}
func (RemoveRule) event() {}
func (ArmRule) event()    {}
func (ShowFired) event()  {}

// ruleLocal is the rule that is being put together.
type ruleLocal struct {
	open    bool // at the last layout
	focused bool
	draft   city.Rule
	limit   string // as typed
}

const rulePrefix = "rules/"

// startRule begins a rule for the selected group.
func (k *core) startRule() {
	m := &k.model
	l := ruleLocal{open: true, draft: city.Rule{Metric: m.State.Settings.Metric}}
	if g := m.Selection; g != nil {
		l.draft.Group, l.draft.By = g.Key, strings.Join(m.State.Settings.By, ",")
		v := Value{g.Objects, g.Bytes}.value(l.draft.Metric)
		l.limit = limitText(l.draft.Metric, roundStep(float64(max(v, 1))*1.5))
	}
	k.local.rule = l
}

// limitText writes a limit as it may be typed.
func limitText(metric city.Metric, v int64) string {
	if metric == city.Bytes {
		return Size(v)
	}
	return Count(v)
}

func (k *core) leaveRules() {
	k.local.rule = ruleLocal{}
	for id := range k.fields {
		if strings.HasPrefix(id, rulePrefix) {
			delete(k.fields, id)
		}
	}
}

// drawRules draws the rules that watch the recording, and the one that may be added.
func drawRules(c *canvas, b box) {
	if !c.local.rule.open {
		c.startRule()
	}
	inner := b.inset(padding, 0)
	inner.cutTop(10)
	head := inner.cutTop(28)
	ends := head.cutRight(26).moved(5, 0)
	c.helpMark(head.cutRight(26).moved(5, 0), "live#rules")
	if c.iconButton(rulePrefix+"close", ends.centered(26, 26), "close", "Close", "Close (Esc)", false) {
		c.emit(ToggleRules)
	}
	c.text(head, title, left, c.theme.text, "Tell me when…")
	inner.cutTop(4)
	inner.cutBottom(12)
	used := float32(0)
	c.scroll(rulePrefix, inner, func(content box) float32 {
		top := content.y
		content.h = 1e5
		content.x, content.w = content.x+3, content.w-6
		var list []city.RuleState
		if c.model.Live != nil {
			list = c.model.Live.Input.Rules
		}
		for i := range list {
			drawRule(c, &content, i, &list[i])
		}
		if len(list) > 0 {
			content.cutTop(10)
		}
		drawRuleForm(c, &content)
		used = content.y + 3 - top
		return used
	})
	c.frame(b, 10, 1, c.line) // it may lie over other cards
	c.want(0, 10+28+4+used+12)
}

// drawRule draws one rule with what came of it.
func drawRule(c *canvas, b *box, i int, r *city.RuleState) {
	words := ruleText(r.Rule)
	state, col := "watching", c.dim
	switch {
	case r.Fired != nil:
		state, col = r.Fired.Text, c.warn
	case r.Trouble != "":
		state = r.Trouble
	}
	id := rulePrefix + strconv.Itoa(i)
	inner := *b
	inner.x, inner.w = b.x+10, b.w-20
	text := inner
	text.w -= 30
	h1 := c.paragraphHeight(text.w, strong, words)
	h2 := c.paragraphHeight(inner.w, small, state)
	all := 8 + h1 + 2 + h2 + 8
	if r.Fired != nil {
		all += 34
	}
	card := b.cutTop(all)
	c.fill(card, ctlRadius, c.raised)
	inner.y, text.y = card.y+8, card.y+8
	if c.iconButton(id+"/remove", box{card.right() - 32, card.y + 5, 26, 26}, "close", "Remove "+words, "Take this rule away", false) {
		c.emit(RemoveRule{i})
	}
	inner.cutTop(c.paragraph(text, strong, c.theme.text, words) + 2)
	inner.cutTop(c.paragraph(inner, small, col, state))
	if r.Fired != nil {
		inner.cutTop(5)
		row := inner.cutTop(28)
		if c.button(id+"/show", row.cutLeft(70), buttonOptions{text: "Show", look: chosen, hint: "Go to the GC point and select what was found"}) {
			c.emit(ShowFired{i})
		}
		row.cutLeft(8)
		if !r.Armed && c.button(id+"/arm", row.cutLeft(min(120, row.w)), buttonOptions{text: "Watch again", look: plain, hint: "Let it fire another time"}) {
			c.emit(ArmRule{i})
		}
	}
	b.cutTop(6)
}

// ruleText tells a rule in words.
func ruleText(r city.Rule) string {
	name := r.Group
	if i := strings.LastIndexByte(name, '#'); i >= 0 {
		name = name[i+1:]
	}
	then := map[city.Outcome]string{city.StopRecording: "; then stop recording", city.DumpHeap: "; then look at the heap"}[r.Outcome]
	switch r.Kind {
	case city.GrowthAbove:
		return fmt.Sprintf("The %s of %s grow by more than %s %% from one GC point to the next%s", r.Metric, name, strconv.FormatFloat(r.Limit, 'g', 6, 64), then)
	case city.LeakFound:
		return "A leak is suspected" + then
	}
	if r.Metric == city.Bytes {
		return fmt.Sprintf("%s has more than %s%s", name, Size(int64(r.Limit)), then)
	}
	return fmt.Sprintf("%s has more than %s%s", name, Amount(city.Objects, int64(r.Limit)), then)
}

var (
	ruleKinds = []choice{{"Has more than", "The group has more objects or bytes than this"}, {"Grows by", "The group grows by more than so many per cent from one GC point to the next"},
		{"Leak", "The heap looks as if it leaked, in a time window that ends now"}}
	ruleMetrics  = []choice{{"Objects", "Numbers of objects"}, {"Bytes", "Numbers of bytes"}}
	ruleOutcomes = []choice{{"Tell me", "A message, and the rule stays listed"}, {"Stop", "Tell me, and end the recording"}, {"Point", "Tell me, and look at the heap at once"}}
)

// drawRuleForm draws the rule that may be added.
func drawRuleForm(c *canvas, b *box) {
	l := &c.local.rule
	d := &l.draft
	if i := c.segments(rulePrefix+"kind", b.cutTop(30), "When", ruleKinds, int(d.Kind), false); i >= 0 {
		d.Kind, c.again = city.RuleKind(i), true
	}
	b.cutTop(8)
	submitted := false
	if d.Kind != city.LeakFound {
		submitted = drawRuleGroup(c, b)
	}
	row := b.cutTop(30)
	c.text(row.cutLeft(70), body, left, c.dim, "Then")
	if i := c.segments(rulePrefix+"then", row, "Then", ruleOutcomes, int(d.Outcome), false); i >= 0 {
		d.Outcome, c.again = city.Outcome(i), true
	}
	b.cutTop(10)
	rule, problem := l.rule()
	if problem != "" && l.limit != "" && d.Group != "" {
		b.cutTop(c.paragraph(*b, small, c.fault, problem) + 4)
	}
	row = b.cutTop(32)
	if c.button(rulePrefix+"add", row.cutRight(min(130, row.w)), buttonOptions{text: "Add this rule", look: chosen, off: problem != "", hint: "Watch every GC point that comes from now on (Enter)"}) || submitted && problem == "" {
		c.emit(AddRule{rule})
	}
}

// drawRuleGroup draws what group a rule watches and its limit, and reports whether Return was pressed in a field.
func drawRuleGroup(c *canvas, b *box) (submitted bool) {
	l := &c.local.rule
	d := &l.draft
	row := b.cutTop(34)
	c.text(row.cutLeft(70), body, left, c.dim, "Group")
	text, changed, again := c.lineField(rulePrefix+"group", row, Item{Text: "Group", Hint: "A key such as Heap#java.util, or the name of a type, in which * stands for any text"}, d.Group, "java.util.HashMap$Node")
	if changed {
		d.Group, d.By, c.again = text, strings.Join(c.model.State.Settings.By, ","), true
	}
	submitted = again
	b.cutTop(8)
	row = b.cutTop(34)
	c.text(row.cutLeft(70), body, left, c.dim, "Limit")
	if i := c.segments(rulePrefix+"metric", row.cutRight(124).middle(28), "Of", ruleMetrics, int(d.Metric), false); i >= 0 {
		d.Metric, c.again = city.Metric(i), true
	}
	row.cutRight(8)
	if d.Kind == city.GrowthAbove {
		c.text(row.cutRight(22), body, center, c.dim, "%")
	}
	const id = rulePrefix + "limit"
	text, changed, again = c.lineField(id, row, Item{Text: "Limit", Hint: "A number, such as 10,000 or 5 MB"}, l.limit, "10,000")
	if !l.focused {
		l.focused, c.byKey = true, true
		c.focusField(id)
	}
	if changed {
		l.limit, c.again = text, true
	}
	b.cutTop(8)
	return submitted || again
}

// rule is what was put together, or why it is none yet.
func (l *ruleLocal) rule() (r city.Rule, problem string) {
	r = l.draft
	if r.Kind == city.LeakFound {
		return city.Rule{Kind: r.Kind, Outcome: r.Outcome}, ""
	}
	if r.Group = strings.TrimSpace(r.Group); r.Group == "" {
		return r, "Name a group, or select one in the city."
	}
	if !r.IsKey() {
		r.By = ""
	}
	v, ok := parseAmount(l.limit)
	if !ok {
		return r, "The limit is no number such as 10,000 or 5 MB."
	}
	r.Limit = v
	return r, ""
}
