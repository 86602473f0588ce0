package rules

import (
	"strings"
	"testing"
)

// A layer says what the packages in a folder and below may import in addition to the standard library. The
// deepest folder that fits a package decides.
type layer struct {
	dir string
	// may lists folders of the project, with /... for all below as well, and modules or parts of
	// modules. A package may always import what lies below it in the same layer.
	may []string
	why string
}

const (
	compress = "github.com/klauspost/compress"
	jsonText = "github.com/go-json-experiment/json"
	bits     = "github.com/bits-and-blooms/bitset"
	gonum    = "gonum.org/v1/gonum"
	xImage   = "golang.org/x/image"
	xSync    = "golang.org/x/sync"
	engine   = "github.com/g3n/engine"
	glfw     = "github.com/go-gl/glfw"
	gl       = "github.com/go-gl/gl"
	gio      = "gioui.org"
	flags    = "github.com/spf13/pflag"
	zenity   = "github.com/ncruces/zenity"
	quant    = "github.com/soniakeys/quant"
	mjpeg    = "github.com/icza/mjpeg"
	exprLang = "github.com/expr-lang/expr"
	yamlText = "go.yaml.in/yaml/v4"
	goText   = "github.com/go-text/typesetting"
	socket   = "github.com/coder/websocket"
	mcpSDK   = "github.com/modelcontextprotocol/go-sdk"
	pprofLib = "github.com/google/pprof/profile"
	goldmark = "github.com/yuin/goldmark"
	parquet  = "github.com/parquet-go/parquet-go"
	txtar    = "github.com/rogpeppe/go-internal/testscript"
)

