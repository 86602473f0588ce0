package ui

import (
	"strings"

	"gioui.org/io/key"
)

// drawWait tells, in place of a city, that a recording has no GC point yet, or that it ended without one.
func drawWait(c *canvas, b box) {
	l := c.model.Live
	s := &l.Status
	head, text := "Waiting for the first garbage collection…", s.Program+" is being recorded. Its heap is shown as soon as it collects garbage; programs that do little may take a while."
	if s.Ended {
		head, text = "Nothing was recorded", s.Program+" ended before its heap could be looked at."
		if s.Exited {
			text = s.Program + " " + exitText(s.Exit) + " before its heap could be looked at."
		}
		if s.Err != nil {
			text = upperFirst(s.Err.Error())
		}
	}
	inner := b.inset(20, 0)
	inner.cutTop(14)
	c.text(inner.cutTop(26), title, left, c.theme.text, head)
	inner.cutTop(3)
	h := c.paragraphHeight(inner.w, body, text)
	c.paragraph(inner.cutTop(h+1), body, c.dim, text)
	used := 14 + 26 + 3 + h + 1
	if lines := s.Output; s.Ended && len(lines) > 0 {
		inner.cutTop(8)
		box := inner.cutTop(outputLine*float32(min(len(lines), waitLines)) + 12)
		c.fill(box, ctlRadius, c.raised)
		drawOutputLines(c, box.inset(8, 6), lines[max(len(lines)-waitLines, 0):])
		used += 8 + outputLine*float32(min(len(lines), waitLines)) + 12
	}
	inner.cutTop(12)
	row := inner.cutTop(32)
	if s.Ended {
		if c.button("wait/again", row.cutLeft(min(150, row.w)), buttonOptions{text: "Record again…", look: chosen, hint: "Open the dialog for recording"}) {
			c.emit(DismissLive)
			c.emit(ToggleRecord)
		}
		row.cutLeft(8)
		if c.button("wait/close", row.cutLeft(min(90, row.w)), buttonOptions{text: "Close", look: ground}) {
			c.emit(DismissLive)
		}
	} else {
		if c.button("wait/point", row.cutLeft(min(130, row.w)), buttonOptions{text: "Point now", look: chosen, off: l.Busy != "", hint: "Look at the heap now, without waiting for a garbage collection"}) {
			c.emit(PointNow)
		}
		row.cutLeft(8)
		if c.button("wait/stop", row.cutLeft(min(130, row.w)), buttonOptions{text: "Stop recording", look: ground, off: l.Busy != ""}) {
			c.emit(StopRecording)
		}
	}
	c.want(0, used+12+32+16)
}

// waitLines is how many of the program's last lines are shown where nothing was recorded.
const waitLines = 5

// outputLine is the height of a line of the program's output, in dp.
const outputLine = 17

func drawOutputLines(c *canvas, b box, lines []string) {
	for _, line := range lines {
		c.text(b.cutTop(outputLine), small, left, c.theme.text, strings.ReplaceAll(line, "\t", "    "))
	}
}

// drawOutput draws the last lines that the recorded program wrote, and how it ended.
func drawOutput(c *canvas, b box) {
	s := &c.model.Live.Status
	inner := b.inset(padding, 0)
	inner.cutTop(8)
	head := inner.cutTop(28)
	if c.iconButton("output/close", head.cutRight(26).centered(26, 26).moved(5, 0), "close", "Close", "Close (Esc)", false) {
		c.emit(ToggleOutput)
	}
	text := "Output of " + s.Program
	c.name(head, title, left, c.theme.text, text)
	sub := "Its last lines, both of its outputs together"
	if s.Exited {
		sub = "It " + exitText(s.Exit)
	}
	c.text(inner.cutTop(18), small, left, c.dim, sub)
	inner.cutTop(4)
	inner.cutBottom(12)
	lines := s.Output
	if len(lines) == 0 {
		lines = []string{"Nothing was written yet."}
	}
	ground := inner
	c.fill(ground, ctlRadius, c.raised)
	used := outputLine * float32(len(lines))
	c.stickToEnd("output", used)
	c.scroll("output", ground.inset(8, 6), func(content box) float32 {
		content.h = 1e6
		drawOutputLines(c, content, lines)
		return used
	})
	c.want(0, 8+28+18+4+12+used+12)
}

// stickToEnd scrolls an area to its end when it is opened, and along with it when something is added while its end is
// seen. Used is the height of what is in it.
func (c *canvas) stickToEnd(id string, used float32) {
	s := c.scrollers[id]
	if s == nil {
		s = &scroller{}
		c.scrollers[id] = s
	}
	if s.offset >= s.content-s.view-1 {
		s.content, s.offset = used, used
	}
}

// drawClosing asks whether to end the recording with the window.
func drawClosing(c *canvas, b box) {
	s := &c.model.Live.Status
	text := "Closing the window ends the recording. What has been recorded is kept: " + s.File
	if s.Started && !s.Exited {
		text = "Closing the window ends the recording, and " + s.Program + " with it, as it was started here. What has been recorded is kept: " + s.File
	}
	head, stop := "A recording is running", "Stop and close"
	if s.Ended {
		head, stop = "A program is running", "End it and close"
		text = s.Program + " was started here, so it ends with the window. Its recording is complete: " + s.File
	}
	inner := b.inset(20, 0)
	h := c.paragraphHeight(inner.w, body, text)
	inner.cutTop(min(14, b.h/12))
	inner.cutBottom(min(16, b.h/12))
	row := inner.cutBottom(32)
	inner.cutBottom(min(12, b.h/12))
	c.text(inner.cutTop(26), title, left, c.theme.text, head)
	inner.cutTop(3)
	c.scroll(closingPrefix, inner, func(content box) float32 {
		content.h = h + 1
		return c.paragraph(content, body, c.dim, text)
	})
	stay := row.cutLeft((row.w - 8) / 2)
	row.cutLeft(8)
	if c.button(closingPrefix+"stay", stay, buttonOptions{text: "Stay", look: ground, hint: "The window stays open (Esc)"}) {
		c.emit(StayOpen)
	}
	if c.button(closingPrefix+"stop", row, buttonOptions{text: stop, look: chosen, hint: "The file is kept (Enter)"}) {
		c.emit(CloseAnyway)
	}
	if !c.local.closing {
		c.local.closing, c.byKey = true, true
		c.source.Execute(key.FocusCmd{Tag: c.controls[closingPrefix+"stop"]})
		c.again = true
	}
	c.want(0, 14+26+3+h+1+12+32+16)
}

const closingPrefix = "closing/"
