package live

import (
	"image/color"
	"strconv"
	"strings"
	"time"

	"memcity/city/exchange"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/guides"
	"memcity/city/view/pins"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// LiveHeight is the height of the recording bar, in dp.
const LiveHeight = 38

// DrawLive draws the recording bar: name, status and buttons.
func DrawLive(c *widget.Canvas, b canvas.Box) {
	l := c.Model.Live
	row := b.Inset(place.Padding, 0)
	buttons := liveButtons(c.Core)
	wide := row.W >= 900
	room := float32(0)
	for i := range buttons {
		room += liveButtonWidth(c, &buttons[i], wide)
	}
	for room > row.W-90 && len(buttons) > 1 { // drop the least important ones first
		room -= liveButtonWidth(c, &buttons[0], wide)
		buttons = buttons[1:]
	}
	drawLiveButtons(c, row.CutRight(room), buttons, wide)
	row.CutRight(10)
	drawLiveMark(c, &row, l)
	if l.Ours && row.W > 60 {
		drawLiveName(c, &row, l)
	}
	drawLiveFacts(c, row, l)
}

// drawLiveMark draws the mark of the recording's state.
func drawLiveMark(c *widget.Canvas, row *canvas.Box, l *model.Live) {
	text, col := liveMark(&c.Model, c.Theme)
	dot := row.CutLeft(10).Middle(10)
	c.Fill(dot, 5, col)
	row.CutLeft(7)
	w := c.Width(canvas.Strong, text)
	if w+60 < row.W {
		mark := row.CutLeft(w + 2)
		c.Text(mark, canvas.Strong, canvas.Left, col, text)
		hint := "New GC points appear as the program runs"
		switch {
		case l.Ended():
			hint = "The recording has ended; no more GC points will follow"
		case l.Lost():
			hint = l.Input.Trouble + ". Retrying."
		case c.Model.State.Frozen:
			hint = "The city is frozen; new GC points appear when you thaw it"
		}
		c.Explain("live/mark", mark.Middle(24), "Recording", text, hint)
		row.CutLeft(12)
	}
}

// LiveState returns the state of the recording in a word: waiting, live, frozen, no answer, ended or broken off.
func LiveState(m *model.Model) string {
	text, _ := liveMark(m, &canvas.LightTheme)
	return text
}

// liveMark returns the state of the recording in a word, and its color.
func liveMark(m *model.Model, t *canvas.Theme) (string, color.NRGBA) {
	l := m.Live
	switch {
	case l.Ours && l.Status.Ended && l.Status.Err != nil:
		return "broken off", t.Fault
	case l.Ended():
		return "ended", t.Dim
	case l.Waits():
		return "waiting", t.Warn
	case l.Lost():
		return "no answer", t.Warn
	case m.State.Frozen && l.Shown:
		return "frozen", t.Link
	}
	return "live", t.Live
}

func drawLiveName(c *widget.Canvas, row *canvas.Box, l *model.Live) {
	name := l.Status.Program
	w := min(c.Width(canvas.Strong, name)+1, row.W*0.4)
	c.Name(row.CutLeft(w), canvas.Strong, canvas.Left, c.Theme.Text, name)
	row.CutLeft(12)
	if !l.Shown && !l.Waits() {
		cell := row.CutLeft(min(64, row.W)).Middle(26)
		if c.Button("live/show", cell, widget.ButtonOptions{Text: "Show", Look: widget.Ground, Hint: "Show the city of this recording"}) {
			c.Run(action.RecordShow)
		}
		row.CutLeft(10)
	}
}

// drawLiveFacts draws as many facts as fit, the most important first.
func drawLiveFacts(c *widget.Canvas, row canvas.Box, l *model.Live) {
	for i, f := range liveFacts(&c.Model) {
		text := f.Value
		if i > 0 {
			text = "  ·  " + text
		}
		need := c.Width(canvas.Body, text)
		if need > row.W {
			return
		}
		col := c.Dim
		if f.Name == trouble || f.Name == tooFew || f.Name == growth {
			col = c.Warn
		}
		c.Text(row, canvas.Body, canvas.Left, col, text)
		c.Explain("live/"+f.Name, row.CutLeft(need).Middle(24), f.Name, f.Value, f.Hint)
	}
}

// Names of facts in the color of warnings.
const (
	trouble = "Trouble"
	tooFew  = "Too few"
	growth  = "Growth"
)

// liveFacts returns the facts about a recording.
func liveFacts(m *model.Model) []widget.Fact {
	l := m.Live
	s := &l.Status
	var list []widget.Fact
	add := func(name, value, hint string) { list = append(list, widget.Fact{Name: name, Value: value, Hint: hint}) }
	switch {
	case l.Busy != "":
		add("Status", l.Busy, "Settings of this recording")
	case l.Saving != "":
		add("Status", l.Saving, "The recording so far is being saved. Recording continues.")
	case l.Ours && s.Ended && s.Err != nil:
		add(trouble, words.OneLine(s.Err.Error()), s.Err.Error())
	case l.Input.Trouble != "":
		add(trouble, words.OneLine(l.Input.Trouble), l.Input.Trouble)
	}
	if n := l.Input.Waiting; n > 0 && m.State.Frozen {
		add("Waiting", waitingText(n), "GC points recorded since the city was frozen. Thaw it to see them.")
	}
	if r := guides.Kind.Result(&m.Results); l.Shown && r != nil && r.Report != nil {
		if text := pins.Growing(r.Report); text != "" {
			hint := "The guide's verdict: " + r.Verdict.Text
			if m.GuideOld {
				hint += " It is about earlier GC points. Refresh the guide to judge the new ones."
			}
			add(growth, text, hint)
		}
	}
	if !l.Ours {
		add("GC points", words.Points(l.Input.Points), "GC points so far, including points no longer kept.")
		return list
	}
	if l.Waits() && !s.Ended {
		add("Waiting", "waiting for the first garbage collection", "Objects are recorded when the program collects garbage.")
	}
	if few := exchange.FewPoints(s.Points, s.Exit); few != "" && s.Ended {
		add(tooFew, "too few GC points to show growth", strings.ToUpper(few[:1])+few[1:]+".")
	}
	if s.Exited {
		add("Program", words.ExitText(s.Exit), "How the program ended.")
	}
	if s.For >= time.Second {
		add("Time", recordTime(s.For), "Duration of the recording.")
	}
	if s.Points > 0 {
		add("GC points", words.Points(s.Points),
			words.Plural(int64(s.GCs), "garbage collection", "garbage collections")+" so far. Collections that follow another too soon are only counted.")
		add("Objects", words.Amount(trees.Objects, s.Objects), "Objects alive at the newest GC point.")
	}
	if s.Size > 0 {
		add("Size", words.Size(s.Size), "Size of the file so far: "+s.File)
	}
	if s.Held > 0 && !l.Ended() {
		add("Budget", "skipping points to stay within "+strconv.Itoa(s.Held)+" %",
			"All GC points would pause the program for more than "+strconv.Itoa(s.Held)+" % of the time. Set a higher budget in the recording dialog to get more of them.")
	}
	if s.Overhead >= 0 {
		add("Overhead", words.PercentOf(s.Overhead)+" overhead", "Share of the run time that the recording has used so far.")
	}
	if n := len(s.Warnings); n > 0 {
		add("Warnings", words.Plural(int64(n), "warning", "warnings"), strings.Join(s.Warnings, "\n"))
	}
	return list
}

// recordTime formats a running time in whole seconds.
func recordTime(d time.Duration) string {
	return words.Time(trees.Millis(d.Truncate(time.Second).Milliseconds()))
}

// liveButton is a button for the recording. Without text it always shows an icon.
type liveButton struct {
	id, icon, text, name, hint string
	worded                     bool   // shows its text if that fits
	widest                     string // widest possible text, so that buttons do not move when it changes
	look                       widget.Look
	value                      string
	why                        string // why it is disabled; "" if it is enabled
	event                      model.Event
}

// liveButtons returns the buttons, the least important first.
func liveButtons(k *widget.Core) []liveButton {
	m := &k.Model
	l := m.Live
	s := &l.Status
	var list []liveButton
	if !l.Ended() {
		rules := liveButton{id: "rules", icon: "bell", name: "Notify me when…", hint: k.Tip(action.PanelRules, ""),
			event: model.Run(action.PanelRules)}
		if n := len(l.Input.Rules); n > 0 {
			rules.value = words.Plural(int64(n), "rule", "rules")
			rules.look = widget.Ground
		}
		list = append(list, rules)
	}
	if l.Ours && s.Started {
		list = append(list, liveButton{id: "output", icon: "output", name: "Output", hint: k.Tip(action.RecordOutput, "Show the program's output"),
			event: model.Run(action.RecordOutput), value: onOff(l.OutputOpen), look: lookOf(l.OutputOpen)})
	}
	if l.Shown && !l.Waits() {
		list = append(list, saveButton(l))
	}
	if l.Ended() {
		if m.State.Frozen && l.Input.Waiting > 0 {
			list = append(list, freezeButton(m))
		}
		return append(list, liveButton{id: "close", icon: "close", name: "Close", hint: k.Tip(action.RecordDismiss, "Close this bar and keep the city"),
			event: model.Run(action.RecordDismiss)})
	}
	if l.Shown && !l.Waits() {
		list = append(list, freezeButton(m))
		list = append(list, followButton(k))
	}
	if l.Ours {
		list = append(list, liveButton{id: "point", icon: "pin", text: "Point now", name: "Point now", worded: true, look: widget.Ground,
			hint: k.Tip(action.RecordPoint, ""), event: model.Run(action.RecordPoint), why: busy(l)},
			liveButton{id: "stop", icon: "stop", text: "Stop", name: "Stop recording", worded: true, look: widget.Ground,
				hint: k.Tip(action.RecordStop, "End the recording; keep the file and the city"), event: model.Run(action.RecordStop), why: busy(l)})
	}
	return list
}

// busy explains why a recording takes no request now; "" if it does.
func busy(l *model.Live) string {
	return widget.Why(l.Busy != "", "Wait for the previous request: "+l.Busy)
}

func saveButton(l *model.Live) liveButton {
	if l.Saving != "" {
		return liveButton{id: "save", icon: "close", name: "Stop saving", hint: "Cancel saving and delete the partial file",
			look: widget.Ground, event: model.Run(action.RecordCancelSave)}
	}
	return liveButton{id: "save", icon: "save", name: "Save as…", hint: "Save the recording so far", event: model.Run(action.RecordSave),
		why: busy(l)}
}

func freezeButton(m *model.Model) liveButton {
	o := liveButton{id: "freeze", icon: "freeze", name: "Freeze", hint: "Keep the city unchanged while GC points arrive",
		event: model.Do{Action: state.Freeze{On: true}}}
	if m.State.Frozen {
		o.name, o.hint, o.look, o.value = "Thaw", "Show the waiting GC points", widget.Chosen, "frozen"
		if n := m.Live.Input.Waiting; n > 0 {
			o.value = waitingText(n)
		}
		o.event = model.Do{Action: state.Freeze{}}
	}
	return o
}

// waitingText describes how many GC points wait until the city is thawed.
func waitingText(n int) string { return words.Count(int64(n)) + " waiting" }

func followButton(k *widget.Core) liveButton {
	m := &k.Model
	o := liveButton{id: "follow", icon: "last", name: "Follow", text: "Following", worded: true, widest: "9,999 new",
		hint: "New GC points are shown as they arrive; step back to stay at an earlier one", event: model.Do{Action: state.Follow{}},
		look: widget.Plain, value: "on"}
	if !m.State.Follow {
		o.text, o.hint, o.value, o.look, o.event = "Follow", k.Tip(action.TimeLast, "Follow the newest GC point"), "", widget.Chosen,
			model.Do{Action: state.Follow{On: true}}
		if n := m.State.Arrived; n > 0 {
			o.text, o.value = words.Count(int64(n))+" new", words.Plural(int64(n), "new point", "new points")
		}
	}
	return o
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return ""
}

func lookOf(on bool) widget.Look {
	if on {
		return widget.Ground
	}
	return widget.Plain
}

func liveButtonWidth(c *widget.Canvas, o *liveButton, wide bool) float32 {
	if o.worded && (wide || o.look == widget.Chosen && o.widest == "") {
		return max(c.Width(canvas.Strong, o.text), c.Width(canvas.Strong, o.widest)) + 17 + 8 + 6 + 14 + 6
	}
	return widget.BarButtonWidth
}

func drawLiveButtons(c *widget.Canvas, row canvas.Box, buttons []liveButton, wide bool) {
	for i := range buttons {
		o := &buttons[i]
		cell := row.CutLeft(liveButtonWidth(c, o, wide)).Middle(28)
		cell = canvas.Rect(cell.X+3, cell.Y, cell.W-6, cell.H)
		text := ""
		if cell.W > widget.BarButtonWidth {
			text = o.text
		}
		if c.Button("live/"+o.id, cell,
			widget.ButtonOptions{Icon: o.icon, Text: text, Name: o.name, Hint: o.hint, Look: o.look, Why: o.why, Value: o.value}) {
			c.Emit(o.event)
		}
	}
}