var layers = []layer{
	{"layout", []string{"layout/..."}, "a plan is geometry: it serves any weighted tree and knows nothing of heaps"},
	{"assets", nil, "embedded files are data: whoever shows them gives them their meaning"},
	{"assets/help", []string{goldmark}, "pages are text with links: whoever shows them gives these their meaning"},
	{"trace/wire/bounded", []string{jsonText}, "a text without an end is none of any format"},
	{"trace/wire", []string{compress, jsonText, "trace/guard", "trace/pods", "trace/preorder", "trace/wire/bounded"},
		"a format is records and their limits, without meaning, so that it can be read and fuzzed alone"},
	{"trace/wire/antsocket", []string{jsonText, socket, "trace/guard", "trace/wire/bounded"},
		"a protocol is messages and their limits, without meaning, as a format is"},
	{"trace", []string{"trace/plain", "trace/pods", "trace/index", "trace/parallel", "trace/preorder", "trace/scratch", "trace/usage"}, "what was recorded is a fact: it depends on no format and no analysis of it"},
	{"trace/plain", nil, "text is text, whatever it names"},
	{"trace/pods", nil, "what is known of each pod is numbers, whatever they are of"},
	{"trace/preorder", nil, "a tree is a tree, whatever its nodes hold"},
	{"trace/internal", []string{"trace"}, "what formats share knows none of them"},
	{"trace/internal/input", []string{"trace", compress}, "files in memory are compressed, whatever they hold"},
	{"trace/usage", nil, "what a program did with its collections is a fact: it depends on no format, and package trace may refer to it"},
	{"trace/hirth", []string{"trace", "trace/internal/...", "trace/usage", "trace/wire/hirth"},
		"a format gives its own bytes their meaning: it knows no other one"},
	{"trace/guard", nil, "a panic is a panic, whatever the work is"},
	{"trace/callers", nil, "a connection is a connection, whoever listens"},
	{"trace/process", nil, "a child process is started alike, whatever it is for"},
	{"trace/poll", []string{"trace/parallel"}, "work is cancelled alike, whatever it is"},
	{"trace/scratch", nil, "room is room, whatever is in it"},
	{"trace/index", []string{"trace/guard", "trace/parallel", "trace/scratch"}, "what is kept of an input is columns, whatever they mean"},
	{"trace/parallel", []string{xSync, "trace/guard"}, "work is shared out alike, whatever it is"},
	{"trace/hprof", []string{"trace", "trace/index", "trace/internal/...", "trace/parallel", "trace/poll", "trace/scratch", "trace/wire/hprof"},
		"a format gives its own bytes their meaning: it knows no other one"},
	{"trace/native", []string{"trace", "trace/internal/...", "trace/parallel", "trace/poll", "trace/usage", "trace/wire/memcity"},
		"a format gives its own bytes their meaning: it knows no other one"},
	{"trace/memtree", []string{"trace", "trace/internal/...", "trace/parallel", "trace/poll", "trace/pods", "trace/preorder", "trace/wire/memtree"},
		"a format gives its own bytes their meaning: it knows no other one"},
	{"trace/histogram", []string{"trace", "trace/internal/...", "trace/wire/histogram"},
		"a format gives its own bytes their meaning: it knows no other one"},
	{"trace/jfr", []string{"trace", "trace/internal/...", "trace/wire/jfr"},
		"a format gives its own bytes their meaning: it knows no other one"},
	{"trace/gclog", []string{"trace", "trace/internal/...", "trace/wire/gclog", "trace/histogram"},
		"logs have class histograms in them; they know no other format"},
	{"trace/antsocket", []string{"trace", "trace/guard", "trace/internal/...", "trace/wire/antsocket", "trace/memtree"},
		"a server sends memory trees; it knows no other format"},
	{"trace/open", []string{"trace/...", compress}, "one place knows all formats"},
	{"trace/record", []string{"trace/usage", "trace", "trace/guard", "trace/native", "trace/process", "trace/hprof", "trace/histogram", "trace/wire/...", "trace/record/..."},
		"a recorder reads what a VM gives, and ends with a written trace"},
	{"trace/record/runs", []string{"trace/callers", "trace/guard"}, "a folder and a socket of a recording know nothing of what is recorded"},
	{"trace/record/metrics", []string{"trace/callers", "trace/guard"}, "figures are numbers, wherever they come from"},
	{"trace/record/condition", nil, "a condition is judged by numbers, wherever they come from"},
	{"trace/record/ring", nil, "which points are removed is decided by their times and sizes"},
	{"trace/record/jvm", []string{"trace/process"}, "a running VM is queried in its own ways: what becomes of its replies is decided above"},
	{"trace/tracetest", []string{"trace", "trace/wire/...", compress},
		"builders of heaps and dumps serve the tests of every layer above trace"},
	{"trace/tracetest/realistic", []string{"trace", "trace/wire/hprof", "trace/tracetest/realistic"},
		"dumps like those of real programs are records: who reads them is decided above"},
	{"trace/tracetest/huge", []string{"trace/wire/hprof", "trace/tracetest/huge"},
		"inputs with one thing too often are records: who reads them is decided above"},
	{"trace/tracetest/damage", nil, "a damaged input is bytes, whatever they mean"},
	{"trace/tracetest/cancelled", nil, "cancelling knows nothing of the work"},
	{"trace/tracetest/golden", nil, "what is compared with a file is text or values of any type"},
	{"trace/tracetest/infiles", []string{"trace/scratch"}, "where columns are serves the tests of every layer above"},
	{"trace/tracetest/indexed", []string{"trace/index"}, "where indexes are serves the tests of every layer above"},
	{"trace/tracetest/wait", nil, "waiting knows nothing of what it waits for"},
	{"trace/tracetest/opened", []string{"trace", "trace/open", "trace/tracetest/recorded"},
		"opening inputs serves the tests of formats that are seen only together with others"},
	{"trace/tracetest/hostile", []string{"trace/tracetest", "trace/wire/..."},
		"inputs that are well written and wrong know the records of formats and no meaning"},
	{"trace/tracetest/recorded", []string{compress}, "recorded files serve the tests of formats too, which know no meaning"},
	{"words", []string{"trace", "trace/plain"}, "numbers and names are written alike, wherever they stand: units are all that is known of heaps"},
	{"analysis", []string{"analysis/...", "trace", "trace/index", "trace/parallel", "trace/pods", "trace/poll", "trace/preorder", "trace/scratch", "trace/usage", "words", bits, gonum},
		"results about heaps are numbers: how they are shown is decided above"},
	{"analysis/fault", nil, "what is wrong in a text is reported alike, whatever the text means"},
	{"analysis/definition", []string{"analysis/fault", "analysis/group", "trace", "trace/parallel", "trace/poll", bits, exprLang, yamlText},
		"what users write is text: one package reads it, so that the others see classifiers like their own"},
	{"analysis/sentence", nil, "sentences are read alike, whatever their words mean"},
	{"analysis/glob", nil, "patterns are compared alike, whatever they are of"},
	{"analysis/check", []string{"analysis/fault", "analysis/glob", "analysis/sentence", "words", yamlText},
		"rules are sentences about numbers: who measures is decided above"},
	{"analysis/remedy", []string{"analysis/fault", "analysis/glob", yamlText},
		"what is known of containers is text about names: who has found them is decided above"},
	{"analysis/churn", []string{"analysis/group", "analysis/window", "trace", "trace/preorder"},
		"what died is reported by a recording: no heap is grouped for it"},
	{"analysis/staleness", []string{"trace/parallel", "trace/usage", "words"},
		"staleness is made of events: the heap states that sizes come from are read above"},
	{"analysis/holding", []string{"analysis/closure", "analysis/collection", "analysis/group", "analysis/staleness", "trace", "trace/poll", "trace/usage", bits},
		"the use of collections and the objects of a heap state meet here: neither knows the other"},
	{"analysis/site", []string{"trace"}, "how many come from where is counted: who groups them is decided above"},
	{"analysis/trend", []string{"trace"}, "a trend is numbers of trees that others made"},
	{"analysis/structure", []string{"analysis/closure", "analysis/fault", "analysis/group", "analysis/site", "trace", "trace/poll", "words", bits},
		"data structures are found in heap states, and what became of them is said: who requests them is decided above"},
	{"city", []string{"city/...", "analysis/...", "layout", "trace", "words"},
		"what is shown is a value, made from results and plans, that can be tested without a window"},
	{"city/seq", nil, "a list is a list, whatever is in it"},
	{"city/memory", []string{"city/memory/allowance", "trace", "trace/scratch", "words"}, "what work needs is a table of numbers: who does the work is decided above"},
	{"city/memory/allowance", nil, "what may be used is said by the system"},
	{"city/query", []string{"city/seq"}, "a query is a value of its view, which knows this package and not the other way round"},
	{"city/trees", []string{"city/seq", "analysis/...", "trace", "trace/pods", "trace/preorder", "words"},
		"groups over time are numbers: what stands for them is decided above"},
	{"city/budget", []string{"city/query", "city/seq", "city/trees", "analysis/...", "trace", "words"},
		"a rule is held against groups, wherever these stand"},
	{"city/view", []string{"city/query", "city/seq", "city/trees", "city/view/...", "analysis/...", "trace", "words"},
		"a view's state, query and report know no other view's and no state of the window"},
	{"city/view/pods", []string{"city/seq", "city/trees", "analysis/...", "trace", "trace/pods", "words"},
		"what is known of pods is numbers of their own, which the report is made of"},
	{"city/view/collections", []string{"city/query", "city/trees", "city/view", "analysis/...", "trace", "trace/usage", "words"},
		"what a program did with its collections is a log of its own, which the view's reports are made of"},
	{"city/view/table", []string{"city/query", "city/seq", "city/trees", "city/scene", "city/view", "city/view/rows", "analysis/...",
		"trace", "words"},
		"the rows of the heap view are those of a plan"},
	{"city/view/treemap", []string{"city/query", "city/seq", "city/trees", "city/scene", "city/view", "city/view/trends", "analysis/...",
		"layout", "trace", "words"},
		"parts of the tree view have the colours of the city"},
	{"city/scene", []string{"city/seq", "city/trees", "city/budget", "city/view/...", "analysis/...", "layout", "trace", "trace/pods", "words"},
		"a city is made of groups and results: what the user looks at is decided above"},
	{"city/web", []string{"city/scene", "city/story", "city/trees", "city/view/pins", "layout", "words"}, "what a page shows is a value: who writes the page is decided above"},
	{"city/scene/scenetest", []string{"city/scene", "city/seq", "city/trees"}, "plans for tests are plans"},
	{"city/state", []string{"city/query", "city/seq", "city/trees", "city/budget", "city/scene", "city/view/...", "analysis/...", "layout",
		"trace", "words"},
		"the state is moved by actions alone: it queries nothing itself"},
	{"city/request", []string{"city/..."}, "what a view has to know follows from the state: who finds it out is decided elsewhere"},
	{"city/checks", []string{"city/budget", "city/scene", "city/seq", "city/trees", "city/view/structures", "analysis/...", "trace", "words"},
		"what rules need is made of results: the session finds them"},
	{"city/heapgraph", []string{"city/trees", "city/view/graphs", "analysis/graph", "layout", "layout/layered", "trace", "words"},
		"a picture of a heap graph is made of the graph: the session finds it"},
	{"city/session", []string{"city/...", "trace/...", "analysis/...", "layout/...", "words", bits},
		"the session opens recordings and computes; it neither draws nor reads assets"},
	{"city/serve", []string{"city/...", "trace", "trace/callers", "trace/guard", "trace/memtree", "trace/wire/antsocket", "words", jsonText, socket},
		"the server gives others what the session made: it computes nothing"},
	{"fleet", nil, "what is known of many recordings is tables and questions about them"},
	{"fleet/table", []string{parquet}, "tables are rows and files: who makes the rows is decided above"},
	{"fleet/table/synthetic", []string{"fleet/signature", "fleet/table/...", "trace/parallel"}, "tables of a made-up fleet are rows: who reads them is decided above"},
	{"fleet/signature", []string{"analysis/guide/leak"}, "what is equal on all machines is decided in one place, by names alone"},
	{"fleet/question", []string{"trace/process"}, "questions are SQL, and their engine is a program: what the answers mean to people is decided above"},
	{"fleet/rule", []string{"analysis/check", "analysis/guide/findings", "fleet/question", "fleet/signature", "words"},
		"rules are those of check: what tables have for them is decided here"},
	{"fleet/label", nil, "labels are texts, wherever they come from"},
	{"render", []string{"render/...", "city/...", "analysis/guide/findings", "layout", "assets/...", "trace/guard", "trace/process", "words", engine, glfw, gl, gio, xImage},
		"drawing shows a city and decides nothing: it opens no recording and computes no result"},
	{"render/ui", []string{"analysis/guide/findings", "render/ui/...", "city/...", "assets/help", "trace/guard", "words", gio},
		"the host lists the panels: it shows values and opens nothing"},
	{"render/ui/model", []string{"city/...", "words"}, "what is shown is a value, whoever draws it"},
	{"render/ui/place", []string{"city/...", "render/ui/model"}, "an arrangement is geometry: it knows no contents"},
	{"render/ui/brush", []string{xImage}, "pixels are pixels, whatever a panel shows with them"},
	{"render/ui/canvas", []string{"assets", "city/...", "render/typeset", "render/ui/brush", "render/ui/model", "words", gio, xImage},
		"drawing knows no controls"},
	{"render/ui/widget", []string{"assets/help", "city/...", "render/ui/brush", "render/ui/canvas", "render/ui/model", "render/ui/place", "trace/guard", "words", gio},
		"a control knows no panel: panels are listed by the host"},
	{"render/ui/part", []string{"analysis/guide/findings", "city/...", "render/ui/canvas", "render/ui/model", "render/ui/place",
		"render/ui/widget", "words", "assets/help", gio},
		"what panels share lies below all of them"},
	{"render/ui/card", []string{"analysis/guide/findings", "assets/...", "city/...", "layout", "render/ui/canvas", "render/ui/model",
		"render/ui/part", "render/ui/place", "render/ui/widget", "words", gio},
		"a card knows no other card and no view: it can be read, tested and removed alone"},
	{"render/ui/view", []string{"analysis/guide/findings", "assets/help", "city/...", "layout", "render/ui/brush", "render/ui/canvas", "render/ui/model",
		"render/ui/part", "render/ui/place", "render/ui/widget", "words", gio},
		"a view knows no other view and no card: it can be read, tested and removed alone"},
	{"render/ui/uitest", []string{"analysis/guide/findings", "analysis/window", "city/...", "trace", "render/ui/canvas", "render/ui/model",
		"render/ui/part", "render/ui/widget", "words", gio},
		"a harness lays out the panels that a test names"},
	{"render/dialog", []string{"trace/process", zenity}, "the system's dialogs are programs of their own: nothing else starts them"},
	{"render/film", []string{"trace/process", quant, mjpeg}, "writing films is pictures one after the other: it knows no cities"},
	{"render/typeset", []string{"trace/guard", goText, xImage}, "setting text is pictures of letters: it knows neither cities nor the window"},
	{"cmd", []string{"cmd/...", "render/...", "city/...", "layout", "assets/...", "trace/...", "analysis/...", "fleet/...", engine, glfw, gl, gio,
		gonum, xImage, flags, "words"},
		"the command wires everything"},
	{"cmd/memcity/cli", wiring("cmd/memcity/source"), "what commands share knows none of them"},
	{"cmd/memcity/clitest", []string{"cmd/memcity/cli", "city/memory/allowance", "trace/guard"}, "a harness runs the commands that a test names"},
	{"cmd/memcity/clitest/browser", nil, "a browser opens what a test names, and knows nothing of it"},
	{"cmd/memcity/inputs", wiring("cmd/memcity/cli"), "a family of commands knows no other one"},
	{"cmd/memcity/groups", wiring("cmd/memcity/cli", pprofLib), "a family of commands knows no other one"},
	{"cmd/memcity/changes", wiring("cmd/memcity/cli"), "a family of commands knows no other one"},
	{"cmd/memcity/collections", wiring("cmd/memcity/cli"), "a family of commands knows no other one"},
	{"cmd/memcity/completion", wiring("cmd/memcity/cli"), "a family of commands knows no other one; the program lists them"},
	{"cmd/memcity/results", []string{"words"}, "formats for pipelines are written of values: they know neither recordings nor commands"},
	{"cmd/memcity/source", []string{"trace/process"}, "files are found by names, whoever has them"},
	{"cmd/memcity/findings", wiring("cmd/memcity/cli", "cmd/memcity/results", "cmd/memcity/source"), "a family of commands knows no other one"},
	{"cmd/memcity/fleet", wiring("cmd/memcity/cli", "cmd/memcity/results", "fleet/..."), "a family of commands knows no other one"},
	{"cmd/memcity/agents", wiring("cmd/memcity/cli", mcpSDK), "a family of commands knows no other one; they are run by name"},
	{"cmd/memcity/recording", wiring("cmd/memcity/cli"), "a family of commands knows no other one"},
	{"cmd/memcity/window", wiring("cmd/memcity/cli"), "a family of commands knows no other one"},
	{"cmd/memcity/pictures", wiring("cmd/memcity/cli", "cmd/memcity/window"), "scripts play in a window; pictures know no other command"},
	{"rules", nil, "the rules look at the sources from outside"},
	{"scripts", nil, "helpers of the scripts know the go command's output, not the program"},
	{"scripts/packaging", []string{xImage}, "packages are made of files: what is in them is decided by scripts/dist"},
	{"scripts/mutation", nil, "what changes the sources and runs their tests looks at them from outside"},
}

