package script

import (
	"errors"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"memcity/render/action"
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		line string
		want Action
	}{
		{"size 640x480", Size{640, 480}},
		{"scale 1.5", Scale{1.5}},
		{"theme dark", Theme{true}},
		{"theme light", Theme{false}},
		{"move 10 20.5", Move{Place{X: 10, Y: 20.5}}},
		{"\tmove  -1\t2 # there", Move{Place{X: -1, Y: 2}}},
		{`move "Heap#java.lang#String"`, Move{Place{Name: "Heap#java.lang#String"}}},
		{"click 1 2", Click{At: Place{X: 1, Y: 2}}},
		{"click 1 2 +shift", Click{Place{X: 1, Y: 2}, Left, action.Shift}},
		{"click 1 2 right +ctrl", Click{Place{X: 1, Y: 2}, Right, action.Ctrl}},
		{"click 1 2 right", Click{At: Place{X: 1, Y: 2}, Button: Right}},
		{`click "Say ""hi""" middle`, Click{At: Place{Name: `Say "hi"`}, Button: Middle}},
		{"drag 1 2 3 4", Drag{From: Place{X: 1, Y: 2}, To: Place{X: 3, Y: 4}}},
		{"drag 1 2 3 4 +shift", Drag{From: Place{X: 1, Y: 2}, To: Place{X: 3, Y: 4}, Shift: true}},
		{`drag "a" 3 4 middle +shift`, Drag{Place{Name: "a"}, Place{X: 3, Y: 4}, Middle, true}},
		{"wheel -2", Wheel{-2}},
		{"key n", Key{action.Key{Name: "N", Mods: 0}}},
		{"key Ctrl+Z", Key{action.Key{Name: "Z", Mods: action.Ctrl}}},
		{"key shift+ctrl+alt+super+tab", Key{action.Key{Name: "Tab", Mods: action.Ctrl | action.Shift | action.Alt | action.Super}}},
		{"key ?", Key{action.Key{Name: "?", Mods: 0}}},
		{"key +", Key{action.Key{Name: "+", Mods: 0}}},
		{"key Ctrl++", Key{action.Key{Name: "+", Mods: action.Ctrl}}},
		{`key "#"`, Key{action.Key{Name: "#", Mods: 0}}},
		{"do time.next", Do{"time.next"}},
		{"key ü", Key{action.Key{Name: "Ü", Mods: 0}}},
		{"hold W 500", Hold{action.Key{Name: "W", Mods: 0}, 500 * time.Millisecond}},
		{"type two  words", Type{"two words"}},
		{`type "two  words"`, Type{"two  words"}},
		{`open a "b c" d`, Open{[]string{"a", "b c", "d"}}},
		{`drop C:\heap`, Drop{[]string{`C:\heap`}}},
		{"wait", Wait{}},
		{"choose", Choose{}},
		{"choose a.png \"b c.png\"", Choose{[]string{"a.png", "b c.png"}}},
		{"clipboard -", Clipboard{"-"}},
		{"advance 16.5", Advance{16500 * time.Microsecond}},
		{`record java -cp "my classes" Shop`, Record{[]string{"java", "-cp", "my classes", "Shop"}}},
		{`until live.points ">=3"`, Until{Expect{Field: "live.points", Value: ">=3"}}},
		{`until not live.state waiting`, Until{Expect{Field: "live.state", Value: "waiting", Not: true}}},
		{"shot a.png", Shot{"a.png"}},
		{"state -", State{"-"}},
		{`expect selection ""`, Expect{Field: "selection"}},
		{"expect not panels.id help", Expect{"panels.id", "help", true}},
		{`expect "not" true`, Expect{Field: "not", Value: "true"}},
	} {
		s, err := Parse("s", "\ufeff# first\r\n\r\n"+test.line+"\r\n")
		if err != nil {
			t.Errorf("%s: %v", test.line, err)
			continue
		}
		if want := []Step{{3, test.want}}; !reflect.DeepEqual(s.Steps, want) {
			t.Errorf("%s: %#v, want %#v", test.line, s.Steps, want)
		}
		again, err := Parse("s", test.want.String())
		if err != nil || !reflect.DeepEqual(again.Steps[0].Action, test.want) {
			t.Errorf("%s: written as %s: %v", test.line, test.want, err)
		}
	}
}

