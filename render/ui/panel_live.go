package ui

import (
	"image/color"
	"strconv"
	"strings"
	"time"

	"memcity/city"
)

// liveHeight is the height of the bar of a recording under way, in dp.
const liveHeight = 38

// drawLive draws the bar of a recording under way: what it is, how far, and what can be done with it.
func drawLive(c *canvas, b box) {
	l := c.model.Live
	row := b.inset(padding, 0)
	buttons := liveButtons(&c.model)
	wide := row.w >= 900
	room := float32(0)
	for i := range buttons {
		room += c.liveButtonWidth(&buttons[i], wide)
	}
	for room > row.w-90 && len(buttons) > 1 { // the first ones matter least
		room -= c.liveButtonWidth(&buttons[0], wide)
		buttons = buttons[1:]
	}
	drawLiveButtons(c, row.cutRight(room), buttons, wide)
	row.cutRight(10)
	drawLiveMark(c, &row, l)
	if l.Ours && row.w > 60 {
		drawLiveName(c, &row, l)
	}
	drawLiveFacts(c, row, l)
}

// drawLiveMark draws the mark that tells whether something comes.
func drawLiveMark(c *canvas, row *box, l *Live) {
	text, col := liveMark(&c.model, c.theme)
	dot := row.cutLeft(10).middle(10)
	c.fill(dot, 5, col)
	row.cutLeft(7)
	w := c.width(strong, text)
	if w+60 < row.w {
		mark := row.cutLeft(w + 2)
		c.text(mark, strong, left, col, text)
		hint := "GC points come as the program runs"
		switch {
		case l.ended():
			hint = "Nothing more comes"
		case c.model.State.Frozen:
			hint = "The city stays as it is; GC points that come are kept waiting"
		}
		c.explain("live/mark", mark.middle(24), "Recording", text, hint)
		row.cutLeft(12)
	}
}

// LiveState tells in a word how the recording of a model is: waiting, live, frozen, ended or broken off.
func LiveState(m *Model) string {
	text, _ := liveMark(m, &lightTheme)
	return text
}

// liveMark tells in a word how a recording is, and the colour of that.
func liveMark(m *Model, t *theme) (string, color.NRGBA) {
	l := m.Live
	switch {
	case l.Ours && l.Status.Ended && l.Status.Err != nil:
		return "broken off", t.fault
	case l.ended():
		return "ended", t.dim
	case l.waits():
		return "waiting", t.warn
	case m.State.Frozen && l.Shown:
		return "frozen", t.link
	}
	return "live", t.live
}

func drawLiveName(c *canvas, row *box, l *Live) {
	name := l.Status.Program
	w := min(c.width(strong, name)+1, row.w*0.4)
	c.name(row.cutLeft(w), strong, left, c.theme.text, name)
	row.cutLeft(12)
	if !l.Shown && !l.waits() {
		cell := row.cutLeft(min(64, row.w)).middle(26)
		if c.button("live/show", cell, buttonOptions{text: "Show", look: ground, hint: "Show the city of this recording"}) {
			c.emit(ShowLive)
		}
		row.cutLeft(10)
	}
}

// drawLiveFacts draws as many of the facts as fit, the most important first.
func drawLiveFacts(c *canvas, row box, l *Live) {
	for i, f := range liveFacts(&c.model) {
		text := f.value
		if i > 0 {
			text = "  ·  " + text
		}
		need := c.width(body, text)
		if need > row.w {
			return
		}
		col := c.dim
		if f.name == trouble || f.name == tooFew {
			col = c.warn
		}
		c.text(row, body, left, col, text)
		c.explain("live/"+f.name, row.cutLeft(need).middle(24), f.name, f.value, f.hint)
	}
}

// Facts that are warned of.
const (
	trouble = "Trouble"
	tooFew  = "Too few"
)

// liveFacts are what is known of a recording.
func liveFacts(m *Model) []fact {
	l := m.Live
	s := &l.Status
	var list []fact
	add := func(name, value, hint string) { list = append(list, fact{name, value, hint}) }
	switch {
	case l.Busy != "":
		add("Doing", l.Busy, "What it was told to do")
	case l.Saving != "":
		add("Doing", l.Saving, "What has come so far is being kept as a file; the recording goes on")
	case l.Ours && s.Ended && s.Err != nil:
		add(trouble, oneLine(s.Err.Error()), s.Err.Error())
	case l.Input.Trouble != "":
		add(trouble, oneLine(l.Input.Trouble), l.Input.Trouble)
	}
	if !l.Ours {
		add("GC points", Points(l.Input.Points), "All that came, those that are not kept any more as well.")
		return list
	}
	if l.waits() && !s.Ended {
		add("Waiting", "waiting for the first garbage collection", "Objects are looked at when the program collects garbage.")
	}
	if few := city.FewPoints(s.Points); few != "" && s.Ended {
		add(tooFew, "too few GC points to tell what grows", strings.ToUpper(few[:1])+few[1:]+".")
	}
	if s.Exited {
		add("Program", exitText(s.Exit), "How the program ended.")
	}
	if s.For >= time.Second {
		add("Time", recordTime(s.For), "How long has been recorded.")
	}
	if s.Points > 0 {
		add("GC points", Points(s.Points), plural(int64(s.GCs), "garbage collection", "garbage collections")+" so far; those that follow others too soon are only counted.")
		add("Objects", Amount(city.Objects, s.Objects), "That live at the newest GC point.")
	}
	if s.Size > 0 {
		add("Size", Size(s.Size), "Of the file so far: "+s.File)
	}
	if s.Held > 0 && !l.ended() {
		add("Budget", "points are being thinned to stay within "+strconv.Itoa(s.Held)+" %",
			"GC points are due that would make the program stand still for more than "+strconv.Itoa(s.Held)+" % of the time. A higher budget, in the dialog for recording, gives more of them.")
	}
	if s.Overhead >= 0 {
		add("Overhead", PercentOf(s.Overhead)+" overhead", "Share of the run time that the recording took so far.")
	}
	if n := len(s.Told); n > 0 {
		add("Told", plural(int64(n), "remark", "remarks"), strings.Join(s.Told, "\n"))
	}
	return list
}

