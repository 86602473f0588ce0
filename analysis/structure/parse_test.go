package structure_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"memcity/analysis/structure"
	"memcity/analysis/userfile"
)

// written returns a file's descriptions as equivalent text without namespaces.
func written(f *structure.File) string {
	var b strings.Builder
	for _, d := range f.Descriptions {
		if d.Head {
			b.WriteString("DS ")
		}
		fmt.Fprintf(&b, "%s {", d.Type)
		for i := range d.Refs {
			for _, name := range d.Refs[i].Names() {
				switch d.Refs[i].Use {
				case structure.Follow:
					fmt.Fprintf(&b, " %s;", name)
				case structure.Leaf:
					fmt.Fprintf(&b, " (%s);", name)
				case structure.Never:
					fmt.Fprintf(&b, " !%s;", name)
				}
			}
		}
		b.WriteString(" }\n")
	}
	return b.String()
}

func parse(t testing.TB, text string) *structure.File {
	t.Helper()
	f, err := structure.Parse("test.ds", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestFigure5 reads both descriptions of LinkedList in the paper's figure 5.
func TestFigure5(t *testing.T) {
	tests := []struct{ text, want string }{
		{`DS java.util.LinkedList {
  java.util.LinkedList$Node;
}
java.util.LinkedList$Node {
  java.util.LinkedList$Node;
  (*);
}`, `DS java.util.LinkedList { java.util.LinkedList$Node; }
java.util.LinkedList$Node { java.util.LinkedList$Node; (*); }
`},
		{`namespace java.util {
  DS LinkedList {
    *;
  }
  LinkedList$Node {
    LinkedList$Node;
    (*);
  }
}`, `DS java.util.LinkedList { *; }
java.util.LinkedList$Node { LinkedList$Node; java.util.LinkedList$Node; (*); }
`},
	}
	for _, test := range tests {
		if got := written(parse(t, test.text)); got != test.want {
			t.Errorf("got\n%swant\n%s", got, test.want)
		}
	}
}

func TestParse(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", ""},
		{" // nothing\n/* at\nall */ ;", ""},
		{"A{}", "A { }\n"},
		{"ds A{} Datastructure B{} DataStructure head C{} datastructure Head D{} DS head{} ns{} DS{}",
			"DS A { }\nDS B { }\nDS C { }\nDS D { }\nDS head { }\nns { }\nDS { }\n"},
		{"ns a { package b.c { Namespace d { A { B; } } } C { D[][]; } }",
			"a.b.c.d.A { B; a.b.c.d.B; }\na.C { D[][]; a.D[][]; }\n"},
		{"ns a { A { *B; (*); C*D; !e.E[]; } }", "a.A { *B; (*); C*D; a.C*D; !e.E[]; !a.e.E[]; }\n"},
		{"ns a { DS java.lang.Class<b.B$C> { java.lang.Class<d.E>; F; } }", "DS java.lang.Class<b.B$C> { java.lang.Class<d.E>; F; a.F; }\n"},
		{"a . b { c /* x */ . d ; }", "a.b { c.d; }\n"},
		{"Grüße.$1_x { (straße$*); }", "Grüße.$1_x { (straße$*); }\n"},
		{"\ufeffA { }", "A { }\n"},
		{`DS "js:Map" { "(array)"; } "(object elements)" { (*); }`, "DS js:Map { (array); }\n(object elements) { (*); }\n"},
	}
	for _, test := range tests {
		if got := written(parse(t, test.text)); got != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.text, got, test.want)
		}
	}
}