// wiring returns what commands may import, with more.
func wiring(more ...string) []string {
	return append(more, "render/...", "city/...", "assets/...", "trace/...", "analysis/...", "words", gio, xImage, flags)
}

// inTests lists what the tests of a layer may import in addition; a layer that may import
// trace gets trace/open and trace/tracetest in any case.
var inTests = map[string][]string{
	"analysis":            {"assets"}, // the bundled recordings
	"analysis/definition": {"assets"}, // the bundled definition files and recordings
	"analysis/remedy":     {"assets"}, // the bundled files
	"analysis/structure":  {"assets"}, // the bundled descriptions
	"trace/index":         {"trace/tracetest/indexed"},
	"city/budget":         {"city/citytest", "city/scene", "city/scene/scenetest"}, // budgets of what stands in a city
	"city/request":        {"analysis/window", "trace"},                            // whose series an overview is made of
	"city/web":            {"city/citytest", "city/link", "city/scene/scenetest"},
	"city/scene":          {"city/citytest"},
	"city/state":          {"city/citytest", "city/citytest/sametest", "city/scene/scenetest", "city/dump"},
	"city/trees":          {"city/citytest"},
	"city/view":           {"city/citytest", "city/citytest/sametest", "city/scene/scenetest"},
	"city/view/treemap":   {"city/citytest", "city/citytest/sametest", "city/scene/scenetest"},
	"city/view/table":     {"city/citytest", "city/citytest/sametest", "city/scene/scenetest"},
	"trace":               {"trace/tracetest", "trace/tracetest/..."},
	"trace/native":        {"trace/hprof"}, // whose times are those to compare with
	"trace/scratch":       {"trace/tracetest/infiles"},
	"trace/record/jvm":    {"trace/tracetest/jdk"},
	"trace/wire":          {"trace/tracetest/recorded", "trace/tracetest/damage", "trace/tracetest/golden", "trace/tracetest/hostile"},
	"render":              {"trace", "trace/pods", "analysis/window", "trace/tracetest/wait"}, // cities for tests are made of trees
	"render/ui":           {"trace", "assets"},
	"render/ui/view":      {"trace", "analysis/window", "render/ui/uitest", "render/ui/card/..."},
	"render/ui/card":      {"render/ui/uitest", "render/ui/card/..."},
	"render/ui/widget":    {"assets"},
	"cmd":                 {txtar, mcpSDK, yamlText, parquet}, // transcripts of the command line, a client of mcp, and files of pipelines in the manual
	"fleet/table":         {"assets/help"},                    // the page that describes the columns
	"fleet/question":      {"trace/pods", "fleet/table"},      // whose rule for outliers is that of the SQL
	"render/typeset":      {"assets"},                         // names mix scripts with that of the bundled font

	"trace/tracetest/hostile": {"trace", "trace/open"}, // whether the samples are sound
	"trace/tracetest/huge":    {"trace", "trace/hprof"},
	"cmd/memcity/pictures":    {"cmd/memcity/clitest"},
}

