package render

import (
	"bytes"
	"fmt"
	"image/png"
	"os"
	"path/filepath"

	"memcity/render/filename"
	"memcity/render/jobs"
	"memcity/render/picture"
	"memcity/render/prefs"
	"memcity/render/ui/model"
)

// picturing is the dialog for pictures and the picture that is wished for.
type picturing struct {
	open bool
	wish pictureWish
}

// pictureWish is what is to be done with the picture of what is shown.
type pictureWish uint8

const (
	noPicture pictureWish = iota
	pictureToFile
	pictureToClipboard
)

// pictureOptions are the user's choices about pictures, kept from one run to the next.
func (a *App) pictureOptions() prefs.Picture { return a.memory.Store().Window().Picture }

func (a *App) setPictureOptions(o model.PictureOptions) {
	a.memory.Store().ChangeWindow(func(w *prefs.Window) {
		w.Picture = prefs.Picture{Scale: o.Scale, Legend: o.Legend, Caption: o.Caption, Labels: o.Labels, Transparent: o.Transparent}
	})
	a.memory.Changed()
}

// askForPicture opens the dialog; when it is open, the picture is saved as chosen last.
func (a *App) askForPicture() {
	if a.picturing.open {
		a.wishPicture(pictureToFile)
		return
	}
	a.togglePicture()
}

func (a *App) togglePicture() {
	if a.city == nil {
		a.toast("No picture to make: no recording is open.")
		return
	}
	a.picturing.open = !a.picturing.open
	a.panels.Blur()
}

// wishPicture asks for the picture of what is shown once the city is the one that the state asks for.
func (a *App) wishPicture(w pictureWish) {
	if a.city == nil {
		a.toast("No picture to make: no recording is open.")
		return
	}
	a.picturing = picturing{wish: w}
}

// pictureModel is what the dialog shows; nil while it is closed.
func (a *App) pictureModel() *model.Picture {
	if !a.picturing.open || a.city == nil {
		return nil
	}
	o := a.pictureOptions()
	p := &model.Picture{Width: a.screen.Width, Height: a.screen.Height, Options: model.PictureOptions{
		Scale: o.Scale, Legend: o.Legend, Caption: o.Caption, Labels: o.Labels, Transparent: o.Transparent}}
	if err := picture.CheckSize(a.screen.Width*o.Scale, a.screen.Height*o.Scale); err != nil {
		p.Problem = err.Error()
	}
	return p
}

// shot is the picture of what is shown, as the user chose.
func (a *App) shot() picture.Shot {
	o := a.pictureOptions()
	settings, pose := a.state.Settings, a.state.Camera
	settings.Labels = o.Labels
	selected, also := a.selected()
	return picture.Shot{
		City: a.stage.City, Name: a.result.Name, Settings: settings, Selected: selected, Also: also,
		Marks: a.state.Marks, Pose: &pose, Width: a.screen.Width * o.Scale, Height: a.screen.Height * o.Scale, Scale: a.screen.Scale() * float64(o.Scale),
		Legend: o.Legend, Caption: o.Caption, Transparent: o.Transparent,
		Fonts: a.stage.Fonts,
	}
}

// takePicture fulfils a wish on the side, with what is shown now: all that it needs are values that do not change.
func (a *App) takePicture() {
	wish := a.picturing.wish
	if wish == noPicture || a.city == nil {
		return
	}
	a.picturing.wish = noPicture
	shot := a.shot()
	if err := picture.CheckSize(shot.Width, shot.Height); err != nil {
		a.toast("No picture: " + err.Error())
		return
	}
	name := fmt.Sprintf("%s-%d.png", filename.Of(a.result.Name), a.city.Point+1)
	make := a.savePicture
	if wish == pictureToClipboard {
		make = a.copyPicture
	}
	if !a.jobs.Start(jobs.MakePicture, func() string { return make(shot, name) }) {
		a.toast("Wait a moment: the previous picture is still being made.")
	}
}

// savePicture asks for a file and puts the picture there. It runs on the side.
func (a *App) savePicture(shot picture.Shot, name string) (message string) {
	path, ok := a.fileToSave(name)
	if !ok {
		return ""
	}
	a.tellSize(&shot)
	img, err := shot.Draw(a.jobs.Context(), a.makeContext())
	if err != nil {
		return "No picture: " + err.Error()
	}
	if err := WritePNG(path, img); err != nil {
		return err.Error()
	}
	return "Picture saved as " + path
}

// copyPicture puts the picture on the clipboard. It runs on the side.
func (a *App) copyPicture(shot picture.Shot, _ string) (message string) {
	if a.options.Files.CopyImage == nil {
		return "Pictures cannot be copied here."
	}
	a.tellSize(&shot)
	img, err := shot.Draw(a.jobs.Context(), a.makeContext())
	if err != nil {
		return "No picture: " + err.Error()
	}
	var data bytes.Buffer
	if err := png.Encode(&data, img); err != nil {
		return "No picture: " + err.Error()
	}
	if err := a.options.Files.CopyImage(data.Bytes()); err != nil {
		return err.Error()
	}
	return fmt.Sprintf("Picture copied, %d × %d pixels.", shot.Width, shot.Height)
}

// slowPicture is the number of pixels from which a picture is announced.
const slowPicture = 4_000_000

func (a *App) tellSize(shot *picture.Shot) {
	if shot.Width*shot.Height >= slowPicture {
		a.jobs.Report(fmt.Sprintf("Drawing a picture of %d × %d pixels …", shot.Width, shot.Height))
	}
}

func (a *App) makeContext() picture.MakeContext {
	if a.options.MakeContext != nil {
		return a.options.MakeContext
	}
	return picture.NewContext
}

// withExtension adds one to a name without any, as not every dialog does.
func withExtension(path, extension string) string {
	if filepath.Ext(path) == "" {
		return path + extension
	}
	return path
}

// pictureFolder is the user's folder for pictures, else that for all files, else the current one.
func pictureFolder() string {
	home, err := os.UserHomeDir()
	if err != nil {
		return "."
	}
	if pictures := filepath.Join(home, "Pictures"); isFolder(pictures) {
		return pictures
	}
	return home
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
