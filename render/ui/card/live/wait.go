package live

import (
	"strings"

	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// DrawWait draws the message, in place of a city, that a recording has no GC point yet, or ended without one.
func DrawWait(c *widget.Canvas, b canvas.Box) {
	l := c.Model.Live
	s := &l.Status
	head, text := "Waiting for the first garbage collection…",
		"Recording "+s.Program+". Its heap appears after the next garbage collection. Programs with little activity may take a while."
	if s.Ended {
		head, text = "Nothing was recorded", s.Program+" ended before its heap could be recorded."
		if s.Exited {
			text = s.Program + " " + words.ExitText(s.Exit) + " before its heap could be recorded."
		}
		if s.Err != nil {
			text = words.UpperFirst(s.Err.Error())
		}
	}
	inner := b.Inset(20, 0)
	inner.CutTop(14)
	c.Text(inner.CutTop(26), canvas.Title, canvas.Left, c.Theme.Text, head)
	inner.CutTop(3)
	h := c.ParagraphHeight(inner.W, canvas.Body, text)
	c.Paragraph(inner.CutTop(h+1), canvas.Body, c.Dim, text)
	used := 14 + 26 + 3 + h + 1
	if lines := s.Output; s.Ended && len(lines) > 0 {
		inner.CutTop(8)
		box := inner.CutTop(outputLine*float32(min(len(lines), waitLines)) + 12)
		c.Fill(box, place.CtlRadius, c.Raised)
		drawOutputLines(c, box.Inset(8, 6), lines[max(len(lines)-waitLines, 0):])
		used += 8 + outputLine*float32(min(len(lines), waitLines)) + 12
	}
	inner.CutTop(12)
	row := inner.CutTop(32)
	if s.Ended {
		if c.Button("wait/again", row.CutLeft(min(150, row.W)),
			widget.ButtonOptions{Text: "Record again…", Look: widget.Chosen, Hint: "Open the recording dialog"}) {
			c.Run(action.RecordDismiss)
			c.Run(action.RecordDialog)
		}
		row.CutLeft(8)
		if c.Button("wait/close", row.CutLeft(min(90, row.W)), widget.ButtonOptions{Text: "Close", Look: widget.Ground}) {
			c.Run(action.RecordDismiss)
		}
	} else {
		if c.Button("wait/point", row.CutLeft(min(130, row.W)),
			widget.ButtonOptions{Text: "Point now", Look: widget.Chosen, Why: busy(l),
				Hint: "Take a GC point now, without waiting for a garbage collection"}) {
			c.Run(action.RecordPoint)
		}
		row.CutLeft(8)
		if c.Button("wait/stop", row.CutLeft(min(130, row.W)),
			widget.ButtonOptions{Text: "Stop recording", Look: widget.Ground, Why: busy(l)}) {
			c.Run(action.RecordStop)
		}
	}
	c.Want(0, used+12+32+16)
}

// waitLines is the number of output lines shown if nothing was recorded.
const waitLines = 5

// outputLine is the line height of the program's output, in dp.
const outputLine = 17

func drawOutputLines(c *widget.Canvas, b canvas.Box, lines []string) {
	for _, line := range lines {
		c.Text(b.CutTop(outputLine), canvas.Small, canvas.Left, c.Theme.Text, strings.ReplaceAll(line, "\t", "    "))
	}
}

// DrawOutput draws the last output lines of the recorded program, and how it ended.
func DrawOutput(c *widget.Canvas, b canvas.Box) {
	s := &c.Model.Live.Status
	inner := b.Inset(place.Padding, 0)
	inner.CutTop(8)
	head := inner.CutTop(28)
	if c.IconButton("output/close", head.CutRight(26).Centered(26, 26).Moved(5, 0), "close", "Close", c.Tip(action.GoEscape, "Close"), "") {
		c.Run(action.RecordOutput)
	}
	text := "Output of " + s.Program
	c.Name(head, canvas.Title, canvas.Left, c.Theme.Text, text)
	sub := "Its last lines of output and error output, together"
	if s.Exited {
		sub = "It " + words.ExitText(s.Exit)
	}
	c.Text(inner.CutTop(18), canvas.Small, canvas.Left, c.Dim, sub)
	inner.CutTop(4)
	inner.CutBottom(12)
	lines := s.Output
	if len(lines) == 0 {
		lines = []string{"No output yet."}
	}
	ground := inner
	c.Fill(ground, place.CtlRadius, c.Raised)
	used := outputLine * float32(len(lines))
	stickToEnd(c, "output", used)
	c.Scroll("output", ground.Inset(8, 6), func(content canvas.Box) float32 {
		content.H = 1e6
		drawOutputLines(c, content, lines)
		return used
	})
	c.Want(0, 8+28+18+4+12+used+12)
}

// stickToEnd scrolls an area to its end when it opens, and while its end is visible and content is added. used is the height of the content.
func stickToEnd(c *widget.Canvas, id string, used float32) {
	s := c.Scrollers[id]
	if s == nil {
		s = &widget.Scroller{}
		c.Scrollers[id] = s
	}
	if s.Offset >= s.Content-s.View-1 {
		s.Content, s.Offset = used, used
	}
}

// DrawClosing draws the prompt before closing the window ends the recording.
func DrawClosing(c *widget.Canvas, b canvas.Box) {
	s := &c.Model.Live.Status
	text := "Closing the window ends the recording. The file so far is kept: " + s.File
	if s.Started && !s.Exited {
		text = "Closing the window ends the recording and " + s.Program + ", which was started here. The file so far is kept: " + s.File
	}
	head, stop := "A recording is running", "Stop and close"
	if s.Ended {
		head, stop = "A program is running", "End program and close"
		text = s.Program + " was started here, so it ends with the window. Its recording is complete: " + s.File
	}
	prompt := part.Prompt{Prefix: ClosingPrefix, Head: head, Text: text,
		No:  part.Answer{Name: "stay", Text: "Stay", Hint: c.Tip(action.GoEscape, "Keep the window open"), Event: model.Run(action.WindowStay)},
		Yes: part.Answer{Name: "stop", Text: stop, Hint: c.Tip(action.DialogAccept, "Close the window and keep the file"), Event: model.Run(action.WindowCloseNow)}}
	prompt.Draw(c, b)
}

const ClosingPrefix = "closing/"
