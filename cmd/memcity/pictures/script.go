package pictures

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"memcity/assets"
	"memcity/city/exchange"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/window"
	"memcity/render"
	"memcity/render/atomic"
	"memcity/render/files"
	"memcity/render/picture"
	"memcity/render/script"
)

// Default size of a script's window.
const (
	scriptWidth  = 1280
	scriptHeight = 720
)

// runScript runs the window off screen, driven by a script.
func runScript(c *cli.Call) error {
	file := ""
	if len(c.Args) > 0 && (c.Args[0] == "-" || !strings.HasPrefix(c.Args[0], "-")) {
		file, c.Args = c.Args[0], c.Args[1:]
	}
	set := c.Flags()
	c.ClassifierFlag(set)
	paths, done, err := c.Parse(set)
	if err != nil || done {
		return err
	}
	if file == "" {
		return cli.Usagef("script: expected the file of a script, or - for standard input")
	}
	for _, path := range paths {
		if path == "-" && file == "-" {
			return cli.Usagef("script -: standard input cannot be both the script and the recording")
		}
		if path == "-" || strings.HasPrefix(path, assets.DemoPrefix) || exchange.IsAddress(path) {
			continue
		}
		if _, err := os.Stat(path); err != nil {
			return cli.Unreadable(path, err)
		}
	}
	s, err := readScript(c, file)
	if err != nil {
		return err
	}
	return play(c, s, paths)
}

// readScript parses the whole script.
func readScript(c *cli.Call, file string) (*script.Script, error) {
	in, name := c.Stdin, cli.StandardInput
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return nil, cli.Unreadable(file, err)
		}
		defer f.Close()
		in, name = f, file
	}
	s, err := script.Read(name, in)
	var fault *script.Error
	switch {
	case errors.As(err, &fault):
		return nil, cli.UsageError{Err: err}
	case err != nil:
		return nil, cli.Unreadable(name, err)
	}
	return s, nil
}

// play runs a script on a new window. Settings of the window before other actions apply before the paths are opened.
func play(c *cli.Call, s *script.Script, paths []string) error {
	written, err := cli.ReadDefinitions("", c.Classifiers) // without the user's own files, so that scripts do not depend on them
	if err != nil {
		return err
	}
	written.Memory = c.Memory()
	p, err := NewPlayer(c.Stdout, written)
	if err != nil {
		return fmt.Errorf("script: %w", err)
	}
	defer p.Close()
	opened := false
	for _, step := range s.Steps {
		if err := c.Ctx.Err(); err != nil {
			return err
		}
		if !opened && !isSetup(step.Action) {
			opened = true
			if err := p.Open(paths); err != nil {
				return fmt.Errorf("script: %w", err)
			}
			for _, text := range p.App.Describe().Warnings {
				c.Notify("warning: " + text)
			}
		}
		if err := p.Do(step.Action); err != nil {
			return &script.Error{Script: s.Name, Line: step.Line, Text: err.Error()}
		}
	}
	return nil
}

// isSetup reports whether an action is a setting of the window.
func isSetup(a script.Action) bool {
	switch a.(type) {
	case script.Size, script.Scale, script.Theme:
		return true
	}
	return false
}

// Player carries out the actions of a script.
type Player struct {
	*render.OffScreen
	stdout io.Writer

	width, height int
	scale         float64
	x, y          float64  // of the pointer
	clipboard     []byte   // a text, or a picture as PNG
	chosen        []string // results of the next dialog
	browses       bool     // dialogs open in the window
}

