package scene

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"memcity/city/seq"
)

// leaves returns the indexes of all values of a struct, including those of nested structs.
func leaves(of reflect.Type, above []int) (list [][]int) {
	for i := range of.NumField() {
		f, index := of.Field(i), append(append([]int{}, above...), i)
		if f.Type.Kind() == reflect.Struct && f.Type != reflect.TypeFor[seq.Seq[string]]() {
			list = append(list, leaves(f.Type, index)...)
			continue
		}
		list = append(list, index)
	}
	return list
}

// TestTableIsWhole: each value of Settings has exactly one row, which alone detects its change and resets it.
func TestTableIsWhole(t *testing.T) {
	usual := DefaultSettings()
	all := leaves(reflect.TypeFor[Settings](), nil)
	if len(all) != len(table) {
		t.Errorf("%d values have %d rows", len(all), len(table))
	}
	for _, index := range all {
		other := usual
		switch f := reflect.ValueOf(&other).Elem().FieldByIndex(index); f.Kind() {
		case reflect.Bool:
			f.SetBool(!f.Bool())
		case reflect.Int:
			f.SetInt(f.Int() + 1)
		case reflect.Uint8:
			f.SetUint(f.Uint() ^ 1)
		case reflect.Float64:
			f.SetFloat(f.Float() + 0.125)
		default:
			f.Set(reflect.ValueOf(seq.Of("site")))
		}
		var rows []string
		for i := range table {
			row := &table[i]
			if row.Value.same(&usual, &other) {
				continue
			}
			rows = append(rows, row.Name)
			text, _ := json.Marshal(row.Value.At(&other))
			read, reset := usual, other
			if err := row.Read(&read, text); err != nil || read != other {
				t.Errorf("%s: %s is read as %+v, %v", row.Name, text, read, err)
			}
			if row.Reset(&reset); reset != usual {
				t.Errorf("%s is not reset", row.Name)
			}
			if other.SamePlan(usual) != (row.Redraws < RedrawsPlan) || other.SameLook(usual) != (row.Redraws != RedrawsLook) {
				t.Errorf("%s: not made anew as its row says", row.Name)
			}
		}
		if len(rows) != 1 {
			t.Errorf("%s has the rows %q", reflect.TypeFor[Settings]().FieldByIndex(index).Name, rows)
		}
	}
}

// TestRowsAreWhole: every row has a name, a title and a default inside its range, and names are unique.
func TestRowsAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for i := range table {
		row := &table[i]
		names := []string{row.Name, "--" + row.Flag, row.Described}
		if row.Described == row.Name {
			t.Errorf("%s is said twice", row.Name)
		}
		for _, name := range names {
			if seen[name] && name != "--" && name != "" && name != "-" {
				t.Errorf("%s is there twice", name)
			}
			seen[name] = true
		}
		if row.Title == "" || row.Hint == "" && len(row.Choices) == 0 || strings.HasSuffix(row.Hint, ".") {
			t.Errorf("%s: no title, or no hint without a full stop", row.Name)
		}
		if index, ok := row.Value.At(&Settings{}).(Index); ok && len(row.Choices) > 0 {
			if index.Choose(len(row.Choices) - 1); !json.Valid(must(json.Marshal(index))) {
				t.Errorf("%s: more choices than names", row.Name)
			}
		}
		if row.Flag != "" {
			typed, ok := row.Value.(Typed)
			s := DefaultSettings()
			if !ok || typed.Parse(&s, typed.Text(&s)) != nil || s != DefaultSettings() {
				t.Errorf("--%s: the usual value is not read as it is written", row.Flag)
			}
		}
	}
	if s := DefaultSettings(); s.Normal() != s {
		t.Errorf("usual values are outside their ranges: %+v", s.Normal())
	}
}

func must(text []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return text
}

func TestValuesAreRead(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{ // want is empty if it is not accepted
		{"children", "all", "all"}, {"children", "1", "1"}, {"children", "0", ""}, {"children", "1073741824", "1073741824"},
		{"children", "1073741825", ""},
		{"solid", "0", "0"}, {"solid", "-1", ""}, {"solid", "1.5", ""}, {"route_most", "1", "1"}, {"route_most", "0", ""},
		{"route_most", "800", "800"},
		{"route_most", "801", ""}, {"opacity", "40%", "0.4"}, {"opacity", "1", "1"}, {"opacity", "1.01", ""}, {"opacity", "0", "0"},
		{"opacity", "-0.1", ""},
		{"opacity", "NaN", ""}, {"play_speed", "0.05", "0.05"}, {"play_speed", "0.04", ""}, {"play_speed", "10", "10"}, {"theme", "dark", "dark"},
		{"theme", "Dark", ""}, {"loop", "true", "true"}, {"loop", "yes", ""},
	} {
		s, row := DefaultSettings(), SettingOf(test.name)
		value := row.Value.(Typed)
		before := value.Text(&s)
		err := value.Parse(&s, test.text)
		if test.want == "" {
			test.want = before
			if err == nil {
				t.Errorf("%s %s is accepted", test.name, test.text)
			}
		} else if err != nil {
			t.Errorf("%s %s: %v", test.name, test.text, err)
		}
		if got := value.Text(&s); got != test.want {
			t.Errorf("%s %s: got %s, want %s", test.name, test.text, got, test.want)
		}
	}
	for _, test := range []struct{ name, json string }{
		{"children", "-1"}, {"children", "null"}, {"opacity", "1.5"}, {"theme", `"blue"`}, {"loop", "1"}, {"by", `[""]`}, {"by", `"type"`},
		{"route_way", "null"},
	} {
		s := DefaultSettings()
		if err := SettingOf(test.name).Read(&s, []byte(test.json)); err == nil || s != DefaultSettings() {
			t.Errorf("%s %s is accepted", test.name, test.json)
		}
	}
}
