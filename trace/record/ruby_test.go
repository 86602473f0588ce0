package record

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"memcity/trace"
	"memcity/trace/record/forked"
)

// rubyPath returns the path of Ruby.
func rubyPath(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("ruby")
	if err != nil || !forked.Supported {
		t.Skip("there is no Ruby")
	}
	if exec.Command(path, "-e", "exit(RUBY_ENGINE == 'ruby' && RUBY_VERSION >= '3.1')").Run() != nil {
		t.Skip("Ruby is too old")
	}
	return path
}

// rubyScript writes a program.
func rubyScript(t *testing.T, text string) string {
	path := filepath.Join(t.TempDir(), "shop.rb")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// rubyLeak is a program that keeps as many objects as its standard input requests.
const rubyLeak = `class Order
  def initialize(n); @lines = [n]; end
end
class Cart; def initialize; @item = Object.new; end; end
class Shop
  @@by_id = {}
  def self.add(n) = n.times { @@by_id[@@by_id.size] = Order.new(@@by_id.size) }
  def self.size = @@by_id.size
end
def work
  cart = Cart.new
  sleep
  cart
end
class Closed; end
ObjectSpace.define_finalizer(Closed.new, proc { File.write(ENV["FINALIZED"], Process.pid.to_s, mode: "a") }) if ENV["FINALIZED"]
Thread.new { work }.name = "worker"
sleep 0.01 until Thread.list.any? { |t| t.name == "worker" && t.status == "sleep" }
$stdout.sync = true
puts "ready"
while line = gets
  Shop.add(line.to_i)
  puts "done"
end
exit Shop.size % 100
`

// TestStartRuby records a started program to its end.
func TestStartRuby(t *testing.T) {
	k, r := starts(t, []string{"env", "A=1", rubyPath(t), rubyScript(t, rubyLeak)}, options(t, Sampled))
	until(t, r, "a file", func(s Status) bool { return len(s.Files) > 0 })
	k.do(t, "100")
	request(t, r)
	k.do(t, "23")
	request(t, r)
	k.in.Close()
	if status := r.WaitProgram(); status != 23 {
		t.Errorf("the program ended with status %d: %s", status, k.errText.String())
	}
	if err := r.Wait(); err != nil {
		t.Fatal(err)
	}
	if s := r.Status(); len(about(s)) > 0 || k.errText.String() != "" || s.Files[0].Program != "shop.rb" || !s.Files[0].Ended {
		t.Errorf("standard error %q, status %+v", k.errText.String(), s)
	}
	rec := opened(t, r.Path())
	if rec.Runtime != trace.CRuby || len(rec.Points) < 2 {
		t.Fatalf("recorded %+v", rec)
	}
	if n := count(t, &rec.Points[1], "Order"); n != 123 {
		t.Errorf("%d orders", n)
	}
	heap, _, err := rec.Points[1].Load(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	checkRuby(t, heap)
	if l := heap.Libraries; !slices.Contains(l, "MonitorMixin") || slices.Contains(l, "Order") || slices.Contains(l, "Shop") {
		t.Errorf("libraries %v", l)
	}
}

// checkRuby checks the names of class variables, instance variables and threads, and the local variable of a thread.
func checkRuby(t *testing.T, h *trace.Heap) {
	t.Helper()
	byID, lines, worker := false, 0, false
	for o := range trace.ObjectID(h.Len()) {
		if h.Types[h.TypeOf.At(o)].Name == "Order" && h.Referent(o, "@lines") != trace.NoObject {
			lines++
		}
	}
	for _, ty := range h.Types {
		if ty.Name == "Shop" && ty.Class != trace.NoObject {
			to := h.Referent(ty.Class, "@@by_id")
			byID = to != trace.NoObject && h.Types[h.TypeOf.At(to)].Name == "ruby:Hash"
		}
	}
	for i := range h.Roots {
		r := &h.Roots[i]
		if r.Kind == trace.RootLocal && r.Thread >= 0 && h.Types[h.TypeOf.At(r.Object)].Name == "Cart" {
			worker = worker || h.Threads[r.Thread].Name == "worker"
		}
	}
	if !byID || lines != 123 || !worker {
		t.Errorf("class variable %v, %d instance variables, local variable %v", byID, lines, worker)
	}
}

// TestRubySites records the allocation sites of all objects.
func TestRubySites(t *testing.T) {
	k, r := starts(t, []string{rubyPath(t), rubyScript(t, rubyLeak)}, options(t, Exact))
	until(t, r, "a file", func(s Status) bool { return len(s.Files) > 0 })
	k.do(t, "1000")
	request(t, r)
	k.in.Close()
	if err := r.Wait(); err != nil {
		t.Fatal(err)
	}
	heap, _, err := opened(t, r.Path()).Points[0].Load(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for o := range trace.ObjectID(heap.Len()) {
		if heap.Types[heap.TypeOf.At(o)].Name == "Order" && heap.SiteOf[o] != trace.NoSite {
			if f := heap.Sites[heap.SiteOf[o]].Frames[0]; f.File == "shop.rb" && f.Line == 7 {
				at++
			}
		}
	}
	if at != 1000 {
		t.Errorf("%d orders have their site", at)
	}
}

// TestRubyFinalizers checks that finalizers run in the program only.
func TestRubyFinalizers(t *testing.T) {
	o := options(t, Sampled)
	path := filepath.Join(t.TempDir(), "finalized")
	o.Env = append(os.Environ(), "FINALIZED="+path)
	k, r := starts(t, []string{rubyPath(t), rubyScript(t, rubyLeak)}, o)
	until(t, r, "a file", func(s Status) bool { return len(s.Files) > 0 })
	request(t, r)
	request(t, r)
	pid := r.Status().Files[0].PID
	k.in.Close()
	if err := r.Wait(); err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(path); string(data) != strconv.Itoa(pid) {
		t.Errorf("finalized in %q instead of %d", data, pid)
	}
}

// TestRubyUnchanged checks that a program sees nothing of the recorder but a thread, and that its output and its end are the same.
func TestRubyUnchanged(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "own.rb"), []byte("OWN = 7\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const show = "sleep 0.2\np ARGV, $0, ENV.keys.sort, ENV['RUBYOPT'], Object.constants.include?(:OWN), $\".grep(/memcity/), $VERBOSE\n$stdout.flush\n"
	for name, test := range map[string]struct {
		program, options string
		status           int
	}{
		"plain":     {show, "", 0},
		"options":   {show, "-W1 -r" + filepath.Join(folder, "own.rb"), 0},
		"status":    {show + "exit 7", "", 7},
		"exception": {show + "raise 'wrong'", "", 1},
		"signal":    {show + "Process.kill(:TERM, Process.pid); sleep", "", 128 + int(syscall.SIGTERM)},
		"trap":      {show + "trap('TERM') { puts 'caught'; exit 3 }; Process.kill(:TERM, Process.pid); sleep", "", 3},
		"fork":      {show + "pid = fork { exit 5 }\nProcess.wait pid\np $?.exitstatus\nat_exit { puts 'bye' }\nexit 4", "", 4},
		"hooks": {show + "Process.singleton_class.prepend(Module.new { def _fork; puts 'hook'; $stdout.flush; super; end })\nsleep 1.2\n" +
			"Process.wait fork { exit!(5) }", "", 0},
		"exec":       {show + "exec 'ruby', '-e', 'p ENV[\"RUBYOPT\"]; exit 6'", "", 6},
		"subprocess": {show + "puts `ruby -e 'p ENV[\"RUBYOPT\"]'`\nsystem('exit 3')\np $?.exitstatus\nIO.popen('-') { |io| io ? puts(io.read) : puts('child') }", "", 0},
		"threads":    {show + "Thread.new { puts 'ended' }.join\nat_exit { puts 'bye' }", "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			argv := []string{rubyPath(t), rubyScript(t, test.program)}
			plain := exec.Command(argv[0], argv[1:]...)
			plain.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "TMPDIR=" + t.TempDir()}
			if test.options != "" {
				plain.Env = append(plain.Env, "RUBYOPT="+test.options)
			}
			var out, errors text
			plain.Stdout, plain.Stderr = &out, &errors
			_ = plain.Run()
			o := options(t, Sampled)
			o.Env = plain.Env
			var out2, errors2 text
			o.Stdout, o.Stderr = &out2, &errors2
			r, err := Start(t.Context(), argv, o)
			if err != nil {
				t.Fatal(err)
			}
			if status := r.WaitProgram(); status != test.status {
				t.Errorf("status %d, want %d", status, test.status)
			}
			_ = r.Wait() // a program may end before its first point
			if out2.String() != out.String() || errors2.String() != errors.String() {
				t.Errorf("recorded: %s%s\nalone: %s%s", out2.String(), errors2.String(), out.String(), errors.String())
			}
		})
	}
}

// TestRubyForks records a forked process that runs for some time in its own file.
func TestRubyForks(t *testing.T) {
	const program = `class Order; end
pid = fork do
  orders = Array.new(50) { Order.new }
  $stdin.read
  exit!(orders.size - 50)
end
$stdout.sync = true
puts "ready"
Process.wait pid
`
	k, r := starts(t, []string{rubyPath(t), rubyScript(t, program)}, options(t, Sampled))
	until(t, r, "two files", func(s Status) bool { return len(s.Files) == 2 })
	request(t, r)
	paths := r.Status()
	k.in.Close()
	if err := r.Wait(); err != nil {
		t.Fatal(err)
	}
	orders := int64(0)
	for _, f := range paths.Files {
		orders += count(t, &opened(t, f.Path).Points[0], "Order")
	}
	if orders != 50 {
		t.Errorf("%d orders", orders)
	}
}

// TestRubyLauncher records a program that replaces a script of Ruby with the name bundle.
func TestRubyLauncher(t *testing.T) {
	launcher := filepath.Join(t.TempDir(), "bundle")
	if err := os.WriteFile(launcher, []byte("#!"+rubyPath(t)+"\nexec 'ruby', *ARGV\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	k, r := starts(t, []string{launcher, rubyScript(t, rubyLeak)}, options(t, Sampled))
	until(t, r, "a file", func(s Status) bool { return len(s.Files) > 0 })
	request(t, r)
	k.in.Close()
	if err := r.Wait(); err != nil {
		t.Fatal(err)
	}
	if s := r.Status(); len(s.Files) != 1 || s.Files[0].Program != "shop.rb" {
		t.Errorf("recorded %+v", s.Files)
	}
}

// TestRubyRefusals checks the reasons for which programs are not recorded.
func TestRubyRefusals(t *testing.T) {
	path := rubyPath(t)
	other := filepath.Join(t.TempDir(), "truffleruby")
	if err := os.WriteFile(other, nil, 0o700); err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]string{path + " --disable=rubyopt x.rb": "with the option --disable=rubyopt", other + " x.rb": "only CRuby 3.1 or later"} {
		if _, err := Start(t.Context(), strings.Fields(word), options(t, Sampled)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", word, err)
		}
	}
	k, cmd := launch(t, []string{path, rubyScript(t, rubyLeak)})
	if _, err := Attach(t.Context(), cmd.Process.Pid, options(t, Sampled)); err == nil || !strings.Contains(err.Error(), "memcity record -- ruby") {
		t.Errorf("attached: %v", err)
	}
	k.in.Close()
}
