package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"memcity/city"
	"memcity/render"
	"memcity/render/script"
	"memcity/trace"
)

// The window of a script until it says otherwise.
const (
	scriptWidth  = 1280
	scriptHeight = 720
)

// runScript runs the window off screen, driven by a script.
func runScript(c *call) error {
	file := ""
	if len(c.args) > 0 && (c.args[0] == "-" || !strings.HasPrefix(c.args[0], "-")) {
		file, c.args = c.args[0], c.args[1:]
	}
	paths, done, err := c.parse(c.flags())
	if err != nil || done {
		return err
	}
	if file == "" {
		return usagef("script: expected the file of a script, or - for standard input")
	}
	for _, path := range paths {
		if path == "-" && file == "-" {
			return usagef("script -: standard input cannot be both the script and the recording")
		}
		if path == "-" || strings.HasPrefix(path, demoPrefix) {
			continue
		}
		if _, err := os.Stat(path); err != nil {
			return unreadable(path, err)
		}
	}
	s, err := c.readScript(file)
	if err != nil {
		return err
	}
	return c.play(s, paths)
}

// readScript parses the whole script.
func (c *call) readScript(file string) (*script.Script, error) {
	in, name := c.stdin, "standard input"
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return nil, unreadable(file, err)
		}
		defer f.Close()
		in, name = f, file
	}
	s, err := script.Read(name, in)
	var fault *script.Error
	switch {
	case errors.As(err, &fault):
		return nil, usageError{err}
	case err != nil:
		return nil, unreadable(name, err)
	}
	return s, nil
}

func unreadable(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return &trace.InputError{Source: name, Offset: -1, Text: err.Error()}
}

// play runs a script on a new window. What it says about the window before anything else holds when the paths are opened.
func (c *call) play(s *script.Script, paths []string) error {
	p, err := newPlayer(c.stdout)
	if err != nil {
		return fmt.Errorf("script: %w", err)
	}
	defer p.Close()
	opened := false
	for _, step := range s.Steps {
		if err := c.ctx.Err(); err != nil {
			return err
		}
		if !opened && !isSetup(step.Action) {
			opened = true
			if err := p.open(paths); err != nil {
				return fmt.Errorf("script: %w", err)
			}
		}
		if err := p.do(step.Action); err != nil {
			return &script.Error{Script: s.Name, Line: step.Line, Text: err.Error()}
		}
	}
	return nil
}

// isSetup reports whether an action says what window there is to be.
func isSetup(a script.Action) bool {
	switch a.(type) {
	case script.Size, script.Scale, script.Theme:
		return true
	}
	return false
}

// player carries out the actions of a script.
type player struct {
	*render.OffScreen
	stdout io.Writer

	width, height int
	scale         float64
	x, y          float64 // of the pointer
	clipboard     string
}

