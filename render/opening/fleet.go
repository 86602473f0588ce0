package opening

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

// OpenPod opens the recording of a pod of a fleet if it is reachable. It runs in the background, as access to another machine may be slow.
func (o *Opening) OpenPod(e model.OpenPod) {
	l := link.Link{Recording: []string{e.Recording}, At: e.Point}
	if e.Group != "" {
		l.By, l.Groups = seq.Of("type"), []string{e.Group}
	}
	if e.Recording == "" {
		o.Notices.Toast(podFault(&e, errNoPath))
		return
	}
	if !link.IsFile(e.Recording) {
		o.OpenAt(trees.Baseline{}, l)
		return
	}
	o.Jobs.Start(jobs.FindPod, func() string {
		if _, err := os.Stat(e.Recording); err != nil {
			return podFault(&e, err)
		}
		o.Jobs.Later(func() { o.OpenAt(trees.Baseline{}, l) })
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
