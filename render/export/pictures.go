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

// Host is the window that a [Controller] works for. SaveFile and CopyImage may wait, and are called on the side.
type Host struct {
	Jobs   *jobs.Jobs
	Memory *memory.Memory

	Toast func(text string)
	Blur  func() // no control has the focus any more

	SaveFile    func(ctx context.Context, folder, name string) (string, error) // prompts for a file; nil if there is no dialog
	CopyImage   func(png []byte) error                                         // nil if pictures cannot be copied
	MakeContext picture.MakeContext                                            // nil for the usual one
}

// Controller is the dialog for pictures, and the files that are being made. It belongs to the goroutine of the window.
type Controller struct {
	host      Host
	open      bool
	requested Target
}

// Target is what becomes of a picture.
type Target uint8

// What may become of a picture.
const (
	None Target = iota
	ToFile
	ToClipboard
)

// New returns a controller whose dialog is closed.
func New(host Host) *Controller { return &Controller{host: host} }

// Options are the user's choices about pictures, kept from one run to the next.
func (c *Controller) Options() prefs.Picture { return c.host.Memory.Store().Window().Picture }

// SetOptions takes over the choices of the dialog.
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

// Toggle opens or closes the dialog; it opens only if there is a city.
func (c *Controller) Toggle(city bool) {
	if !c.possible(city) {
		return
	}
	c.open = !c.open
	c.host.Blur()
}

// OpenDialog opens the dialog; when it is open, the picture is saved as chosen last.
func (c *Controller) OpenDialog(city bool) {
	if c.open {
		c.Request(ToFile, city)
		return
	}
	c.Toggle(city)
}

// Request makes the next [Controller.Take] save the picture of what is shown. The dialog closes.
func (c *Controller) Request(to Target, city bool) {
	if c.possible(city) {
		c.open, c.requested = false, to
	}
}

func (c *Controller) possible(city bool) bool {
	if !city {
		c.host.Toast("No picture to make: no recording is open.")
	}
	return city
}

// Model is what the dialog shows for a window of a size in pixels; nil while it is closed.
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

// Requested reports whether a picture is to be made of what is shown now.
func (c *Controller) Requested() bool { return c.requested != None }

// Take makes the picture that was requested on the side: all that it needs are values that do not change.
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

// start makes a file on the side, unless one is being made.
func (c *Controller) start(make func() (message string)) {
	if !c.host.Jobs.Start(jobs.MakePicture, make) {
		c.host.Toast("Wait a moment: the previous picture is still being made.")
	}
}

// savePicture prompts for a file and puts the picture there. It runs on the side.
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

// copyPicture puts the picture on the clipboard. It runs on the side.
func (c *Controller) copyPicture(shot picture.Shot) (message string) {
	if c.host.CopyImage == nil {
		return "Pictures cannot be copied here."
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

// slowPicture is the number of pixels from which a picture is announced.
const slowPicture = 4_000_000

func (c *Controller) announce(shot *picture.Shot) {
	if shot.Width*shot.Height >= slowPicture {
		c.host.Jobs.Report(fmt.Sprintf("Drawing a picture of %d × %d pixels …", shot.Width, shot.Height))
	}
}

func (c *Controller) context() picture.MakeContext {
	if c.host.MakeContext != nil {
		return c.host.MakeContext
	}
	return picture.NewContext
}
