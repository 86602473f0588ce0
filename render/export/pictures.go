package export

import (
	"bytes"
	"context"
	"fmt"
	"image/png"

	"memcity/render/jobs"
	"memcity/render/memory"
	"memcity/render/picture"
	"memcity/render/prefs"
	"memcity/render/ui/model"
)

// Host connects a [Controller] to its window. SaveFile and CopyImage may block; they are called in the background.
type Host struct {
	Jobs   *jobs.Jobs
	Memory *memory.Memory

	Toast func(text string)
	Blur  func() // takes the focus from any control

	SaveFile    func(ctx context.Context, folder, name string) (string, error) // prompts for a file; nil if there is no dialog
	CopyImage   func(png []byte) error                                         // nil if pictures cannot be copied
	MakeContext picture.MakeContext                                            // nil for the default context
}

// Controller manages the picture dialog and exports. Use it only on the window's goroutine.
type Controller struct {
	host      Host
	open      bool
	requested Target
}

// Target selects the destination of a picture.
type Target uint8

// Destinations of a picture.
const (
	None Target = iota
	ToFile
	ToClipboard
)

// New returns a controller whose dialog is closed.
func New(host Host) *Controller { return &Controller{host: host} }

// Options returns the user's options for pictures, which are stored between runs.
func (c *Controller) Options() prefs.Picture { return c.host.Memory.Store().Window().Picture }

// SetOptions stores the options chosen in the dialog.
func (c *Controller) SetOptions(o model.PictureOptions) {
	c.host.Memory.Store().ChangeWindow(func(w *prefs.Window) {
		w.Picture = prefs.Picture{Scale: o.Scale, Legend: o.Legend, Caption: o.Caption, Labels: o.Labels, Transparent: o.Transparent}
	})
	c.host.Memory.Changed()
}

// Open reports whether the dialog is open.
func (c *Controller) Open() bool { return c.open }

// Close closes the dialog.
func (c *Controller) Close() { c.open = false }

// Toggle opens or closes the dialog. It opens only if there is a city.
func (c *Controller) Toggle(city bool) {
	if !c.possible(city) {
		return
	}
	c.open = !c.open
	c.host.Blur()
}

// OpenDialog opens the dialog. If the dialog is already open, it requests a picture with the current options.
func (c *Controller) OpenDialog(city bool) {
	if c.open {
		c.Request(ToFile, city)
		return
	}
	c.Toggle(city)
}

// Request closes the dialog and requests a picture, which the next [Controller.Take] makes.
func (c *Controller) Request(to Target, city bool) {
	if c.possible(city) {
		c.open, c.requested = false, to
	}
}

func (c *Controller) possible(city bool) bool {
	if !city {
		c.host.Toast("No picture: open a recording first.")
	}
	return city
}

// Model returns the model of the dialog for a window of the given size in pixels; nil while it is closed.
func (c *Controller) Model(width, height int) *model.Picture {
	if !c.open {
		return nil
	}
	o := c.Options()
	p := &model.Picture{Width: width, Height: height, Options: model.PictureOptions{
		Scale: o.Scale, Legend: o.Legend, Caption: o.Caption, Labels: o.Labels, Transparent: o.Transparent}}
	if err := picture.CheckSize(width*o.Scale, height*o.Scale); err != nil {
		p.Problem = err.Error()
	}
	return p
}

// Requested reports whether a picture has been requested.
func (c *Controller) Requested() bool { return c.requested != None }

// Take makes the requested picture in the background. The shot must be read-only.
func (c *Controller) Take(shot picture.Shot, name string) {
	to := c.requested
	c.requested = None
	if err := picture.CheckSize(shot.Width, shot.Height); err != nil {
		c.host.Toast("No picture: " + err.Error())
		return
	}
	c.start(func() string {
		if to == ToClipboard {
			return c.copyPicture(shot)
		}
		return c.savePicture(shot, name)
	})
}

// start runs make in the background, unless an export is already running.
func (c *Controller) start(make func() (message string)) {
	if !c.host.Jobs.Start(jobs.MakePicture, make) {
		c.host.Toast("Please wait: the previous picture is still being drawn.")
	}
}

// savePicture prompts for a file and writes the picture to it. It runs in the background.
func (c *Controller) savePicture(shot picture.Shot, name string) (message string) {
	path, ok := c.file(name)
	if !ok {
		return ""
	}
	c.announce(&shot)
	img, err := shot.Draw(c.host.Jobs.Context(), c.context())
	if err != nil {
		return "No picture: " + err.Error()
	}
	if err := picture.WritePNG(path, img); err != nil {
		return err.Error()
	}
	return "Picture saved as " + path
}

// copyPicture copies the picture to the clipboard. It runs in the background.
func (c *Controller) copyPicture(shot picture.Shot) (message string) {
	if c.host.CopyImage == nil {
		return "Copying pictures is not supported here."
	}
	c.announce(&shot)
	img, err := shot.Draw(c.host.Jobs.Context(), c.context())
	if err != nil {
		return "No picture: " + err.Error()
	}
	var data bytes.Buffer
	if err := png.Encode(&data, img); err != nil {
		return "No picture: " + err.Error()
	}
	if err := c.host.CopyImage(data.Bytes()); err != nil {
		return err.Error()
	}
	return fmt.Sprintf("Picture copied, %d × %d pixels.", shot.Width, shot.Height)
}

// slowPicture is the number of pixels at which a picture is announced beforehand.
const slowPicture = 4_000_000

func (c *Controller) announce(shot *picture.Shot) {
	if shot.Width*shot.Height >= slowPicture {
		c.host.Jobs.Report(fmt.Sprintf("Drawing a picture of %d × %d pixels…", shot.Width, shot.Height))
	}
}

func (c *Controller) context() picture.MakeContext {
	if c.host.MakeContext != nil {
		return c.host.MakeContext
	}
	return picture.NewContext
}
