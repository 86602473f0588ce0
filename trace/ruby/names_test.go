package ruby_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/trace"
)

// namedProgram uses the script of the manual.
const namedProgram = `
class Order
  def initialize(id) = (@id, @label, @lines = id, "order-#{id}", [id.to_s])
end
class Shop
  ORDERS = (0...50).to_h { |i| [i, Order.new(i)] }
  @@last = ORDERS[49]
  @first = [ORDERS[0]]
end
Pair = Struct.new(:number, :order)
$pair = Pair.new(1, Order.new(50))
Thread.new { sleep }.name = "seller"
MemoryCityHeap.write("1.rubyheap.jsonl")
`

// TestNames runs the script of the manual that adds names.
func TestNames(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "assets", "help", "runtimes.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, code, found := strings.Cut(string(page), "```ruby\nrequire \"json\"\n")
	code, _, ended := strings.Cut(code, "```")
	if !found || !ended {
		t.Fatal("the page has no script")
	}
	interpreter, err := exec.LookPath("ruby")
	if err != nil {
		t.Skip("ruby is not installed")
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "main.rb"), []byte("require \"json\"\n"+code+namedProgram), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), interpreter, "main.rb", "argument")
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	content, err := os.ReadFile(filepath.Join(folder, "1.rubyheap.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	checkNames(t, loadLast(t, open(t, string(content))))
}

func checkNames(t *testing.T, h *trace.Heap) {
	missing := map[string]string{"Shop": "ORDERS @@last @first", "Order": "@label @lines", "Pair": "order"}
	for i := range h.Types {
		k := &h.Types[i]
		names := k.References
		if k.Name == "Shop" && k.Class != trace.NoObject {
			names = h.StaticNames[k.Class]
		}
		var left []string
		for _, want := range strings.Fields(missing[k.Name]) {
			if !slices.Contains(names, want) {
				left = append(left, want)
			}
		}
		missing[k.Name] = strings.Join(left, " ")
	}
	for name, left := range missing {
		if left != "" {
			t.Errorf("%s has no names %s", name, left)
		}
	}
	if !slices.ContainsFunc(h.Roots, func(r trace.Root) bool { return r.Kind == trace.RootVariable && r.Detail == "$pair" }) {
		t.Error("the global variable has no name")
	}
	if !slices.ContainsFunc(h.Threads, func(k trace.Thread) bool { return k.Name == "seller" }) {
		t.Errorf("threads %v", h.Threads)
	}
}
