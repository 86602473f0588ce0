package help

import (
	"reflect"
	"testing"
)

func TestOptions(t *testing.T) {
	p, err := Parse("commands/x", []byte("# x\n\n| option | |\n|---|---|\n"+
		"| `-o, --out FILE` | as for `--by` |\n| `--by, --at` | two |\n| `--keep TIME` or `SIZE` | three |\n| `--format a\\|b` | four |\n| `--all=false` | five |\n"+
		"\n| other | table |\n|---|---|\n| word | `--no` |\n"))
	if err != nil {
		t.Fatal(err)
	}
	type row struct{ name, short, value, text string }
	var got []row
	for _, o := range p.Options() {
		got = append(got, row{o.Name, o.Short, o.Value, Words(o.Spans)})
	}
	want := []row{{"out", "o", "FILE", "as for --by"}, {"by", "", "", "two"}, {"at", "", "", "two"}, {"keep", "", "TIME", "three"},
		{"format", "", "a|b", "four"}, {"all", "", "", "five"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q\nwant\n%q", got, want)
	}
	if c := p.Options()[4].Choices(); !reflect.DeepEqual(c, []string{"a", "b"}) {
		t.Errorf("choices: %q", c)
	}
	if c := p.Options()[3].Choices(); c != nil {
		t.Errorf("choices of TIME: %q", c)
	}
}
