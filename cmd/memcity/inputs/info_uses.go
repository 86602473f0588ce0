package inputs

import (
	"fmt"
	"io"

	"memcity/cmd/memcity/cli"
	"memcity/trace"
	"memcity/trace/hirth"
	"memcity/trace/usage"
	"memcity/words"
)

// usesInfo summarizes the recorded use of collections. Times are in ms.
type usesInfo struct {
	From        int64 `json:"from_ms"`
	To          int64 `json:"to_ms"`
	Collections int   `json:"collections"`
	Followed    int   `json:"followed"` // collections with all their operations
	Elements    int   `json:"elements"` // elements of these
}

// usesOf returns nil for a nil log.
func usesOf(log *usage.Log) *usesInfo {
	if log == nil {
		return nil
	}
	u := &usesInfo{From: int64(log.Start), To: int64(log.End), Collections: len(log.Collections), Elements: log.Elements.Len()}
	for i := range log.Collections {
		if log.Collections[i].Followed {
			u.Followed++
		}
	}
	return u
}

// Table prints a row of a table; nothing for nil.
func (u *usesInfo) Table(w io.Writer) {
	if u != nil {
		fmt.Fprintf(w, "collections\t%s, %d of them followed, with %s, from %s to %s\n", words.Ungrouped(int64(u.Collections), "collection"), u.Followed,
			words.Ungrouped(int64(u.Elements), "element"), words.ExactMillis(u.From), words.ExactMillis(u.To))
	}
}

// collectionFiles describes the two files of a recording of collections; nil if the paths are something else.
func collectionFiles(c *cli.Call, paths []string) (*recordingInfo, error) {
	log, files, warnings, err := hirth.Load(c.Ctx, paths, c.Progress())
	if log == nil || err != nil {
		return nil, err
	}
	for _, text := range log.Troubles {
		warnings = append(warnings, trace.Warning{Source: files.Trace.Base(), Text: text})
	}
	out := &recordingInfo{Name: files.Trace.Base(), Format: "collections", Files: []string{files.Trace.Name}, Knows: trace.KnowsUses.Names(),
		Points: []pointInfo{}, Warnings: []string{}, Uses: usesOf(log)}
	if files.Symbols.Name != "" {
		out.Files = append(out.Files, files.Symbols.Name)
	}
	for _, w := range warnings {
		out.Warnings = append(out.Warnings, w.String())
	}
	c.Report(warnings)
	return out, nil
}
