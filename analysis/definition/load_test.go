package definition

import (
	"errors"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"memcity/analysis/group"
	"memcity/analysis/userfile"
	"memcity/assets"
)

// TestFaults checks that each fault names the file, the line and the column, also within an expression.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"definitions:\n  - name: a\n    expresion: object.type\n",
			"f.yaml:2:5: the definition a has no expression\nf.yaml:3:5: a definition has no key expresion: did you mean expression?"},
		{"definitons: []\n", "f.yaml:1:1: the file has no key definitons: did you mean definitions?"},
		{"definitions:\n  name: a\n", "f.yaml:2:3: definitions: expected a list, with each element on its own line after a -"},
		{"definitions:\n  - just text\n", "f.yaml:2:5: a definition: expected a table with name, kind, description, example, expression, path"},
		{"definitions:\n  - expression: object.type\n", "f.yaml:2:5: the definition has no name"},
		{"definitions:\n  - name: My Name\n    expression: object.type\n",
			"f.yaml:2:11: name \"My Name\": expected at most 64 lower-case letters, digits and hyphens, starting with a letter"},
		{"definitions:\n  - name: a\n    name: b\n    expression: object.type\n", "f.yaml:3:5: name appears twice"},
		{"definitions:\n  - name: a\n    expression: object.type\n  - name: a\n    expression: object.type\n",
			"f.yaml:4:5: a is defined twice"},
		{"definitions:\n  - name: a\n    kind: fliter\n    expression: object.isRoot\n", "f.yaml:3:11: kind \"fliter\": did you mean filter?"},
		{"definitions:\n  - name: a\n    expression: [1]\n", "f.yaml:3:17: expression: expected a string"},
		{"definitions:\n  - name: a\n    expression:\n", "f.yaml:3:16: expression: expected a string"},
		{"definitions:\n  - name: a\n    expression: ''\n", "f.yaml:3:18: the expression is empty"},
		{"definitions:\n  - name: a\n    expression: count([1], # > 0)\n",
			"f.yaml:3:17: the expression ends at the #, which begins a comment: " + asBlock},
		{"definitions:\n  - name: a\n    expression: object.isRoot ? 1 : 2\n",
			"f.yaml:3:35: mapping values are not allowed in this context; if it is the expression, " + asBlock},
		{"definitions:\n  - name: a\n    expression: \"a\" + object.name\n",
			"f.yaml:3:21: did not find expected key; if it is the expression, " + asBlock},
		{"definitions:\n  - name: a\n    expression: !object.isRoot\n",
			"f.yaml:3:17: the expression begins with !, which means something else in YAML: " + asBlock},
		{"definitions:\n  - name: a\n    expression: |\n    object.isRoot\n",
			"f.yaml:5:1: could not find expected ':'; if it is the expression, " + asBlock},
		{"definitions:\n\t- name: a\n", "f.yaml:2:1: found character that cannot start any token; indent with spaces, not with tabs"},
		{"definitions:\n  - name: a\n    expression: object.siz\n", "f.yaml:3:24: object has no property siz: did you mean size?"},
		{"definitions:\n  - name: a\n    expression: 'object.siz'\n", "f.yaml:3:25: object has no property siz: did you mean size?"},
		{"definitions:\n  - name: a\n    expression: \"\\\"x\\\" + object.siz\"\n",
			"f.yaml:3:33: object has no property siz: did you mean size?"},
		{"definitions:\n  - name: a\n    expression: '''x''+object.siz'\n", "f.yaml:3:31: object has no property siz: did you mean size?"},
		{"definitions:\n  - name: a\n    expression: |\n      object.type +\n        object.siz\n",
			"f.yaml:5:16: object has no property siz: did you mean size?"},
		{"definitions:\n  - name: a\n    expression: |2\n        object.type +\n      ü\n",
			"f.yaml:5:7: unknown name ü: properties are written object.NAME, strings in quotes"},
		{"definitions:\n  - name: a\n    expression: >-\n      object.type +\n\n      object.siz\n",
			"f.yaml:6:14: object has no property siz: did you mean size?"},
		{"definitions:\n  - name: a\n    expression:\n      object.type +\n      object.siz\n",
			"f.yaml:5:14: object has no property siz: did you mean size?"},
		{"definitions:\r\n  - name: a\r\n    expression: |\r\n      object.type +\r\n      object.siz\r\n",
			"f.yaml:5:14: object has no property siz: did you mean size?"},
		{entry("classifier", "expression", "size > 3"), "f.yaml:5:7: unknown name size: did you mean object.size?"},
		{entry("classifier", "expression", "object.size + object.name"), "f.yaml:5:19: invalid operation: + (mismatched types int and string)"},
		{entry("classifier", "expression", "\"a\" + (1 + object.name)"), "f.yaml:5:16: invalid operation: + (mismatched types int and string)"},
		{entry("classifier", "expression", "object.size ="), "f.yaml:5:19: unexpected token Operator(\"=\")"},
		{entry("classifier", "expression", "(object.size"), "f.yaml:5:19: unexpected token EOF"},
		{entry("classifier", "expression", "object"), "f.yaml:5:7: object itself is not a value: use a property, as in object.type"},
		{entry("classifier", "expression", "object.fields"), `f.yaml:5:14: object.fields needs a name, as in object.fields["owner.name"]`},
		{entry("classifier", "expression", "object.fields[object.name]"),
			`f.yaml:5:28: the name after object.fields must be a literal string, as in object.fields["owner.name"]`},
		{entry("classifier", "expression", `object.fields[""]`),
			"f.yaml:5:21: the name after object.fields has 0 characters: expected 1 to 1000"},
		{entry("classifier", "expression", `object.fields["`+strings.Repeat("a", 1001)+`"]`),
			"f.yaml:5:21: the name after object.fields has 1001 characters: expected 1 to 1000"},
		{entry("classifier", "expression", "object[object.name]"), "f.yaml:5:21: the name of a property must be a literal, as in object.type"},
		{entry("classifier", "expression", "object.type()"), "f.yaml:5:14: string is not callable"},
		{entry("classifier", "expression", "$env"), "f.yaml:5:7: $env is not supported"},
		{entry("classifier", "expression", "now().Year()"), "f.yaml:5:7: unknown function now: "},
		{entry("classifier", "expression", "uper(object.name)"), "f.yaml:5:7: unknown name uper: did you mean upper?"},
		{entry("classifier", "expression", "reduce([1], #acc + #)"), "f.yaml:5:7: unknown function reduce: expected one of abs, all, "},
		{entry("classifier", "expression", "let object = 1; object"), "f.yaml:5:11: let object: the name is taken"},
		{entry("classifier", "expression", "object.name matches object.type"), "f.yaml:5:34: the pattern after matches must be a literal string"},
		{entry("classifier", "expression", `object.name matches "("`), "f.yaml:5:19: error parsing regexp: missing closing ): `(`"},
		{entry("classifier", "expression", "b'x'"), "f.yaml:5:7: bytes are not supported: write a string without the b"},
		{entry("classifier", "expression", "{'a': 1}"),
			"f.yaml:5:7: a table cannot name a group: expected a string, a number, yes or no, or a list of these"},
		{entry("classifier", "expression", "[[1]]"), "f.yaml:5:7: a list of lists cannot name groups: expected a list of strings or numbers"},
		{entry("classifier", "expression", "map([1], [#])"),
			"f.yaml:5:7: a list of lists cannot name groups: expected a list of strings or numbers"},
		{entry("classifier", "expression", "len([1, [2]])"), "f.yaml:5:15: a list or table must not contain lists or tables"},
		{entry("classifier", "path", "object.name"),
			"f.yaml:5:7: a path must be a list of keys from the outermost group to the innermost, as in [object.package, object.name]"},
		{entry("filter", "expression", "object.name"), "f.yaml:5:7: a filter must be true or false, such as a comparison"},
		{entry("filter", "path", "[object.name]"), "f.yaml:5:7: a filter cannot have a path: expected an expression that is true or false"},
		{entry("classifier", "expression", "1"+strings.Repeat(" ", 10_000)),
			"f.yaml:5:7: the expression has 10002 characters; at most 10000 are allowed"},
		{entry("classifier", "expression", strings.Repeat("1+", 2000)+"1"),
			"f.yaml:5:2008: compilation failed: expression exceeds maximum allowed nodes"},
		{"a: b: c\n", "f.yaml:1:5: mapping values are not allowed in this context"},
		{"[1", "f.yaml:"},
		{strings.Repeat("[", 100), "f.yaml:"},
		{"a: &x 1\nb: *x\n", "f.yaml:1:1: the file has no key a: "},
		{"\xff", "f.yaml: it is not valid UTF-8"},
		{strings.Repeat("#", 1<<20+1), "f.yaml: it is larger than 1048576 bytes, the limit for a definition file"},
		{"definitions:\n" + strings.Repeat("  - {}\n", maxEntries+1), "f.yaml:2:3: definitions: 1001 entries; at most 1000 are allowed"},
		{"features:\n  - name: a\n", "f.yaml:2:5: the feature a has no code: expected a list of code ranges"},
		{"features:\n  - code: [a.B]\n", "f.yaml:2:5: the feature has no name"},
		{"features:\n  - name: a\n    code: [a b]\n",
			`f.yaml:3:12: code range "a b": expected com.shop.*, com.shop.Cart, com.shop.Cart#add or com.shop.Cart:30-58`},
		{"features:\n  - name: a\n    callers: maybe\n    code: [a.B:3-2]\n",
			"f.yaml:3:14: callers: expected true or false\nf.yaml:4:12: code range \"a.B:3-2\": lines start at 1, and the first line must not be after the last"},
		{"domain:\n  own: [com..shop]\n", `f.yaml:2:9: own: "com..shop": expected the name of a package or class, such as com.shop`},
		{"domain:\n---\ndomain:\n", "f.yaml:2:1: the file has a second document: put everything into the first one, without ---"},
		{"{definitions: [{name: a, expression: object.siz}]}", "f.yaml:1:45: object has no property siz: did you mean size?"},
		{"\ufeff{definitions: [{name: a, expression: object.siz}]}", "f.yaml:1:45: object has no property siz: did you mean size?"},
		{"\ufeff", ""},
		{"", ""},
		{"# nothing yet\n", ""},
		{"definitions:\nfeatures:\n", ""},
	} {
		_, err := Load("f.yaml", strings.NewReader(c.text))
		got := ""
		if err != nil {
			got = err.Error()
			var wrong *userfile.Fault
			if !errors.As(err, &wrong) {
				t.Errorf("%q: the error is no fault", c.text)
			}
		}
		if got != c.want && (c.want == "" || !strings.HasPrefix(got, c.want)) {
			t.Errorf("%.200s\ngot  %.300s\nwant %s", c.text, got, c.want)
		}
	}
}