// recordTime tells a time in whole seconds: it is told while it runs.
func recordTime(d time.Duration) string {
	return Time(city.Millis(d.Truncate(time.Second).Milliseconds()))
}

// exitText tells how a program ended.
func exitText(status int) string {
	if status == 0 {
		return "ended as it should"
	}
	return "ended with status " + Count(int64(status))
}

// liveButton is something that can be done with a recording. Those without words are never told in words.
type liveButton struct {
	id, icon, text, name, hint string
	worded                     bool // words stand on it where there is room
	look                       look
	value                      string
	off                        bool
	event                      Event
}

// liveButtons lists what can be done, the least important first.
func liveButtons(m *Model) []liveButton {
	l := m.Live
	s := &l.Status
	var list []liveButton
	if !l.ended() {
		rules := liveButton{id: "rules", icon: "bell", name: "Tell me when…", hint: "Rules that watch this recording (Ctrl+L)", event: ToggleRules}
		if n := len(l.Input.Rules); n > 0 {
			rules.value = plural(int64(n), "rule", "rules")
			rules.look = ground
		}
		list = append(list, rules)
	}
	if l.Ours && s.Started {
		list = append(list, liveButton{id: "output", icon: "output", name: "Output", hint: "What the program wrote", event: ToggleOutput, value: onOff(l.OutputOpen), look: lookOf(l.OutputOpen)})
	}
	if l.Shown && !l.waits() {
		list = append(list, saveButton(l))
	}
	if l.ended() {
		return append(list, liveButton{id: "close", icon: "close", name: "Close", hint: "Put this bar away; the city stays", event: DismissLive})
	}
	if l.Shown && !l.waits() {
		list = append(list, freezeButton(m))
		list = append(list, followButton(m))
	}
	if l.Ours {
		list = append(list, liveButton{id: "point", icon: "pin", text: "Point now", name: "Point now", worded: true, look: ground, hint: "Look at the heap now, without waiting for a garbage collection", event: PointNow, off: l.Busy != ""},
			liveButton{id: "stop", icon: "stop", text: "Stop", name: "Stop recording", worded: true, look: ground, hint: "End the recording; the file is kept and the city stays", event: StopRecording, off: l.Busy != ""})
	}
	return list
}

func saveButton(l *Live) liveButton {
	if l.Saving != "" {
		return liveButton{id: "save", icon: "close", name: "Stop saving", hint: "Give up saving; nothing is left of it", look: ground, event: CancelSave}
	}
	return liveButton{id: "save", icon: "save", name: "Save as…", hint: "Keep what has come so far as a file", event: SaveLive, off: l.Busy != ""}
}

func freezeButton(m *Model) liveButton {
	o := liveButton{id: "freeze", icon: "freeze", name: "Freeze", hint: "Keep the city as it is while GC points come in", event: Do{city.Freeze{On: true}}}
	if m.State.Frozen {
		o.name, o.hint, o.look, o.value = "Thaw", "Let in the GC points that are waiting", chosen, "frozen"
		if n := m.Live.Input.Waiting; n > 0 {
			o.text, o.worded = Count(int64(n))+" waiting", true
			o.value = o.text
		}
		o.event = Do{city.Freeze{}}
	}
	return o
}

func followButton(m *Model) liveButton {
	o := liveButton{id: "follow", icon: "last", name: "Follow", text: "Following", worded: true, hint: "The newest GC point is shown as soon as it comes; stepping back stays there", event: Do{city.Follow{}}, look: plain, value: "on"}
	if !m.State.Follow {
		o.text, o.hint, o.value, o.look, o.event = "Follow", "Show the newest GC point, and those to come (End)", "", chosen, Do{city.Follow{On: true}}
		if n := m.State.Arrived; n > 0 {
			o.text = plural(int64(n), "new point", "new points")
			o.value = o.text
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

func lookOf(on bool) look {
	if on {
		return ground
	}
	return plain
}

func (c *canvas) liveButtonWidth(o *liveButton, wide bool) float32 {
	if o.worded && o.text != "" && (wide || o.look == chosen) {
		return c.width(strong, o.text) + 17 + 8 + 6 + 14 + 6
	}
	return barButtonWidth
}

func drawLiveButtons(c *canvas, row box, buttons []liveButton, wide bool) {
	for i := range buttons {
		o := &buttons[i]
		cell := row.cutLeft(c.liveButtonWidth(o, wide)).middle(28)
		cell = box{cell.x + 3, cell.y, cell.w - 6, cell.h}
		text := ""
		if cell.w > barButtonWidth {
			text = o.text
		}
		if c.button("live/"+o.id, cell, buttonOptions{icon: o.icon, text: text, name: o.name, hint: o.hint, look: o.look, off: o.off, value: o.value}) {
			c.emit(o.event)
		}
	}
}
