package render

import (
	"errors"
	"io/fs"
	"os"

	"memcity/city/link"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/render/jobs"
	"memcity/render/ui/model"
	"memcity/words"
)

// openPod opens the recording of a pod of a fleet if it is reachable. It runs in the background, as access to another machine may be slow.
func (a *App) openPod(e model.OpenPod) {
	l := link.Link{Recording: []string{e.Recording}, At: e.Point}
	if e.Group != "" {
		l.By, l.Groups = seq.Of("type"), []string{e.Group}
	}
	if e.Recording == "" {
		a.notices.Toast(podFault(&e, errNoPath))
		return
	}
	if !link.IsFile(e.Recording) {
		a.OpenAt(trees.Baseline{}, l)
		return
	}
	a.jobs.Start(jobs.FindPod, func() string {
		if _, err := os.Stat(e.Recording); err != nil {
			return podFault(&e, err)
		}
		a.jobs.Later(func() { a.OpenAt(trees.Baseline{}, l) })
		return ""
	})
}

var errNoPath = errors.New("its location was not exported")

// podFault explains why the recording of a pod cannot be opened.
func podFault(e *model.OpenPod, err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	where := ""
	if e.Recording != "" {
		where = " " + e.Recording
	}
	return words.Printable("The recording" + where + " of " + e.Name + " cannot be opened: " + err.Error() + ".")
}