func newPlayer(stdout io.Writer) (*player, error) {
	p := &player{stdout: stdout, width: scriptWidth, height: scriptHeight, scale: 1}
	options := windowOptions()
	options.Copy = func(text string) { p.clipboard = text }
	options.Paste = func() string { return p.clipboard }
	var err error
	if p.OffScreen, err = render.NewOffScreen(options, p.width, p.height, p.scale); err != nil {
		return nil, err
	}
	p.DrawLate()
	if err := p.Settle(); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// open opens a recording and waits until it can be seen.
func (p *player) open(paths []string) error {
	if len(paths) == 0 {
		return nil
	}
	p.App.Open(paths...)
	return p.Settle()
}

// do carries out one action. Then everything is done that goes on on the side, so that the next one does not depend on
// how fast the machine is.
func (p *player) do(a script.Action) error {
	if p.App.Closing() {
		return errors.New("the window has been closed")
	}
	if err := p.carryOut(a); err != nil {
		return err
	}
	return p.Finish()
}

func (p *player) carryOut(a script.Action) error {
	switch a := a.(type) {
	case script.Size:
		p.width, p.height = a.Width, a.Height
		return p.resize()
	case script.Scale:
		p.scale = a.Factor
		return p.resize()
	case script.Theme:
		return p.theme(a.Dark)
	case script.Move:
		return p.move(a.To)
	case script.Click:
		return p.click(a)
	case script.Drag:
		return p.drag(a)
	case script.Wheel:
		return p.input(render.Wheel{X: p.x, Y: p.y, DY: a.Notches})
	case script.Key:
		return p.hold(a.Stroke, 0)
	case script.Hold:
		return p.hold(a.Stroke, a.For)
	case script.Type:
		return p.typeText(a.Text)
	case script.Open:
		return p.open(a.Paths)
	case script.Drop:
		if err := p.input(render.Drop{Paths: a.Paths}); err != nil {
			return err
		}
		return p.Settle()
	case script.Wait:
		return p.Settle()
	case script.Advance:
		return p.Advance(a.For)
	}
	return p.tell(a)
}

// tell carries out the actions that only look.
func (p *player) tell(a script.Action) error {
	switch a := a.(type) {
	case script.Shot:
		return p.shot(a.File)
	case script.State:
		return p.state(a.File)
	case script.Expect:
		return script.Check(a, p.App.Describe())
	}
	return fmt.Errorf("%s: there is no such action", a)
}

func (p *player) theme(dark bool) error {
	settings := p.App.State().Settings
	settings.Theme = city.Light
	if dark {
		settings.Theme = city.Dark
	}
	p.App.Do(city.Set{To: settings})
	return nil
}

func (p *player) resize() error {
	return p.input(render.Resize{Width: p.width, Height: p.height, Scale: p.scale})
}

// input hands the window one event and a frame's time, and waits for what it sets going on the side.
func (p *player) input(e render.Event) error {
	p.Send(e)
	if err := p.Finish(); err != nil {
		return err
	}
	return p.pause(inputTime)
}

func (p *player) pause(d time.Duration) error {
	if err := p.Advance(d); err != nil {
		return err
	}
	return p.Finish()
}

// Times of inputs on the virtual clock.
const (
	inputTime   = time.Second / 60       // from one input to the next
	pressTime   = 60 * time.Millisecond  // from press to release of a click
	dragTime    = 150 * time.Millisecond // of a drag
	dragSteps   = 10                     // moves of a drag
	repeatAfter = 500 * time.Millisecond // until a key that is held repeats
	repeatEvery = time.Second / 30
)

// place returns where a place is now.
func (p *player) place(at script.Place) (x, y float64, err error) {
	if at.Name != "" {
		return p.App.Place(at.Name)
	}
	return at.X, at.Y, nil
}

func (p *player) move(to script.Place) error {
	x, y, err := p.place(to)
	if err != nil {
		return err
	}
	return p.moveTo(x, y)
}

func (p *player) moveTo(x, y float64) error {
	p.x, p.y = x, y
	return p.input(render.PointerMove{X: x, Y: y})
}

var scriptButtons = [...]render.Button{script.Left: render.LeftButton, script.Middle: render.MiddleButton, script.Right: render.RightButton}

func (p *player) button(b script.Button, down bool, mods render.Modifiers) error {
	return p.input(render.PointerButton{Button: scriptButtons[b], Down: down, X: p.x, Y: p.y, Mods: mods})
}

func (p *player) click(a script.Click) error {
	if err := p.move(a.At); err != nil {
		return err
	}
	mods := modifiersOf(a.Mods)
	if err := p.button(a.Button, true, mods); err != nil {
		return err
	}
	if err := p.pause(pressTime); err != nil {
		return err
	}
	return p.button(a.Button, false, mods)
}

func (p *player) drag(a script.Drag) error {
	x, y, err := p.place(a.To)
	if err != nil {
		return err
	}
	if err := p.move(a.From); err != nil {
		return err
	}
	fromX, fromY := p.x, p.y
	var mods render.Modifiers
	if a.Shift {
		mods = render.Shift
	}
	if err := p.button(a.Button, true, mods); err != nil {
		return err
	}
	for i := 1; i <= dragSteps; i++ {
		t := float64(i) / dragSteps
		p.x, p.y = fromX+(x-fromX)*t, fromY+(y-fromY)*t
		p.Send(render.PointerMove{X: p.x, Y: p.y})
		if err := p.Finish(); err != nil {
			return err
		}
		if err := p.pause(dragTime / dragSteps); err != nil {
			return err
		}
	}
	return p.button(a.Button, false, mods)
}

var scriptModifiers = []struct {
	from script.Modifiers
	to   render.Modifiers
}{{script.Ctrl, render.Control}, {script.Shift, render.Shift}, {script.Alt, render.Alt}, {script.Super, render.Super}}

func modifiersOf(mods script.Modifiers) (out render.Modifiers) {
	for _, m := range scriptModifiers {
		if mods&m.from != 0 {
			out |= m.to
		}
	}
	return out
}

// hold presses a key, as a keyboard does: with the text that it types, and repeating when it is held for long.
func (p *player) hold(s script.Stroke, length time.Duration) error {
	e := render.Key{Name: s.Key, Down: true, Mods: modifiersOf(s.Mods)}
	if err := p.press(e); err != nil {
		return err
	}
	for end := p.Now() + length; p.Now() < end; {
		step := min(repeatEvery, end-p.Now())
		if !e.Repeat {
			step = min(repeatAfter, end-p.Now())
		}
		if err := p.pause(step); err != nil {
			return err
		}
		if p.Now() < end {
			e.Repeat = true
			if err := p.press(e); err != nil {
				return err
			}
		}
	}
	e.Down, e.Repeat = false, false
	return p.input(e)
}

// press sends a key and what it types. Neither takes time, as a held key would repeat too slowly otherwise.
func (p *player) press(e render.Key) error {
	p.Send(e)
	if err := p.Finish(); err != nil {
		return err
	}
	if text := typedBy(e); text != "" {
		p.Send(render.Text{Text: text})
	}
	return p.Finish()
}

// typedBy returns what a key types.
func typedBy(e render.Key) string {
	switch {
	case e.Mods&^render.Shift != 0:
		return ""
	case e.Name == "Space":
		return " "
	case utf8.RuneCountInString(e.Name) != 1:
		return ""
	case e.Mods == 0:
		return strings.ToLower(e.Name)
	}
	return e.Name
}

// typeText types letter by letter, with the keys of letters and digits pressed as well.
func (p *player) typeText(text string) error {
	for _, r := range text {
		key := render.Key{Name: string(unicode.ToUpper(r)), Down: true}
		if r == ' ' {
			key.Name = "Space"
		}
		if unicode.IsUpper(r) {
			key.Mods = render.Shift
		}
		p.Send(key)
		if err := p.Finish(); err != nil {
			return err
		}
		if err := p.input(render.Text{Text: string(r)}); err != nil {
			return err
		}
		key.Down = false
		if err := p.input(key); err != nil {
			return err
		}
	}
	return nil
}

func (p *player) shot(file string) error {
	img, err := p.Picture()
	if err != nil {
		return err
	}
	var data bytes.Buffer
	if err := png.Encode(&data, img); err != nil {
		return err
	}
	return p.write(file, data.Bytes())
}

func (p *player) state(file string) error {
	var data bytes.Buffer
	e := json.NewEncoder(&data)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(p.App.Describe()); err != nil {
		return err
	}
	return p.write(file, data.Bytes())
}

func (p *player) write(file string, data []byte) error {
	if file == "-" {
		_, err := p.stdout.Write(data)
		return err
	}
	return os.WriteFile(file, data, 0o644)
}
