package render

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Files asks for files and keeps pictures, on the side; each function may wait as long as it likes.
type Files struct {
	Open      func(ctx context.Context, folder string) ([]string, error)
	Save      func(ctx context.Context, folder, name string) (string, error)
	CopyImage func(png []byte) error
}

// errands are questions to the user or the system that are under way.
type errands struct {
	ctx    context.Context
	cancel context.CancelFunc
	group  sync.WaitGroup

	mu     sync.Mutex
	asking bool
	chosen []string // files to be opened
	told   []string // messages for the user
}

func newErrands() *errands {
	e := &errands{}
	e.ctx, e.cancel = context.WithCancel(context.Background())
	return e
}

func (e *errands) close() {
	e.cancel()
	e.group.Wait()
}

// start runs ask on the side, unless another question is open.
func (e *errands) start(wake func(), ask func() (chosen []string, message string)) {
	e.mu.Lock()
	busy := e.asking
	e.asking = true
	e.mu.Unlock()
	if busy {
		return
	}
	e.group.Go(func() {
		chosen, message := ask()
		e.mu.Lock()
		e.asking = false
		e.chosen = chosen
		if message != "" {
			e.told = append(e.told, message)
		}
		e.mu.Unlock()
		wake()
	})
}

// takeErrands brings in what was answered.
func (a *App) takeErrands() {
	e := a.errands
	e.mu.Lock()
	chosen, told := e.chosen, e.told
	e.chosen, e.told = nil, nil
	e.mu.Unlock()
	for _, text := range told {
		a.toast(text)
	}
	if err := a.memory.forgetTrouble(); err != nil {
		a.toast("Settings are not kept: " + err.Error())
	}
	a.Open(chosen...)
}

// chooseFiles asks for files and opens them.
func (a *App) chooseFiles() {
	if a.options.Files.Open == nil {
		a.toast("Drop files or folders on the window to open them.")
		return
	}
	folder := a.memory.store.Window().Folder
	a.errands.start(a.options.Wake, func() ([]string, string) {
		paths, err := a.options.Files.Open(a.errands.ctx, folder)
		if err != nil {
			return nil, err.Error()
		}
		if len(paths) > 0 {
			w := a.memory.store.Window()
			w.Folder = filepath.Dir(paths[0])
			a.memory.store.SetWindow(w)
		}
		return paths, ""
	})
}

// pictureWish is a picture to be kept as soon as it is at its best.
type pictureWish struct {
	wanted      bool
	toClipboard bool
}

// wishPicture asks for the picture with legend and caption, in a file or on the clipboard.
func (a *App) wishPicture(toClipboard bool) {
	if a.city == nil {
		a.toast("Nothing to picture: no recording is open.")
		return
	}
	a.picture = pictureWish{true, toClipboard}
}

// takePicture fulfils the wish once the picture rests.
func (a *App) takePicture() {
	if !a.picture.wanted || a.stage.busy() {
		return
	}
	wish := a.picture
	a.picture = pictureWish{}
	shot := Shot{City: a.city, Name: a.result.Name, Settings: a.state.Settings, Legend: true,
		Selected: a.city.Plan.Find(a.state.Selection), Width: a.width, Height: a.height, Scale: a.scale}
	frames, err := shot.panels()
	if err != nil {
		a.toast("No picture: " + err.Error())
		return
	}
	img, err := a.stage.scene.Snapshot(panelImages(frames))
	if err != nil {
		a.toast("No picture: " + err.Error())
		return
	}
	a.stage.exposed = true
	name := fmt.Sprintf("%s-%d.png", strings.Map(fileRune, a.result.Name), a.city.Point+1)
	a.errands.start(a.options.Wake, func() ([]string, string) {
		var data bytes.Buffer
		if err := png.Encode(&data, img); err != nil {
			return nil, "No picture: " + err.Error()
		}
		return nil, a.keepPicture(data.Bytes(), name, wish.toClipboard)
	})
}

func (a *App) keepPicture(data []byte, name string, toClipboard bool) (message string) {
	files := a.options.Files
	if toClipboard {
		if files.CopyImage == nil {
			return "Pictures cannot be copied here."
		}
		if err := files.CopyImage(data); err != nil {
			return err.Error()
		}
		return "Picture copied."
	}
	path := name
	if files.Save != nil {
		var err error
		path, err = files.Save(a.errands.ctx, a.memory.store.Window().Folder, name)
		if a.errands.ctx.Err() != nil {
			return ""
		}
		if err != nil { // no dialog: where pictures usually go
			path = filepath.Join(pictureFolder(), name)
		}
	}
	if path == "" {
		return ""
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		return err.Error()
	}
	return "Picture saved as " + path
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

// fileRune keeps runes that every file system takes.
func fileRune(r rune) rune {
	if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
		return '-'
	}
	return r
}