// NewPlayer returns a player without a recording. It prints the script's output to stdout.
func NewPlayer(stdout io.Writer, w *cli.Definitions) (*Player, error) {
	p := &Player{stdout: stdout, width: scriptWidth, height: scriptHeight, scale: 1}
	options := window.Options(w)
	options.Copy = func(text string) { p.clipboard = []byte(text) }
	options.Paste = func() string { return string(p.clipboard) }
	options.Files, options.Recorder = p.files(), window.Recorder{}
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

// files returns dialogs whose results the script sets. Without a result they are canceled. Background jobs with a dialog end before the
// script continues.
func (p *Player) files() files.Dialogs {
	result := func() []string {
		paths := p.chosen
		p.chosen = nil
		return paths
	}
	return files.Dialogs{
		Open: func(ctx context.Context, title, folder string) ([]string, error) {
			if p.browses {
				return p.App.Browser().Open(ctx, title, folder)
			}
			return result(), nil
		},
		Save: func(ctx context.Context, folder, name string) (string, error) {
			if p.browses {
				return p.App.Browser().Save(ctx, folder, name)
			}
			if paths := result(); len(paths) > 0 {
				return paths[0], nil
			}
			return "", nil
		},
		CopyImage: func(data []byte) error {
			p.clipboard = data
			return nil
		},
	}
}

// Open opens a recording and waits until it is visible.
func (p *Player) Open(paths []string) error {
	if len(paths) == 0 {
		return nil
	}
	p.App.Open(paths...)
	return p.Settle()
}

// Do carries out one action and waits for all background work, so that the next action does not depend on the machine's speed.
func (p *Player) Do(a script.Action) error {
	if p.App.Closing() {
		return errors.New("the window has been closed")
	}
	if err := p.carryOut(a); err != nil {
		return err
	}
	return p.Finish()
}

func (p *Player) carryOut(a script.Action) error {
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
		return p.hold(a.Key, 0)
	case script.Hold:
		return p.hold(a.Key, a.For)
	case script.Do:
		if err := p.App.Run(a.ID, p.Now()); err != nil {
			return err
		}
		return p.Finish()
	case script.Type:
		return p.typeText(a.Text)
	case script.Open:
		return p.Open(a.Paths)
	case script.Drop:
		if err := p.input(render.Drop{Paths: a.Paths}); err != nil {
			return err
		}
		return p.Settle()
	case script.Choose:
		p.chosen, p.browses = a.Paths, len(a.Paths) == 0
		return nil
	case script.Record:
		p.App.Record(exchange.RecordRequest{Command: a.Command, RecordOptions: exchange.DefaultRecordOptions()})
		return nil
	case script.Until:
		return p.until(a.Expect)
	case script.Wait:
		return p.Settle()
	case script.Advance:
		return p.Advance(a.For)
	}
	return p.report(a)
}

// Times of waiting for other programs, in real time.
const (
	untilPatience = 2 * time.Minute
	untilStep     = 50 * time.Millisecond
)

// until lets real and virtual time pass until the expectation holds or untilPatience has passed.
func (p *Player) until(e script.Expect) error {
	for end := time.Now().Add(untilPatience); ; {
		err := script.Check(e, p.App.Describe())
		if err == nil || time.Now().After(end) {
			return err
		}
		time.Sleep(untilStep)
		if err := p.pause(untilStep); err != nil {
			return err
		}
	}
}

// report carries out actions that do not change the window.
func (p *Player) report(a script.Action) error {
	switch a := a.(type) {
	case script.Shot:
		return p.shot(a.File)
	case script.Clipboard:
		return p.write(a.File, p.clipboard)
	case script.State:
		return p.state(a.File)
	case script.Expect:
		return script.Check(a, p.App.Describe())
	}
	return fmt.Errorf("%s: no such action", a)
}

func (p *Player) theme(dark bool) error {
	settings := p.App.State().Settings
	settings.Theme = scene.Light
	if dark {
		settings.Theme = scene.Dark
	}
	p.App.Do(state.Set{To: settings})
	return nil
}

func (p *Player) resize() error {
	return p.input(render.Resize{Width: p.width, Height: p.height, Scale: p.scale})
}

func (p *Player) shot(file string) error {
	img, err := p.Picture()
	if err != nil {
		return err
	}
	return picture.WritePNG(file, img)
}

func (p *Player) state(file string) error {
	var data bytes.Buffer
	if err := cli.WriteJSON(&data, p.App.Describe()); err != nil {
		return err
	}
	return p.write(file, data.Bytes())
}

func (p *Player) write(file string, data []byte) error {
	if file == "-" {
		_, err := p.stdout.Write(data)
		return err
	}
	if err := atomic.Write(file, atomic.Private, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}