// A gate names the only folders whose packages may import what lies behind it, whatever the layers say.
type gate struct {
	behind string // a folder of the project or a module
	only   []string
	why    string
	tests  bool // tests pass from anywhere
}

var gates = []gate{
	{"render", []string{"render", "cmd"}, "everything but the window must work without one", false},
	{"cmd", []string{"cmd"}, "what others need belongs in a package of its own", false},
	{"city/session", []string{"city/session", "city/serve", "cmd"},
		"there is one worker; the window gets finished values and sends requests", false},
	{socket, []string{"trace/wire/antsocket", "city/serve"}, "what comes over a network is met in one place at each end", false},
	{"trace/record", []string{"trace/record", "city/session", "cmd"}, "starting programs is no part of reading traces", false},
	{"trace/tracetest", []string{"trace/tracetest"}, "builders for tests make heaps that nobody recorded", true},
	{"city/citytest", []string{"city/citytest"}, "builders for tests make recordings that nobody recorded", true},
	{"city/scene/scenetest", []string{"city/scene/scenetest"}, "builders for tests make plans of recordings that nobody recorded", true},
	{engine, []string{"render", "cmd"}, "the engine needs cgo and a graphics library", false},
	{glfw, []string{"render", "cmd"}, "windows need cgo and a display", false},
	{xSync, []string{"trace/parallel"}, "work is shared out to goroutines in one place", false},
	{parquet, []string{"fleet/table"}, "tables are written in one place", true},
	{quant, []string{"render/film"}, "films are written in one place", false},
	{mjpeg, []string{"render/film"}, "films are written in one place", false},
	{zenity, []string{"render/dialog"}, "one place decides how to prompt for files", false},
	{gl, []string{"render", "cmd"}, "OpenGL needs cgo and a graphics library", false},
	{gio, []string{"render", "cmd"}, "panels need cgo and a graphics library", false},
}