func TestFaults(t *testing.T) {
	deep := strings.Repeat("ns a { ", structure.MaxNesting+1)
	tests := []struct {
		text string
		want []string
		rest string // the valid rest
	}{
		{"A", []string{`1:2: expected { after the name of the type, found the end of the file`}, ""},
		{"DS A {\n  B\n}\nC { }", []string{`3:1: expected ; after the reference, found "}"`}, "DS A { }\nC { }\n"},
		{"A { B; ", []string{`1:8: expected } at the end of "A", which begins in line 1, found the end of the file`}, "A { B; }\n"},
		{"A { (B; C; }", []string{`1:7: expected ) after the leaf, found ";"`}, "A { C; }\n"},
		{"A { B[; C; }", []string{`1:7: expected ] after [, found ";"`}, "A { C; }\n"},
		{"A { B { C; } }", []string{`1:7: expected ; after the reference, or } before the next type, found "{"`,
			`1:14: expected a type, a head DS, or a namespace, found "}"`}, "A { }\n"},
		{"A { \"B ; C; }", []string{`1:5: a name in quotes that does not end, or is empty`}, "A { C; }\n"},
		{"A { \"\"; C; }", []string{`1:5: a name in quotes that does not end, or is empty`}, "A { C; }\n"},
		{"A { = ; C; }", []string{`1:5: unexpected "="`}, "A { C; }\n"},
		{"A { B. ; C; }", []string{`1:8: expected the rest of the name after the dot, found ";"`}, "A { C; }\n"},
		{"A { } A { }", []string{`1:7: "A" is already described in line 1`}, "A { }\n"},
		{"A* { }", []string{`1:1: the name of a described type has no *: "A*"`}, "A* { }\n"},
		{"A[] { } B { }", []string{`1:2: an array cannot be described: every element of it is followed; expected {`}, "B { }\n"},
		{"List<String> { } B { }", []string{`1:5: only java.lang.Class has a type in < >: type arguments are not known at run time`}, "B { }\n"},
		{"A { java.lang.Class<*>; }", []string{`1:21: expected the name of one class in < >, found "*"`}, "A { }\n"},
		{"A { java.lang.Class<B; }", []string{`1:22: expected > after the type in < >, found ";"`}, "A { }\n"},
		{"ns a* { A { } }", []string{`1:4: the name of a namespace has no *: "a*"`}, "a*.A { }\n"},
		{"ns a { A { }", []string{`1:13: expected } at the end of the namespace "a" that begins in line 1, found the end of the file`},
			"a.A { }\n"},
		{"ns a { A B { } C { } } D { }", []string{`1:10: expected { after the name of the type, found "B"`}, "a.C { }\nD { }\n"},
		{"} A { }", []string{`1:1: expected a type, a head DS, or a namespace, found "}"`}, "A { }\n"},
		{"A { } /* and so on", []string{`1:7: a comment that does not end; expected */`}, "A { }\n"},
		{"A { \xff; }", []string{`1:5: a byte that is not UTF-8`}, "A { }\n"},
		{"ä { ö }", []string{`1:7: expected ; after the reference, found "}"`}, "ä { }\n"},
		{deep, []string{fmt.Sprintf("1:%d: namespaces are nested more than 64 deep", 64*7+1)}, ""},
		{strings.Repeat("x", structure.MaxName+1) + " { } B { }", []string{"1:1: a name is longer than 1024 bytes"}, "B { }\n"},
	}
	for _, test := range tests {
		f, err := structure.Parse("f.ds", strings.NewReader(test.text))
		var faults userfile.Faults
		if !errors.As(err, &faults) {
			t.Errorf("%.60s: %v, want faults", test.text, err)
			continue
		}
		for i, want := range test.want {
			if i >= len(faults) || !strings.HasPrefix(faults[i].Error(), "f.ds:"+want) {
				t.Errorf("%.60s\ngot  %v\nwant %s", test.text, faults, want)
				break
			}
		}
		if len(faults) != len(test.want) {
			t.Errorf("%.60s: %d faults, want %d: %v", test.text, len(faults), len(test.want), faults)
		}
		if got := written(f); got != test.rest {
			t.Errorf("%.60s: the rest is\n%swant\n%s", test.text, got, test.rest)
		}
	}
	_, err := structure.Parse("f.ds", strings.NewReader(strings.Repeat("A { ; } ", 100)))
	if faults := userfile.FaultsOf("f.ds", err); len(faults) != 20 || structure.MaxFaults != 20 {
		t.Errorf("%d faults reported, want %d", len(faults), structure.MaxFaults)
	}
	_, err = structure.Parse("f.ds", strings.NewReader(strings.Repeat(" ", structure.MaxFile+1)))
	if err == nil || !strings.Contains(err.Error(), "f.ds: longer than 4 MB") {
		t.Errorf("a long file: %v", err)
	}
	broken := errors.New("the disk is broken")
	_, err = structure.Parse("f.ds", iotest.ErrReader(broken))
	if faults := userfile.FaultsOf("f.ds", err); !errors.Is(err, broken) || len(faults) != 1 || faults.Error() != "f.ds: the disk is broken" {
		t.Errorf("a broken disk: %v", faults)
	}
}

func TestMerge(t *testing.T) {
	l := structure.Merge(parse(t, "A { B; } C { }"), parse(t, "DS C { D; } E { }"))
	var types []string
	for _, d := range l.Descriptions {
		types = append(types, d.Type)
	}
	if !slices.Equal(types, []string{"A", "C", "E"}) || !l.Find("C").Head || l.Find("F") != nil {
		t.Errorf("merged %v, C %+v", types, l.Find("C"))
	}
}

// TestBundled checks that the bundled descriptions are valid, and that every reference to a part finds its description.
func TestBundled(t *testing.T) {
	l := bundled(t)
	if len(l.Descriptions) < 400 {
		t.Errorf("only %d descriptions", len(l.Descriptions))
	}
	for _, name := range []string{"java.util.HashMap", "java.util.concurrent.ConcurrentHashMap", "com.google.common.cache.LocalCache",
		"it.unimi.dsi.fastutil.objects.Object2ObjectOpenHashMap", "gnu.trove.impl.hash.THash", "scala.collection.mutable.ArrayBuffer"} {
		if d := l.Find(name); d == nil || !d.Head {
			t.Errorf("%s: no head", name)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("namespace java.util { DS LinkedList { *; } LinkedList$Node { LinkedList$Node; (*); !x[]; } }")
	f.Add("DS java.lang.Class<a.B> { java.lang.Class<c>; } /* */ // x")
	f.Add("ns a{ns b{A{B[][];}")
	f.Add("DS { ( ) } } < > [ ] ! ; \xff")
	f.Fuzz(func(t *testing.T, text string) {
		first, err := structure.Parse("f.ds", strings.NewReader(text))
		for _, one := range userfile.FaultsOf("f.ds", err) {
			lines := strings.Split(text, "\n")
			if one.Line < 0 || one.Line > len(lines) || one.Line > 0 && (one.Column < 1 || one.Column > len([]rune(lines[one.Line-1]))+1) {
				t.Fatalf("%v is outside of the text", one)
			}
		}
		if err != nil {
			return
		}
		again := parse(t, written(first))
		if got, want := written(again), written(first); got != want {
			t.Fatalf("written and read again\n%s\nwant\n%s", got, want)
		}
	})
}
