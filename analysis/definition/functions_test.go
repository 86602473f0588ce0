package definition

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

// TestPart checks that places count in characters, from 0 or from the end if negative, and never lead outside.
func TestPart(t *testing.T) {
	for _, test := range []struct {
		from, to any
		want     string
	}{
		{nil, nil, "äbcd"}, {0, 4, "äbcd"}, {1, nil, "bcd"}, {nil, 1, "ä"}, {1, 3, "bc"}, {2, 2, ""}, {3, 1, ""},
		{-1, nil, "d"}, {-4, nil, "äbcd"}, {-9, nil, "äbcd"}, {nil, -1, "äbc"}, {nil, -4, ""}, {nil, -9, ""},
		{4, nil, ""}, {9, nil, ""}, {0, 9, "äbcd"}, {-3, -1, "bc"},
	} {
		got, err := part("äbcd", test.from, test.to)
		if err != nil || got != test.want {
			t.Errorf("text from %v to %v: got %v, %v, want %q", test.from, test.to, got, err, test.want)
		}
		list, err := part(strings.Split("äbcd", ""), test.from, test.to)
		if err != nil || strings.Join(list.([]string), "") != test.want {
			t.Errorf("list from %v to %v: got %v, %v, want %q", test.from, test.to, list, err, test.want)
		}
	}
	for value, name := range map[any]string{5: "a number", 1.5: "a number", true: "yes or no", nil: "null"} {
		if _, err := part(value, 0, 1); value != nil && (err == nil || !strings.Contains(err.Error(), "a part of "+name)) {
			t.Errorf("a part of %v: %v", value, err)
		}
		if got := valueName(value); got != name {
			t.Errorf("%v is called %s", value, got)
		}
	}
	if valueName("a") != "a string" || valueName([]int{1}) != "a list" {
		t.Error("texts or lists have other names")
	}
}

func TestAdd(t *testing.T) {
	half := strings.Repeat("a", maxText/2)
	for _, test := range []struct{ a, b, want any }{
		{"a", "b", "ab"}, {1, 2, 3}, {1, 2.5, 3.5}, {2.5, 1, 3.5}, {0.5, 0.25, 0.75}, {half, half, half + half},
		{half, half + "a", nil}, {"a", 1, nil}, {1, "a", nil}, {1.5, "a", nil}, {true, true, nil}, {nil, 1, nil}, {1, nil, nil}, {"a", nil, nil},
	} {
		got, err := add(test.a, test.b)
		if got != test.want || (err == nil) != (test.want != nil) {
			t.Errorf("%.10v + %.10v: got %.10v, %v", test.a, test.b, got, err)
		}
	}
	if _, err := add(half, half+"a"); !errors.Is(err, errText) {
		t.Errorf("a text that is too long: %v", err)
	}
}

func TestIndexOf(t *testing.T) {
	first, last := indexOf(strings.Index), indexOf(strings.LastIndex)
	for _, test := range []struct {
		s, part     string
		first, last int
	}{{"abcabc", "b", 1, 4}, {"ääbä", "b", 2, 2}, {"ääbä", "ä", 0, 3}, {"abc", "x", -1, -1}, {"äb", "b", 1, 1}, {"abc", "a", 0, 0}} {
		a, _ := first(test.s, test.part)
		b, _ := last(test.s, test.part)
		if a != test.first || b != test.last {
			t.Errorf("%s in %s: first %v, last %v", test.part, test.s, a, b)
		}
	}
}

