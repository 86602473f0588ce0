package scene

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"memcity/trace/tracetest/golden"
)

const (
	settingsPage = "../../assets/help/views/settings.md"
	settingsHead = "## Names in files and options"
)

// settingsList returns the list of all settings for the manual.
func settingsList() string {
	var b strings.Builder
	b.WriteString(settingsHead + "\n\nA share is kept as a number from 0 to 1; an option takes it in percent too.\n\n" +
		"| setting | in files | option | values | default |\n|---|---|---|---|---|\n")
	usual := DefaultSettings()
	for i := range table {
		row := &table[i]
		flag, values, value := "", "classifiers", ""
		if row.Flag != "" {
			flag = "`--" + row.Flag + "`"
		}
		if typed, ok := row.Value.(Typed); ok {
			values, value = typed.Range(), typed.Text(&usual)
		} else {
			value = strings.Join(row.Value.(List).at(&usual).Slice(), ",")
		}
		if row.Described != "" && row.Described != "-" {
			values += "; `" + row.Described + "` in descriptions"
		}
		fmt.Fprintf(&b, "| %s: %s | `%s` | %s | %s | %s |\n", row.Section, row.Title, row.Name, flag, values, value)
	}
	return b.String()
}

// TestManualHasSettings: the manual lists each setting as in its row.
func TestManualHasSettings(t *testing.T) {
	page, err := os.ReadFile(settingsPage)
	if err != nil {
		t.Fatal(err)
	}
	before, list, _ := strings.Cut(string(page), settingsHead)
	if want := settingsList(); settingsHead+list == want {
		return
	} else if !*golden.Update {
		t.Fatalf("%s: the list is not that of the table; make golden writes it:\n%s", settingsPage, want)
	} else if err := os.WriteFile(settingsPage, []byte(strings.TrimRight(before, "\n")+"\n\n"+want), 0o644); err != nil {
		t.Fatal(err)
	}
}
