package pictures

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"memcity/render"
	"memcity/render/action"
	"memcity/render/script"
)

// input sends the window one event, waits for the background work, and advances the clock by a frame.
func (p *Player) input(e render.Event) error {
	p.Send(e)
	if err := p.Finish(); err != nil {
		return err
	}
	return p.pause(inputTime)
}

func (p *Player) pause(d time.Duration) error {
	if err := p.Advance(d); err != nil {
		return err
	}
	return p.Finish()
}

// Times of inputs on the virtual clock.
const (
	inputTime   = time.Second / 60       // between two inputs
	pressTime   = 60 * time.Millisecond  // between press and release of a click
	dragTime    = 150 * time.Millisecond // duration of a drag
	dragSteps   = 10                     // number of moves in a drag
	repeatAfter = 500 * time.Millisecond // until a held key repeats
	repeatEvery = time.Second / 30
)

// place returns the current position of a place.
func (p *Player) place(at script.Place) (x, y float64, err error) {
	if at.Name != "" {
		return p.App.Place(at.Name)
	}
	return at.X, at.Y, nil
}

func (p *Player) move(to script.Place) error {
	x, y, err := p.place(to)
	if err != nil {
		return err
	}
	return p.moveTo(x, y)
}

func (p *Player) moveTo(x, y float64) error {
	p.x, p.y = x, y
	return p.input(render.PointerMove{X: x, Y: y})
}

var scriptButtons = [...]render.Button{script.Left: render.LeftButton, script.Middle: render.MiddleButton, script.Right: render.RightButton}

func (p *Player) button(b script.Button, down bool, mods action.Mods) error {
	return p.input(render.PointerButton{Button: scriptButtons[b], Down: down, X: p.x, Y: p.y, Mods: mods})
}

func (p *Player) click(a script.Click) error {
	if err := p.move(a.At); err != nil {
		return err
	}
	mods := a.Mods
	if err := p.button(a.Button, true, mods); err != nil {
		return err
	}
	if err := p.pause(pressTime); err != nil {
		return err
	}
	return p.button(a.Button, false, mods)
}

func (p *Player) drag(a script.Drag) error {
	x, y, err := p.place(a.To)
	if err != nil {
		return err
	}
	if err := p.move(a.From); err != nil {
		return err
	}
	fromX, fromY := p.x, p.y
	var mods action.Mods
	if a.Shift {
		mods = action.Shift
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

// hold presses a key like a keyboard: with its text, and with repeats if it is held long enough.
func (p *Player) hold(k action.Key, length time.Duration) error {
	e := render.Key{Name: k.Name, Down: true, Mods: k.Mods}
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

// press sends a key and its text. Neither takes time, since otherwise a held key would repeat too slowly.
func (p *Player) press(e render.Key) error {
	p.Send(e)
	if err := p.Finish(); err != nil {
		return err
	}
	if text := typedBy(e); text != "" {
		p.Send(render.Text{Text: text})
	}
	return p.Finish()
}

// typedBy returns the text that a key types.
func typedBy(e render.Key) string {
	switch {
	case e.Mods&^action.Shift != 0:
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

// typeText types letter by letter, and presses the keys of letters and digits as well.
func (p *Player) typeText(text string) error {
	for _, r := range text {
		key := render.Key{Name: string(unicode.ToUpper(r)), Down: true}
		if r == ' ' {
			key.Name = "Space"
		}
		if unicode.IsUpper(r) {
			key.Mods = action.Shift
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