// TestTextsAtTheirLimit checks that a text may have the maximum length, and not a byte more.
func TestTextsAtTheirLimit(t *testing.T) {
	quarter, half := strings.Repeat("a", maxText/4), strings.Repeat("a", maxText/2)
	for _, test := range []struct {
		name string
		call func() (any, error)
		want int // bytes, -1 if it fails
	}{
		{"replace up to the limit", func() (any, error) { return replace(quarter, "a", "bbbb") }, maxText},
		{"replace beyond it", func() (any, error) { return replace(quarter+"a", "a", "bbbb") }, -1},
		{"replace by one more up to the limit", func() (any, error) { return replace(half, "a", "bb") }, maxText},
		{"replace by one more beyond it", func() (any, error) { return replace(half+"a", "a", "bb") }, -1},
		{"replace by less", func() (any, error) { return replace(quarter, "aa", "b") }, maxText / 8},
		{"replace what is not there", func() (any, error) { return replace(quarter, "x", "bbbbbbbbb") }, maxText / 4},
		{"join up to the limit", func() (any, error) { return join([]string{quarter, quarter, quarter, quarter}) }, maxText},
		{"join beyond it", func() (any, error) { return join([]string{quarter, quarter, quarter, quarter}, "-") }, -1},
		{"join two", func() (any, error) { return join([]string{"a", "b"}, "--") }, 4},
		{"join one", func() (any, error) { return join([]string{"a"}, "--") }, 1},
		{"join none", func() (any, error) { return join([]string{}, "--") }, 0},
	} {
		got, err := test.call()
		if test.want < 0 && !errors.Is(err, errText) || test.want >= 0 && (err != nil || len(got.(string)) != test.want) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
	if got, _ := join([]any{"a", 1, true, 2.5, nil}, ","); got != "a,1,true,2.5,"+noneKey {
		t.Errorf("a list of all kinds gives %v", got)
	}
}

// TestUniq checks that the first of equal elements is kept, in the order of the list.
func TestUniq(t *testing.T) {
	for _, test := range []struct {
		list any
		want []any
	}{
		{[]string{"b", "a", "b", "a", "c"}, []any{"b", "a", "c"}},
		{[]any{1, "1", 1, 1.0, nil, nil}, []any{1, "1", 1.0, nil}},
		{[]string{}, nil},
	} {
		got, err := uniq(test.list)
		if err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%v: got %v, %v", test.list, got, err)
		}
	}
	seen := 0
	each([]int{1, 2, 3}, func(i int, v any) bool { seen++; return v != 2 })
	each("no list", func(int, any) bool { seen += 100; return true })
	if seen != 2 {
		t.Errorf("%d elements were looked at up to the second", seen)
	}
}

func TestPlain(t *testing.T) {
	for _, v := range []any{nil, "a", true, 1, 1.5} {
		if !plain(v) {
			t.Errorf("%v is a list", v)
		}
	}
	for _, v := range []any{[]int{1}, map[string]any{}, []any(nil)} {
		if plain(v) {
			t.Errorf("%v is none", v)
		}
	}
}

// TestClip checks that texts are cut after a number of characters, not bytes, and marked.
func TestClip(t *testing.T) {
	for _, test := range []struct {
		text string
		most int
		want string
	}{
		{"", 0, ""}, {"abc", 3, "abc"}, {"abc", 4, "abc"}, {"abcd", 3, "abc…"}, {"äöü", 3, "äöü"}, {"äöüß", 3, "äöü…"}, {"a", 0, "…"},
		{"人物記", 2, "人物…"},
	} {
		if got := clipTo(test.text, test.most); got != test.want {
			t.Errorf("%q cut to %d: %q, want %q", test.text, test.most, got, test.want)
		}
	}
}

// TestFaultsNameTheDefinition checks that a fault names the kind and the definition, with its line and column.
func TestFaultsNameTheDefinition(t *testing.T) {
	for kind, result := range map[string]string{"classifier": "object.address", "filter": "object.address > 0"} {
		f := load(t, "definitions:\n  - name: here\n    kind: "+kind+"\n    expression: "+result+"\n")
		_, err := f.Definitions[0].run(t.Context(), shop(), nil)
		want := kind + " here: object.address is not available: this recording has no addresses"
		if err == nil || !strings.HasSuffix(err.Error(), want) || !strings.Contains(err.Error(), ":4:") {
			t.Errorf("%v, want line 4 and %s", err, want)
		}
	}
}
