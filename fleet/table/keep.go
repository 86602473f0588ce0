package table

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Recordings are the rows of all recordings that are complete, in the order of their names.
func (f *Folder) Recordings() (list []Recording, err error) {
	entries, err := os.ReadDir(filepath.Join(f.Path, recordings))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if id, ok := strings.CutSuffix(e.Name(), ".parquet"); ok && validID.MatchString(id) {
			if r := f.Recording(id); r != nil {
				list = append(list, *r)
			}
		}
	}
	return list, err
}

// Remove removes a recording, whose row goes first: what is left of it if that is interrupted is not part of the fleet.
func (f *Folder) Remove(id string) error {
	for _, name := range slices.Backward(slices.Concat(OnRequest, Names)) {
		if err := os.Remove(f.file(name, id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Ages until which all recordings are kept, and one an hour.
const (
	keepAll    = 24 * time.Hour
	keepHourly = 7 * 24 * time.Hour
)

// TooMany are recordings that are not to be kept: those older than keep, and of each pod all but the first of an hour if they are older than a day, and
// all but the first of a day if they are older than a week. What has no time is kept. Keep of 0 keeps everything.
func TooMany(list []Recording, now time.Time, keep time.Duration) (ids []string) {
	if keep <= 0 {
		return nil
	}
	list = slices.DeleteFunc(slices.Clone(list), func(r Recording) bool { return r.Started == nil })
	slices.SortFunc(list, func(a, b Recording) int { return cmp.Or(cmp.Compare(*a.Started, *b.Started), cmp.Compare(a.ID, b.ID)) })
	type span struct {
		pod   string
		width time.Duration
		at    int64
	}
	taken := map[span]bool{}
	for _, r := range list {
		at := time.UnixMilli(*r.Started)
		age, width := now.Sub(at), time.Duration(0)
		switch {
		case age > keep:
			ids = append(ids, r.ID)
			continue
		case age > keepHourly:
			width = 24 * time.Hour
		case age > keepAll:
			width = time.Hour
		default:
			continue
		}
		s := span{r.Service + "\x00" + r.Version + "\x00" + r.Pod, width, at.UnixNano() / int64(width)}
		if taken[s] {
			ids = append(ids, r.ID)
		}
		taken[s] = true
	}
	return ids
}