func TestParseFaults(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"clik 1 2", "clik: expected one of advance, choose, click"},
		{"size", "size: expected width and height"},
		{"size 640", "expected width and height as 1280x720"},
		{"size 640x", "expected width and height"},
		{"size 10x10", "64 to 8192"},
		{"size 99999999999999999999x100", "expected width and height"},
		{"scale 9", "0.5 to 4"},
		{"scale NaN", "0.5 to 4"},
		{"theme blue", "blue: expected light or dark"},
		{"move", "a place"},
		{"move here", "here: expected X in pixels"},
		{"move 1", "expected Y"},
		{"move 1e9 1", "100000"},
		{`move ""`, "text of a control"},
		{"move 1 2 3", "unexpected 3"},
		{"click 1 2 up", "unexpected up; the form is: click PLACE [left|middle|right] [+ctrl|+shift]"},
		{"drag 1 2", "a place"},
		{"wheel", "expected notches"},
		{"wheel x", "expected notches"},
		{"key", "expected a key"},
		{"key Hyper+X", "Ctrl, Shift, Alt or Super"},
		{"key NoSuch", "expected a letter"},
		{`key ""`, "expected a letter"},
		{`key " "`, "expected a letter"},
		{"hold W", "milliseconds"},
		{"hold W -1", "0 to 600000"},
		{"type", "a string"},
		{"open", "a path"},
		{`open ""`, "a path"},
		{"wait 5", "unexpected 5; the form is: wait"},
		{"advance 1h", "milliseconds"},
		{"shot", "a file"},
		{"expect", "a field"},
		{"expect point", "a value"},
		{"expect not", "a field"},
		{"expect point 1 2", "unexpected 2"},
		{`type "open`, "closing quote"},
		{`type "a"b`, "a space after the closing quote"},
		{"type \x01", "control character"},
		{"type \xff", "UTF-8"},
		{"type " + strings.Repeat("x", maxWord+1), "at most"},
	} {
		_, err := Parse("dir/s.script", "wait\n\n"+test.line+"\nnonsense")
		var fault *Error
		if !errors.As(err, &fault) || fault.Line != 3 || !strings.Contains(fault.Text, test.want) {
			t.Errorf("%.40q: %v, want line 3, %q", test.line, err, test.want)
			continue
		}
		if !strings.HasPrefix(err.Error(), "dir/s.script:3: ") || len(err.Error()) > 400 {
			t.Errorf("%.40q: message %q", test.line, err)
		}
	}
	if _, err := Parse("s", strings.Repeat("\n", maxBytes+1)); err == nil || !strings.Contains(err.Error(), "at most") {
		t.Errorf("a huge script: %v", err)
	}
}

func TestRead(t *testing.T) {
	if s, err := Read("s", strings.NewReader("wait")); err != nil || len(s.Steps) != 1 {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := Read("s", iotest.ErrReader(io.ErrUnexpectedEOF)); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("unreadable: %v", err)
	}
	var fault *Error
	if _, err := Read("s", strings.NewReader(strings.Repeat("#", maxBytes+1))); !errors.As(err, &fault) {
		t.Errorf("huge: %v", err)
	}
}

// TestManual checks that the package comment and the manual contain all verbs.
func TestManual(t *testing.T) {
	for _, file := range []string{"doc.go", "../../assets/help/scripting.md"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range verbs {
			if form := strings.TrimSpace(v.name + " " + v.form); !strings.Contains(strings.ReplaceAll(string(text), `\|`, "|"), form) {
				t.Errorf("%s does not mention: %s", file, form)
			}
		}
	}
}