func TestLoadKeepsWhatIsRight(t *testing.T) {
	f, err := Load("f.yaml", strings.NewReader("definitions:\n  - name: a\n    expression: nonsense\n  - name: b\n    expression: object.type\n"))
	if err == nil || len(f.Definitions) != 1 || f.Definitions[0].Name != "b" || f.Definitions[0].Line != 4 {
		t.Errorf("got %+v, %v", f.Definitions, err)
	}
}

// TestManyFaults checks the limit on the faults that are reported. Valid definitions behind them are still loaded.
func TestManyFaults(t *testing.T) {
	f, err := Load("f.yaml", strings.NewReader("definitions:\n"+strings.Repeat("  - {}\n", 200)+
		"  - name: b\n    expression: object.type\n  - name: B\n"))
	var faults userfile.Faults
	if !errors.As(err, &faults) || len(faults) != 100 || len(f.Definitions) != 1 {
		t.Errorf("%d faults, definitions %v", len(faults), f.Definitions)
	}
}

func TestRegister(t *testing.T) {
	files, faults := userfile.LoadAll(fstest.MapFS{
		"a.yaml":     {Data: []byte("definitions:\n  - name: a\n    expression: object.type\n")},
		"b.yaml":     {Data: []byte("definitions:\n  - name: a\n    expression: object.name\n  - name: b\n    expression: object.kind\n")},
		"c.yaml":     {Data: []byte("definitions: 3\n")},
		"other.json": {Data: []byte("no definitions")},
	}, "*.yaml", Load)
	if len(files) != 3 || len(files[1].Definitions) != 2 {
		t.Errorf("files %+v", files)
	}
	want := "c.yaml:1:14: definitions: expected a list, with each element on its own line after a -"
	if faults.Error() != want {
		t.Errorf("faults\n%v\nwant\n%s", faults, want)
	}
	registry, faults := Register(group.Builtin(), files, nil)
	if want := "b.yaml:2:5: classifier \"a\": the name is already taken"; faults.Error() != want {
		t.Errorf("faults\n%v\nwant\n%s", faults, want)
	}
	if chain, err := registry.Parse("a,b,type"); err != nil || len(chain) != 3 {
		t.Errorf("the chain is %v, %v", chain, err)
	}
}

