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

// Recordings returns the rows of all complete recordings, sorted by ID.
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

// Remove removes a recording. It removes its row first, so that an interrupted removal leaves nothing that is part of the fleet.
func (f *Folder) Remove(id string) error {
	for _, name := range slices.Backward(slices.Concat(OnRequest, Names)) {
		if err := os.Remove(f.file(name, id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Maximum ages up to which all recordings are kept, and one per hour.
const (
	keepAll    = 24 * time.Hour
	keepHourly = 7 * 24 * time.Hour
)

// TooMany returns the recordings that should be removed. This includes all recordings older than keep. A recording older than a day stays
// only if it is the first of its hour for a pod. One older than a week must be the first of its day. Recordings without a time are kept. If
// keep is 0, all are kept.
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