func TestCheck(t *testing.T) {
	state := map[string]any{
		"point": 3, "half": 0.5, "on": true, "name": "a b", "none": nil, "empty": []int{}, "by": []string{"x", "y"},
		"settings": map[string]any{"metric": "bytes"}, "marks": map[string]string{"Heap#a.b": "#ff0000"}, "no": map[string]int{},
		"items": []map[string]any{{"text": "Open", "rect": map[string]int{"x": 1}}, {"text": "Close", "rect": map[string]int{"x": 2}}},
	}
	for _, test := range []struct{ field, value, want string }{
		{"point", "3", ""},
		{"point", "3.0", ""},
		{"point", ">=3", ""},
		{"point", ">=4", "expect point >=4: it is 3"},
		{"point", "4", "expect point 4: it is 3"},
		{"point", "three", "it is 3"},
		{"half", "0.5", ""},
		{"on", "true", ""},
		{"on", "false", "it is true"},
		{"name", "a b", ""},
		{"name", "", `it is "a b"`},
		{"none", "", ""},
		{"none", "x", "it is empty"},
		{"none.deeper", "", ""},
		{"empty", "", ""},
		{"by", "x,y", ""},
		{"by.1", "y", ""},
		{"by.5", "y", "not there"},
		{"by.-1", "y", "not there"},
		{"settings.metric", "bytes", ""},
		{"marks.Heap#a.b", "#ff0000", ""},
		{"marks.other", "", "marks has no field other, but Heap#a.b"},
		{"no", "", ""},
		{"no.key", "", ""},
		{"items.text", "Close", ""},
		{"items.0.text", "Close", "it is Open"},
		{"items.text", "Help", "it is Open, Close"},
		{"items.rect.x", "2", ""},
		{"items.rect", "", `it is "{""x"":1}"`},
		{"colour", "red", "the state has no field colour, but by, empty"},
		{"point.x", "1", "point has no fields"},
		{"items.text.x", "1", "items.text has no fields"},
	} {
		err := Check(Expect{Field: test.field, Value: test.value}, state)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("expect %s %q: %v, want %q", test.field, test.value, err, test.want)
		}
		missing := err != nil && strings.Contains(err.Error(), " has no field")
		if not := Check(Expect{Field: test.field, Value: test.value, Not: true}, state); (not == nil) != (err != nil && !missing) {
			t.Errorf("expect not %s %q: %v, without not %v", test.field, test.value, not, err)
		}
	}
	if err := Check(Expect{Field: "x"}, func() {}); err == nil {
		t.Error("a state that is no JSON was compared")
	}
}

// Any input that parses is written so that it parses to the same script.
func FuzzParse(f *testing.F) {
	for _, line := range []string{"size 640x480", "drag 1 2 \"a \"\"b\" right +shift", "key Ctrl++", "hold W 0.3333333333", "type a \"\" #b",
		"expect \"not\" \"#\"", "open \"a b\" c", "move -0 1e3", "wheel .5", "\ufeff\ufeffwait", "click \"x\" \"left\"", "key \u0130"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse("s", text)
		if err != nil {
			var fault *Error
			if !errors.As(err, &fault) || fault.Line < 1 || fault.Line > strings.Count(text, "\n")+1 {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		var written strings.Builder
		for _, step := range s.Steps {
			written.WriteString(step.Action.String() + "\n")
		}
		again, err := Parse("s", written.String())
		if err != nil || len(again.Steps) != len(s.Steps) {
			t.Fatalf("%q, written as %q: %v", text, written.String(), err)
		}
		for i, step := range s.Steps {
			if !reflect.DeepEqual(again.Steps[i].Action, step.Action) {
				t.Fatalf("%#v, written as %s, is read as %#v", step.Action, step.Action, again.Steps[i].Action)
			}
		}
	})
}
