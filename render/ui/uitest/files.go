package uitest

import (
	"fmt"
	"time"

	"memcity/render/ui/model"
)

// FilesModel shows the file browser over the start screen, in a folder with a subfolder and some files.
func FilesModel(saves bool) model.Model {
	m := StartModel()
	changed := time.Date(2026, 11, 27, 14, 30, 0, 0, time.UTC)
	f := &model.Files{Title: "Open recording", Saves: saves, Folder: "/home/me/dumps", Others: 3, Version: 1,
		Places:  []model.FilePlace{{Name: "Home", Path: "/home/me"}, {Name: "dumps", Path: "/home/me/dumps"}},
		Entries: []model.FileEntry{{Name: "older", Folder: true, Changed: changed}}}
	for i := range 30 {
		f.Entries = append(f.Entries, model.FileEntry{Name: fmt.Sprintf("shop-%02d.hprof", i), Bytes: int64(i) * 1_234_567, Changed: changed})
	}
	if saves {
		f.Title, f.Name, f.Problem, f.Replace = "Save", "shop.png", "shop.png exists. Save again to replace it.", "/home/me/dumps/shop.png"
	}
	m.Files = f
	return m
}