func TestNearest(t *testing.T) {
	for _, c := range []struct{ name, want string }{{"sizes", "size"}, {"Size", "size"}, {"legnth", "length"}, {"qqq", ""}, {"", ""}} {
		if got := nearest(c.name, propertyNames()); got != c.want {
			t.Errorf("nearest to %q is %q, want %q", c.name, got, c.want)
		}
	}
}

// FuzzLoad checks that any text is loaded or reported as faulty, and that whatever loads can be run.
func FuzzLoad(f *testing.F) {
	f.Add([]byte(entry("classifier", "expression", `map(split(object.type, "."), # + "x") | uniq()`)))
	f.Add([]byte(entry("filter", "expression", `any(object.roots, # contains "x") and {"a": 1}[object.name] in 1..3`)))
	f.Add([]byte("definitions:\n  - {name: a, path: '[object.kind, object.fields.owner.name ?? \"\"]'}\n"))
	f.Add([]byte("features:\n  - name: a\n    code: [com.shop.*, 'a.B#c:1-2']\ndomain:\n  own: [a.b]\n"))
	names, err := fsGlob()
	if err != nil {
		f.Fatal(err)
	}
	for _, text := range names {
		f.Add(text)
	}
	s := shop()
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := Load("fuzz.yaml", strings.NewReader(string(text)))
		var faults userfile.Faults
		if err != nil && (!errors.As(err, &faults) || len(faults) == 0) {
			t.Fatalf("error %v is no list of faults", err)
		}
		lines := strings.Count(string(text), "\n") + strings.Count(string(text), "\r") + 2
		for _, f := range faults {
			if f.Line > lines || (f.Line > 0) != (f.Column > 0) {
				t.Errorf("%v: there are %d lines", f, lines)
			}
		}
		for _, c := range classifiers(file, nil) {
			keys, err := c.Prepare(t.Context(), s, nil)
			if err != nil {
				continue
			}
			for class := range keys.Count {
				keys.Paths(uint32(class))
			}
		}
	})
}

// fsGlob returns the texts of the bundled files.
func fsGlob() ([][]byte, error) {
	files, faults := userfile.LoadAll(assets.Classifiers(), "*.yaml", Load)
	if len(faults) > 0 {
		return nil, faults
	}
	var texts [][]byte
	for _, f := range files {
		text, err := os.ReadFile("../../assets/classifiers/" + f.Name)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}
