package lines_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/lines"
)

// example is a program that uses an example of the manual.
type example struct {
	language, file, interpreter string
	program                     string
	orders, holder              string // type of the orders, and the root that leads to them
}

var examples = []example{
	{"python", "heap.py", "python3", `import heap
class Order:
    def __init__(self, n): self.n, self.lines = n, [n]
cache = {}
for n in range(300): cache[n] = Order(n)
heap.write_heap("1.objects.jsonl")
`, "__main__.Order", "__main__"},
	{"lua", "heap.lua", "lua5.4", `local heap, Order = require("heap"), {__name = "Order"}
cache = {}
for n = 1, 300 do cache[n] = setmetatable({n = n}, Order) end
heap.write("1.objects.jsonl")
`, "Order", "_G"},
	{"php", "heap.php", "php", `<?php
require 'heap.php';
class Order { function __construct(private $n) { } }
class Shop { static $cache = []; }
for ($n = 0; $n < 300; $n++) Shop::$cache["order-$n"] = new Order($n);
write_heap('1.objects.jsonl');
`, "Order", "Shop"},
}

// TestExamples runs the examples of the manual. It skips languages that are not installed.
func TestExamples(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "assets", "help", "objects.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range examples {
		t.Run(e.language, func(t *testing.T) {
			_, code, found := strings.Cut(string(page), "```"+e.language+"\n")
			code, _, ended := strings.Cut(code, "```")
			if !found || !ended {
				t.Fatal("the page has no example")
			}
			interpreter, err := exec.LookPath(e.interpreter)
			if err != nil {
				t.Skip(err)
			}
			checkExample(t, e.run(t, interpreter, code), e)
		})
	}
}

// run runs the example and returns its file.
func (e *example) run(t *testing.T, interpreter, code string) trace.File {
	folder := t.TempDir()
	program := "main" + filepath.Ext(e.file)
	for name, text := range map[string]string{e.file: code, program: e.program} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.CommandContext(t.Context(), interpreter, program)
	command.Dir = folder
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	file, err := trace.DiskFile(filepath.Join(folder, "1.objects.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// checkExample checks that the file is valid, that it has all orders, and that a variable named cache holds them.
func checkExample(t *testing.T, file trace.File, e example) {
	reports, err := lines.Check(t.Context(), file, nil)
	if err != nil || len(reports) != 1 || len(reports[0].Faults) > 0 {
		t.Fatalf("%+v, %v", reports, err)
	}
	rec, err := lines.Open(t.Context(), []trace.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	h, _ := load(t, rec, 0)
	for _, c := range h.CountTypes() {
		if c.Name == e.orders && c.Objects != 300 {
			t.Errorf("%d orders", c.Objects)
		}
	}
	cache := trace.NoObject
	for i := range h.Roots {
		if strings.Contains(h.Roots[i].Detail, e.holder+".cache") {
			cache = h.Roots[i].Object
		}
	}
	for _, ty := range h.Types {
		if ty.Name == e.holder && ty.Class != trace.NoObject {
			cache = h.Referent(ty.Class, "cache")
		}
	}
	if cache == trace.NoObject {
		t.Fatal("no variable is named cache")
	}
	orders := 0
	for _, to := range h.References(cache) {
		if h.Types[h.TypeOf.At(to)].Name == e.orders {
			orders++
		}
	}
	if orders != 300 {
		t.Errorf("the cache has %d orders", orders)
	}
}