func layerOf(dir string) (layer, bool) {
	var best layer
	for _, l := range layers {
		if within(dir, l.dir) && len(l.dir) > len(best.dir) {
			best = l
		}
	}
	return best, best.dir != ""
}

// fits reports whether the import is the entry or, where the entry allows that, lies below it.
func fits(importPath, entry string) bool {
	dir, mine := own(importPath)
	if !mine {
		return within(importPath, entry)
	}
	if base, ok := strings.CutSuffix(entry, "/..."); ok {
		return within(dir, base)
	}
	return dir == entry
}

func fitsAny(importPath string, entries []string) bool {
	for _, e := range entries {
		if fits(importPath, e) {
			return true
		}
	}
	return false
}

// allowed reports whether a package in dir may import importPath according to its layer.
func (l layer) allowed(dir, importPath string, test bool) bool {
	if standard(importPath) || fitsAny(importPath, l.may) {
		return true
	}
	if target, mine := own(importPath); mine && within(target, dir) {
		if below, ok := layerOf(target); ok && below.dir == l.dir {
			return true
		}
	}
	if !test {
		return false
	}
	return fitsAny(importPath, inTests[l.dir]) ||
		fitsAny(importPath, []string{"trace/open", "trace/tracetest", "trace/tracetest/..."}) && fitsAny(project+"/trace", l.may)
}

