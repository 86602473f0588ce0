package findings

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"memcity/city/link"
	"memcity/words"
)

// noStory is the value of --story for a report without the story next to the recording.
const noStory = "none"

// readStory reads the story of the city: the named file, else the one next to the recording. A fault in the latter is only a warning.
// It leaves out scenes of other recordings.
func (r *reporter) readStory(named string) error {
	file := named
	switch {
	case !r.turns || named == noStory:
		return nil
	case named == "" && link.IsFile(r.paths[0]):
		file = link.StoryNextTo(r.paths[0])
	case named == "":
		return nil
	}
	s, err := openStory(file)
	switch {
	case named == "" && errors.Is(err, fs.ErrNotExist):
		return nil
	case named == "" && err != nil:
		r.Notify("report: the story next to the recording is omitted: " + err.Error())
		return nil
	case err != nil:
		return err
	}
	all := len(s.Scenes)
	r.story = slices.DeleteFunc(s.Scenes, func(sc link.Scene) bool {
		return !slices.Equal(link.WholePaths(sc.Recording), link.WholePaths(r.paths))
	})
	if n := all - len(r.story); n > 0 {
		r.Notify("report: the story's scenes of other recordings are omitted: " + words.Count(int64(n)))
	}
	return nil
}

func openStory(path string) (*link.Story, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s, err := link.ReadStory(path, f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}