func TestLayers(t *testing.T) {
	for _, s := range sources(t) {
		l, ok := layerOf(s.dir)
		if !ok {
			t.Errorf("%s: the folder belongs to no layer: add it to the table, with its reason", s.path)
			continue
		}
		for _, p := range s.imports(t) {
			if !l.allowed(s.dir, p, s.test) {
				t.Errorf("%s: imports %s; packages in %s do not: %s", s.path, p, l.dir, l.why)
			}
		}
	}
}

func TestGates(t *testing.T) {
	for _, s := range sources(t) {
		for _, p := range s.imports(t) {
			for _, g := range gates {
				if g.passes(s.dir, p, s.test) {
					continue
				}
				t.Errorf("%s: imports %s; only packages in %s do: %s", s.path, p, strings.Join(g.only, " and "), g.why)
			}
		}
	}
}

// passes reports whether the gate lets a package in dir import importPath.
func (g gate) passes(dir, importPath string, test bool) bool {
	if test && g.tests {
		return true
	}
	target, mine := own(importPath)
	if !mine {
		target = importPath
	}
	if !within(target, g.behind) {
		return true
	}
	for _, o := range g.only {
		if within(dir, o) {
			return true
		}
	}
	return false
}

// TestTables checks the two tables against imports whose verdict the design fixes.
func TestTables(t *testing.T) {
	tests := []struct {
		dir, imports string
		test, want   bool
	}{
		{"layout", "math", false, true},
		{"layout", project + "/trace", false, false},
		{"layout", bits, false, false},
		{"assets", project + "/layout", false, false},
		{"trace", project + "/trace/wire/hprof", false, false},
		{"trace", project + "/trace/hprof", false, false},
		{"trace", compress + "/zstd", false, false},
		{"trace/hprof", project + "/trace/wire/hprof", false, true},
		{"trace/hprof", project + "/trace/internal/input", false, true},
		{"trace/hprof", project + "/trace/native", false, false},
		{"trace/hprof", project + "/trace/open", false, false},
		{"trace/hprof", project + "/trace/open", true, true},
		{"trace/open", project + "/trace/hprof", false, true},
		{"trace/open", compress + "/zstd", false, true},
		{"city", project + "/trace/open", false, false},
		{"city/session", project + "/trace/open", false, true},
		{"trace", project + "/analysis/group", false, false},
		{"trace", project + "/trace/tracetest", true, true},
		{"trace", project + "/trace/tracetest", false, false},
		{"trace/wire/hprof", project + "/trace", false, false},
		{"trace/wire/hprof", project + "/trace/wire/memtree", false, false},
		{"trace/wire/hprof", project + "/trace/wire/hprof/internal/text", false, true},
		{"analysis/closure", bits, false, true},
		{"analysis/closure", project + "/trace", false, true},
		{"analysis/closure", project + "/trace/wire/hprof", false, false},
		{"analysis/closure", project + "/trace/tracetest", true, true},
		{"analysis/closure", project + "/layout", false, false},
		{"city", project + "/trace", false, true},
		{"city", project + "/city/session", false, false},
		{"city", gonum + "/stat", false, false},
		{"city/session", project + "/city", false, true},
		{"city/session", project + "/trace/record", false, true},
		{"city/session", project + "/render", false, false},
		{"city/session", project + "/trace/tracetest", false, false},
		{"city/session", project + "/trace/tracetest", true, true},
		{"city/serve", project + "/city/session", false, true},
		{"city/session", socket, false, false},
		{"trace", socket, false, false},
		{"trace/wire/antsocket", socket, false, true},
		{"render/ui", gio + "/layout", false, true},
		{"render/ui", project + "/city/session", false, false},
		{"render", project + "/trace", false, false},
		{"cmd/memcity", project + "/render", false, true},
		{"cmd/memcity", project + "/cmd/memcity/changes", false, true},
		{"cmd/memcity/changes", project + "/cmd/memcity/cli", false, true},
		{"cmd/memcity/changes", project + "/cmd/memcity/groups", false, false},
		{"cmd/memcity/cli", project + "/cmd/memcity/groups", false, false},
		{"cmd/memcity/agents", mcpSDK + "/mcp", false, true},
		{"cmd/memcity/groups", mcpSDK, false, false},
		{"cmd/memcity", txtar, true, true},
		{"cmd/memcity", txtar, false, false},
		{"cmd/memcity", project + "/city/session", false, true},
		{"city", engine + "/gls", false, false},
	}
	for _, test := range tests {
		l, ok := layerOf(test.dir)
		got := ok && l.allowed(test.dir, test.imports, test.test)
		for _, g := range gates {
			got = got && g.passes(test.dir, test.imports, test.test)
		}
		if got != test.want {
			t.Errorf("%s may import %s (in a test: %v): %v, want %v", test.dir, test.imports, test.test, got, test.want)
		}
	}
}
