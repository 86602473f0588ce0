package rules

import (
	"slices"
	"strings"
	"testing"
)

// A layer lists the imports that the packages in a folder and below it may have, besides the standard library. The deepest matching folder
// applies to a package.
type layer struct {
	dir string
	// may lists folders of the project, with /... for everything below as well, and modules or parts of modules. A package may always
	// import packages below it in the same layer.
	may []string
	why string
}

const (
	compress = "github.com/klauspost/compress"
	lzma     = "github.com/ulikunitz/xz/lzma"
	jsonText = "github.com/go-json-experiment/json"
	bits     = "github.com/bits-and-blooms/bitset"
	xImage   = "golang.org/x/image"
	xSync    = "golang.org/x/sync"
	engine   = "github.com/g3n/engine"
	glfw     = "github.com/go-gl/glfw"
	gl       = "github.com/go-gl/gl"
	gio      = "gioui.org"
	flags    = "github.com/spf13/pflag"
	zenity   = "github.com/ncruces/zenity"
	exprLang = "github.com/expr-lang/expr"
	yamlText = "go.yaml.in/yaml/v4"
	goText   = "github.com/go-text/typesetting"
	socket   = "github.com/coder/websocket"
	mcpSDK   = "github.com/modelcontextprotocol/go-sdk"
	pprofLib = "github.com/google/pprof/profile"
	protobuf = "google.golang.org/protobuf/encoding/protowire"
	demangle = "github.com/ianlancetaylor/demangle"
	goldmark = "github.com/yuin/goldmark"
	parquet  = "github.com/parquet-go/parquet-go"
	txtar    = "github.com/rogpeppe/go-internal/testscript"
)

var layers = []layer{
	{"layout", []string{"layout/..."}, "a plan is geometry: it must work for any weighted tree, not only for heaps"},
	{"assets", nil, "embedded files are data: the packages that show them interpret them"},
	{"assets/help", []string{goldmark}, "pages are text with links: the packages that show them resolve the links"},
	{"trace/wire/bounded", []string{jsonText}, "all formats bound the length of texts in the same way, so this package must not depend on any of them"},
	{"trace/wire/stored", []string{compress}, "several formats are compressed alike, so this package must not depend on any of them"},
	{"trace/wire/jsonlines", nil, "formats of JSON lines are read alike, so this package must not depend on any of them"},
	{"trace/wire", []string{compress, jsonText, "trace/guard", "trace/pods", "trace/preorder", "trace/wire/bounded", "trace/wire/jsonlines", "trace/wire/stored"},
		"a format defines records and their limits, without their meaning, so that it can be read and fuzzed alone"},
	{"trace/wire/perfetto", []string{protobuf}, "a format defines records and their limits, without their meaning, so that it can be read and fuzzed alone"},
	{"trace/wire/otlp", []string{protobuf}, "a format defines records and their limits, without their meaning, so that it can be read and fuzzed alone"},
	{"trace/wire/antsocket", []string{jsonText, socket, "trace/guard", "trace/wire/bounded"},
		"a protocol defines messages and their limits, without their meaning, so that it can be read and fuzzed alone"},
	{"trace", []string{"trace/pods", "trace/index", "trace/parallel", "trace/preorder", "trace/scratch", "trace/usage"},
		"recorded facts must not depend on a format or on an analysis"},
	{"trace/pods", nil, "trace and analyses both use numbers per pod, so these must not depend on types, groups or heaps"},
	{"trace/preorder", nil, "several kinds of trees share this code, so it must not depend on the contents of nodes"},
	{"trace/internal", []string{"trace"}, "formats share this code, so it must not depend on one of them"},
	{"trace/internal/input", []string{"trace", compress}, "formats share the compression of files in memory, so it must not depend on their contents"},
	{"trace/usage", nil, "package trace refers to the use of collections, so it must not depend on trace or on a format"},
	{"trace/anttracks", []string{"trace", "trace/internal/...", "trace/native", "trace/wire/anttracks", "trace/wire/classfile"},
		"a replay is stored as a native trace, so that one reader serves both"},
	{"trace/hirth", []string{"trace", "trace/internal/...", "trace/usage", "trace/wire/hirth"},
		"a format interprets its own bytes and must not depend on another format"},
	{"trace/guard", nil, "every layer catches panics with this package, so it must not depend on any of them"},
	{"trace/callers", nil, "several servers share this code, so it must not depend on one of them"},
	{"trace/process", nil, "all child processes start here, so this package must not depend on their callers"},
	{"trace/poll", []string{"trace/parallel"}, "every layer checks for cancellation with this package, so it must not depend on their work"},
	{"trace/scratch", nil, "scratch stores bytes and must not depend on a column type"},
	{"trace/index", []string{"trace/guard", "trace/parallel", "trace/scratch"}, "an index stores columns and must not depend on the format that they come from"},
	{"trace/parallel", []string{xSync, "trace/guard"}, "every layer runs goroutines with this package, so it must not depend on their work"},
	{"trace/hprof", []string{"trace", "trace/index", "trace/internal/...", "trace/parallel", "trace/poll", "trace/scratch", "trace/wire/hprof"},
		"a format interprets its own bytes and must not depend on another format"},
	{"trace/phd", []string{"trace", "trace/internal/...", "trace/poll", "trace/scratch", "trace/wire/phd", "trace/wire/javacore"},
		"a format interprets its own bytes; the VM writes a javacore with each heap dump"},
	{"trace/internal/assemble", []string{"trace", "trace/internal/addresses", "trace/poll", "trace/scratch"},
		"readers of several formats share this code, so it must not depend on one of them"},
	{"trace/internal/sites", []string{"trace", "trace/internal/input"}, "readers of several formats share this code, so it must not depend on one of them"},
	{"trace/internal/symbols", []string{demangle, "trace"}, "readers of several formats share this code, so it must not depend on one of them"},
	{"trace/lines", []string{compress, "trace", "trace/internal/...", "trace/poll", "trace/wire/lines"},
		"a format interprets its own bytes and must not depend on another format"},
	{"trace/ruby", []string{"trace", "trace/internal/...", "trace/wire/ruby", "trace/wire/stored"},
		"a format interprets its own bytes and must not depend on another format"},
	{"trace/dotnet", []string{"trace", "trace/internal/...", "trace/poll", "trace/wire/assembly", "trace/wire/nettrace", "trace/wire/gcdump"},
		"the formats of one runtime interpret their own bytes and must not depend on another format"},
	{"trace/goheap", []string{"trace", "trace/internal/...", "trace/poll", "trace/scratch", "trace/wire/goheap", "trace/wire/stored"},
		"a format interprets its own bytes and must not depend on another format"},
	{"trace/v8", []string{"trace", "trace/internal/...", "trace/poll", "trace/scratch", "trace/wire/v8"},
		"a format interprets its own bytes and must not depend on another format"},
	{"trace/perfetto", []string{"trace", "trace/internal/...", "trace/wire/perfetto"}, "a format interprets its own bytes and must not depend on another format"},
	{"trace/flame", []string{"trace", "trace/internal/..."}, "a format interprets its own bytes and must not depend on another format"},
	{"trace/heaptrack", []string{"trace", "trace/internal/..."}, "a format interprets its own bytes and must not depend on another format"},
	{"trace/massif", []string{"trace", "trace/internal/..."}, "a format interprets its own bytes and must not depend on another format"},
	{"trace/v8profile", []string{"trace", "trace/internal/..."}, "a format interprets its own bytes and must not depend on another format"},
	{"trace/internal/scripts", nil, "readers of several formats share this code, so it must not depend on one of them"},
	{"trace/pprof", []string{pprofLib, "trace", "trace/internal/...", "trace/wire/otlp"}, "a format interprets its own bytes and must not depend on another format"},
	{"trace/native", []string{"trace", "trace/internal/...", "trace/parallel", "trace/poll", "trace/usage", "trace/wire/memcity"},
		"a format interprets its own bytes and must not depend on another format"},
	{"trace/memtree", []string{"trace", "trace/internal/...", "trace/parallel", "trace/poll", "trace/pods", "trace/preorder", "trace/wire/memtree"},
		"a format interprets its own bytes and must not depend on another format"},
	{"trace/histogram", []string{"trace", "trace/internal/...", "trace/wire/histogram"},
		"a format interprets its own bytes and must not depend on another format"},
	{"trace/jfr", []string{"trace", "trace/internal/...", "trace/wire/jfr"},
		"a format interprets its own bytes and must not depend on another format"},
	{"trace/gclog", []string{"trace", "trace/internal/...", "trace/wire/gclog", "trace/histogram"},
		"GC logs contain class histograms, but no other format"},
	{"trace/antsocket", []string{"trace", "trace/guard", "trace/internal/...", "trace/wire/antsocket", "trace/memtree"},
		"a server sends memory trees, but no other format"},
	{"trace/open", []string{"trace/...", compress, lzma}, "formats are detected in one place, which must import all of them"},
	{"trace/record", []string{"trace/usage", "trace", "trace/guard", "trace/native", "trace/process", "trace/hprof", "trace/histogram", "trace/pprof", "trace/v8", "trace/lines", "trace/ruby", "trace/dotnet", "trace/wire/...", "trace/record/..."},
		"a recorder reads the outputs of a VM and writes a trace: it groups and analyzes nothing"},
	{"trace/record/runs", []string{"trace/callers", "trace/guard"}, "the folder and the socket of a recording must not depend on the recorded data"},
	{"trace/record/metrics", []string{"trace/callers", "trace/guard"}, "the published figures are numbers and must not depend on the recorder"},
	{"trace/record/condition", nil, "a condition compares numbers and must not depend on the recorder that measures them"},
	{"trace/record/ring", nil, "only times and sizes decide which points are removed"},
	{"trace/record/jvm", []string{"trace/process"}, "this package sends commands to a running VM: its callers interpret the replies"},
	{"trace/record/inspector", []string{"trace/guard", "trace/record/inspector/...", socket}, "a client of the inspector decides nothing: the recorder does"},
	{"trace/record/profiling", nil, "a client of a server with profiles must not depend on their contents"},
	{"trace/record/node", nil, "Node.js is found and signaled without a connection to it"},
	{"trace/record/forked", []string{"trace", "trace/guard"}, "a connection to a program copies its dumps and interprets nothing"},
	{"trace/record/python", []string{"trace/process", "trace/record/forked"}, "a module for programs in Python must not depend on the recorder that reads its objects"},
	{"trace/record/ruby", []string{"trace/process", "trace/record/forked"}, "a file for programs in Ruby must not depend on the recorder that reads its dumps"},
	{"trace/record/diagnostics", []string{"trace", "trace/guard", "trace/process", "trace/wire/nettrace", "trace/record/diagnostics/..."},
		"a client of the runtime finds the end of a snapshot and interprets nothing else"},
	{"trace/record/headroom", nil, "the memory that is left to a process must not depend on why it is needed"},
	{"trace/record/snapshot", []string{"trace/record/headroom"}, "the decision about a snapshot compares numbers and must not depend on the recorder that measures them"},
	{"trace/tracetest", []string{"trace", "trace/wire/...", compress},
		"builders of heaps and dumps serve the tests of every layer above trace"},
	{"trace/tracetest/realistic", []string{"trace", "trace/wire/hprof", "trace/tracetest/realistic"},
		"realistic dumps consist of records, so that tests of any layer can read them"},
	{"trace/tracetest/huge", []string{"trace/wire/hprof", "trace/tracetest/huge"},
		"oversized inputs consist of records, so that tests of any layer can read them"},
	{"trace/tracetest/testrun", nil, "tests of every layer run work with this package, so it must not depend on the work"},
	{"trace/tracetest/columns", []string{"trace/index", "trace/scratch"}, "tests of every layer above select where columns and indexes are stored"},
	{"trace/tracetest/golden", nil, "tests of every layer compare texts and values with files, so this package must not depend on their types"},
	{"trace/tracetest/opened", []string{"trace", "trace/open", "trace/tracetest/recorded"},
		"some formats occur only together with others, and their tests open inputs with all formats"},
	{"trace/tracetest/tabletext", []string{"trace/wire/memcity"}, "the text form has only the tables' names and values, and must not depend on their meaning"},
	{"trace/tracetest/hostile", []string{"trace/tracetest", "trace/tracetest/flight", "trace/tracetest/tabletext", "trace/wire/..."},
		"hostile inputs are wrong records in a correct encoding: building them needs formats, but not their meaning"},
	{"trace/tracetest/flight", nil, "tests of every layer write flight recordings, so this package must not depend on their reader"},
	{"trace/tracetest/recorded", []string{compress}, "tests of formats use the recorded files too, and must not depend on their meaning"},
	{"words", []string{"trace"}, "every layer formats numbers and names with this package, so it may depend on units, but not on heaps"},
	{"analysis", []string{"analysis/...", "trace", "trace/index", "trace/parallel", "trace/pods", "trace/poll", "trace/preorder", "trace/scratch", "trace/usage", "words", bits},
		"analyses return results as numbers: the layers above decide how to show them"},
	{"analysis/userfile", []string{yamlText}, "all user-written files are read with this package, so it must not depend on the meaning of a file"},
	{"analysis/closure/internal", []string{"trace", "trace/poll", "trace/scratch", "analysis/closure/contraction", "analysis/closure/internal/...", bits},
		"closures and dominators share the walk over a heap, so it must not depend on their results"},
	{"analysis/definition", []string{"analysis/userfile", "analysis/group", "trace", "trace/parallel", "trace/poll", bits, exprLang, yamlText},
		"one package parses the definitions of users, so that all others see ordinary classifiers"},
	{"analysis/sentence", nil, "several readers parse sentences with this package, so it must not depend on the meaning of the words"},
	{"analysis/check", []string{"analysis/chance", "trace", "analysis/userfile", "analysis/sentence", "words", yamlText},
		"rules compare numbers: the layers above measure them"},
	{"analysis/remedy", []string{"analysis/userfile", yamlText},
		"known containers are texts by name: the layers above find the containers"},
	{"analysis/churn", []string{"analysis/group", "analysis/window", "trace", "trace/preorder"},
		"recordings report deaths, so churn must not need the heap states"},
	{"analysis/threads", []string{"analysis/closure", "trace", "words"}, "the memory of a thread follows from the GC roots: it must not depend on groups or findings"},
	{"analysis/staleness", []string{"trace/parallel", "trace/usage", "words"},
		"staleness is computed from events: the layers above read the heap states for sizes"},
	{"analysis/holding", []string{"analysis/closure", "analysis/closure/dominators", "analysis/collection", "analysis/group", "analysis/staleness", "trace", "trace/poll", "trace/usage", bits},
		"this package connects the use of collections to the objects of a heap state, so that neither depends on the other"},
	{"analysis/signature", []string{"analysis/guide/leak", "trace"}, "signatures must be equal on all machines, so they depend on names alone"},
	{"analysis/chance", nil, "several judgments share these tests, so they must depend on numbers alone"},
	{"analysis/proof", []string{"analysis/chance", "words"},
		"a proof compares numbers of recordings: the layers above open them and find their findings"},
	{"analysis/site", []string{"trace"}, "this package counts objects by allocation site: the layers above group them"},
	{"analysis/trend", []string{"trace"}, "a trend is computed from the numbers of finished trees"},
	{"analysis/structure", []string{"analysis/closure", "analysis/closure/dominators", "analysis/userfile", "analysis/group", "analysis/site", "trace", "trace/poll", "words", bits},
		"data structures are detected and compared in heap states: the layers above decide when"},
	{"city", []string{"city/...", "analysis/...", "layout", "trace", "words"},
		"everything that is shown is a value made from results and plans, so that it can be tested without a window"},
	{"city/seq", nil, "several layers use lists that compare with ==, so this package must not depend on their elements"},
	{"city/memory", []string{"city/memory/allowance", "trace", "trace/scratch", "words"},
		"the memory needs of work are a table of numbers and must not depend on the work itself"},
	{"city/memory/allowance", nil, "the memory limit comes from the system alone"},
	{"city/query", []string{"city/seq"}, "views import this package, so it must not depend on a view"},
	{"city/trees", []string{"city/seq", "analysis/...", "trace", "trace/pods", "trace/preorder", "words"},
		"groups over time are numbers: the layers above decide how to draw them"},
	{"city/budget", []string{"city/query", "city/seq", "city/trees", "analysis/...", "trace", "words"},
		"a rule is evaluated on groups and must not depend on their places in a city"},
	{"city/view", []string{"city/query", "city/seq", "city/trees", "city/view/...", "analysis/...", "trace", "words"},
		"a view must not depend on another view or on the state of the window, so that it can be changed alone"},
	{"city/view/pods", []string{"city/seq", "city/trees", "analysis/...", "trace", "trace/pods", "words"},
		"the report on pods is computed from numbers per pod, which package trace/pods defines"},
	{"city/view/collections", []string{"city/query", "city/trees", "city/view", "analysis/...", "trace", "trace/usage", "words"},
		"the reports on collections are computed from the log of their use, which package trace/usage defines"},
	{"city/view/table", []string{"city/query", "city/seq", "city/trees", "city/scene", "city/view", "city/view/rows", "analysis/...",
		"trace", "words"},
		"the rows of the heap view come from a plan"},
	{"city/view/treemap", []string{"city/query", "city/seq", "city/trees", "city/scene", "city/view", "city/view/trends", "analysis/...",
		"layout", "trace", "words"},
		"parts of the tree view have the colors of the city"},
	{"city/scene", []string{"city/seq", "city/trees", "city/budget", "city/view/...", "analysis/...", "layout", "trace", "trace/pods", "words"},
		"a city is built from groups and results: the layers above decide what the user sees of it"},
	{"city/web", []string{"city/link", "city/scene", "city/trees", "city/view/pins", "layout", "words"},
		"this package returns the contents of a page as a value: the layers above write the page"},
	{"city/scene/scenetest", []string{"city/scene", "city/seq", "city/trees"}, "plans for tests are built from the same packages as other plans"},
	{"city/state", []string{"city/query", "city/seq", "city/trees", "city/budget", "city/scene", "city/view/...", "analysis/...", "layout",
		"trace", "words"},
		"only actions change the state: it must not query anything itself"},
	{"city/request", []string{"city/..."}, "the queries of a view follow from the state: the session resolves them"},
	{"city/checks", []string{"city/budget", "city/scene", "city/seq", "city/trees", "city/view/structures", "analysis/...", "trace", "words"},
		"the inputs of rules are computed from results, which the session provides"},
	{"city/regression", []string{"analysis/guide/findings", "assets", "trace", "words"},
		"a test is written from a finding: recordings and how they are analyzed do not matter to it"},
	{"city/heapgraph", []string{"city/trees", "city/view/graphs", "analysis/graph", "layout", "layout/layered", "trace", "words"},
		"a picture of a heap graph is drawn from the graph, which the session provides"},
	{"city/recording", []string{"city/...", "analysis/...", "trace", "trace/index", "trace/memtree", "trace/native", "trace/parallel", "trace/usage", bits},
		"a recording caches derived data: the packages above decide which data to derive, and when"},
	{"city/resolve", []string{"city/...", "analysis/...", "trace", "trace/index", "trace/usage", "words", bits},
		"a query is resolved from a recording and must not depend on the worker that requests it"},
	{"city/resolve/objects", []string{"city/memory", "city/recording", "city/seq", "city/trees", "city/view/inspect", "city/view/threads", "analysis/...", "trace", "trace/poll", "words", bits},
		"a report on one heap state must not depend on other GC points"},
	{"city/session", []string{"city/...", "trace", "trace/guard", "analysis/...", "words"},
		"the session decides when to open, group and plan: recordings are read and analyzed in the packages below"},
	{"city/serve", []string{"city/...", "trace", "trace/callers", "trace/guard", "trace/memtree", "trace/wire/antsocket", "words", jsonText, socket},
		"the server sends results of the session: it must not compute anything itself"},
	{"fleet", nil, "a fleet is tables and questions about them: it must not depend on heap states"},
	{"fleet/table", []string{"analysis/chance", parquet}, "tables are rows and files: the layers above fill the rows"},
	{"fleet/table/synthetic", []string{"analysis/signature", "fleet/table/...", "trace/parallel"}, "tables of a synthetic fleet are rows: tests and tools read them as files"},
	{"fleet/question", []string{"trace/process"}, "questions are SQL and the engine is a program: the layers above explain the answers"},
	{"fleet/rule", []string{"analysis/check", "analysis/guide/findings", "fleet/question", "analysis/signature", "words"},
		"the rules are those of check, and this package reads their inputs from tables"},
	{"fleet/label", nil, "labels are texts and must not depend on their source"},
	{"render", []string{"render/...", "city/...", "analysis/guide/findings", "layout", "assets/...", "trace/guard", "trace/process", "words", engine, glfw, gl, gio, xImage},
		"drawing shows finished values: it must neither open a recording nor compute a result"},
	{"render/store", []string{"city/..."}, "every controller of the window reads the store, so it must depend on none of them"},
	{"render/notices", []string{"city/...", "render/store", "render/toast", "render/ui/model"},
		"every controller of the window shows messages, so this package must depend on none of them"},
	{"render/drawers", []string{"assets/...", "city/...", "render/camera", "render/finder", "render/memory", "render/prefs", "render/store", "render/ui/card/...",
		"render/ui/model", "render/ui/place"},
		"the camera and the mouse read where panels are, so drawers must not move a camera: a change of the layout is noted in the store"},
	{"render/cityscape", []string{"city/...", "render/describe", "render/division", "render/drawers", "render/notices", "render/requests", "render/stage", "render/store",
		"render/ui/model"},
		"the city depends on the state, not on the camera or the mouse that change the state"},
	{"render/pick", []string{"city/...", "render/camera", "render/cityscape", "render/recording", "render/stage", "render/store", "render/ui"},
		"the camera and the mouse need the target of the pointer, so finding it must depend on neither"},
	{"render/navigation", []string{"city/...", "render/camera", "render/cityscape", "render/drawers", "render/memory", "render/pick", "render/recording", "render/stage", "render/store",
		"render/ui/card/...", "render/ui/place"},
		"mouse, keys and opened recordings move the camera, so it must depend on none of them"},
	{"render/action", []string{"city/state"}, "panels, scripts and the window name actions and keys, so that this package must depend on none of them"},
	{"render/actions", []string{"city/...", "render/action", "render/ui/model", "render/ui/place"},
		"panels read the table of actions, so it must depend on the displayed values alone"},
	{"render/ui", []string{"analysis/guide/findings", "render/action", "render/actions", "render/ui/...", "city/...", "assets/help", "trace/guard", "words", gio},
		"the host shows the values of panels: it must not open a recording"},
	{"render/ui/model", []string{"city/...", "render/action", "words"}, "the displayed values must not depend on the code that draws them"},
	{"render/ui/place", []string{"city/...", "render/ui/model"}, "an arrangement is geometry and must not depend on the contents of panels"},
	{"render/ui/brush", []string{xImage}, "every panel paints pixels with this package, so it must not depend on a panel"},
	{"render/ui/canvas", []string{"assets", "city/...", "render/typeset", "render/ui/brush", "render/ui/model", "words", gio, xImage},
		"controls are built from drawing, so drawing must not depend on them"},
	{"render/ui/widget", []string{"assets/help", "city/...", "render/action", "render/actions", "render/ui/brush", "render/ui/canvas", "render/ui/model", "render/ui/place", "trace/guard", "words", gio},
		"panels are built from controls, so a control must not depend on a panel"},
	{"render/ui/part", []string{"analysis/guide/findings", "city/...", "render/action", "render/actions", "render/ui/canvas", "render/ui/model", "render/ui/place",
		"render/ui/widget", "words", "assets/help", gio},
		"all panels share this code, so it must not depend on one of them"},
	{"render/ui/card", []string{"analysis/guide/findings", "assets/...", "city/...", "layout", "render/action", "render/actions", "render/ui/canvas", "render/ui/model",
		"render/ui/part", "render/ui/place", "render/ui/widget", "words", gio},
		"a card must not depend on another card or a view, so that it can be read, tested and removed alone"},
	{"render/ui/view", []string{"analysis/guide/findings", "assets/help", "city/...", "layout", "render/action", "render/actions", "render/ui/brush", "render/ui/canvas", "render/ui/model",
		"render/ui/part", "render/ui/place", "render/ui/widget", "words", gio},
		"a view must not depend on another view or a card, so that it can be read, tested and removed alone"},
	{"render/ui/uitest", []string{"analysis/guide/findings", "analysis/window", "city/...", "trace", "render/action", "render/actions", "render/ui/canvas", "render/ui/model",
		"render/ui/part", "render/ui/widget", "words", gio},
		"a test passes its panels to the harness, which must not depend on one of them"},
	{"render/dialog", []string{"trace/process", zenity}, "the dialogs of the system are separate programs: only this package may start them"},
	{"render/film", []string{"trace/process"}, "a film is a sequence of pictures and must not depend on the city"},
	{"render/typeset", []string{"trace/guard", goText, xImage}, "typesetting draws letters and must depend neither on the city nor on the window"},
	{"cmd", []string{"cmd/...", "render/...", "city/...", "layout", "assets/...", "trace/...", "analysis/...", "fleet/...", glfw, gl, gio,
		xImage, flags, "words"},
		"commands connect all layers"},
	{"cmd/memcity/cli", wiring("cmd/memcity/source"), "commands share this code, so it must not depend on one of them"},
	{"cmd/memcity/clitest", []string{"cmd/memcity/cli", "city/memory/allowance", "trace/guard"},
		"a test passes its commands to the harness, which must not depend on one of them"},
	{"cmd/memcity/clitest/browser", nil, "a test passes a file to the browser, which must not depend on its contents"},
	{"cmd/memcity/inputs", wiring("cmd/memcity/cli"), "a family of commands must not depend on another, so that it can be changed alone"},
	{"cmd/memcity/groups", wiring("cmd/memcity/cli", pprofLib), "a family of commands must not depend on another, so that it can be changed alone"},
	{"cmd/memcity/changes", wiring("cmd/memcity/cli"), "a family of commands must not depend on another, so that it can be changed alone"},
	{"cmd/memcity/collections", wiring("cmd/memcity/cli"), "a family of commands must not depend on another, so that it can be changed alone"},
	{"cmd/memcity/completion", wiring("cmd/memcity/cli"), "the program passes its commands, so completion must not depend on a family of commands"},
	{"cmd/memcity/results", []string{"words"}, "formats for CI pipelines are written from values and must depend neither on recordings nor on commands"},
	{"cmd/memcity/source", []string{"trace/process"}, "source files are found by name and must not depend on the source of the name"},
	{"cmd/memcity/findings", wiring("cmd/memcity/cli", "cmd/memcity/results", "cmd/memcity/source"),
		"a family of commands must not depend on another, so that it can be changed alone"},
	{"cmd/memcity/fleet", wiring("cmd/memcity/cli", "cmd/memcity/results", "fleet/..."), "a family of commands must not depend on another, so that it can be changed alone"},
	{"cmd/memcity/proof", wiring("cmd/memcity/cli", "cmd/memcity/results"), "a family of commands must not depend on another, so that it can be changed alone"},
	{"cmd/memcity/agents", wiring("cmd/memcity/cli", mcpSDK), "commands are run by name, so agents must not depend on a family of commands"},
	{"cmd/memcity/recording", wiring("cmd/memcity/cli"), "a family of commands must not depend on another, so that it can be changed alone"},
	{"cmd/memcity/window", wiring("cmd/memcity/cli"), "a family of commands must not depend on another, so that it can be changed alone"},
	{"cmd/memcity/pictures", wiring("cmd/memcity/cli", "cmd/memcity/window"), "scripts play in a window; otherwise a family of commands must not depend on another"},
	{"rules", nil, "the rules parse the sources and must not depend on what they check"},
	{"scripts", nil, "helpers of scripts use the output of the go command, and must work even if the program does not build"},
	{"scripts/packaging", []string{xImage}, "packages are built from files, which scripts/dist selects"},
	{"scripts/mutation", nil, "the mutation tool changes sources and runs their tests, so it must not depend on them"},
}

// wiring returns the permitted imports of commands, with more.
func wiring(more ...string) []string {
	return append(more, "render/...", "city/...", "assets/...", "trace/...", "analysis/...", "words", gio, xImage, flags)
}

// inTests lists the further permitted imports of the tests of a layer. Every layer that may import trace also gets trace/open and
// trace/tracetest.
var inTests = map[string][]string{
	"analysis":            {"assets"}, // the bundled recordings
	"analysis/definition": {"assets"}, // the bundled definition files and recordings
	"analysis/remedy":     {"assets"}, // the bundled files
	"city/regression":     {"assets"}, // the bundled templates
	"analysis/structure":  {"assets"}, // the bundled descriptions
	"trace/index":         {"trace/tracetest/columns"},
	"city/budget":         {"city/citytest", "city/scene", "city/scene/scenetest"}, // budgets of the groups in a city
	"city/memory":         {"assets/help"},                                         // the page that lists the needs
	"city/request":        {"analysis/window", "trace"},                            // series for an overview
	"city/web":            {"city/citytest", "city/scene/scenetest"},
	"city/scene":          {"city/citytest"},
	"city/session":        {"trace/native", "trace/usage", "trace/wire/hprof"}, // inputs of the queries
	"city/state":          {"city/citytest", "city/citytest/sametest", "city/scene/scenetest", "city/dump"},
	"city/trees":          {"city/citytest"},
	"city/view":           {"city/citytest", "city/citytest/sametest", "city/scene/scenetest"},
	"city/view/treemap":   {"city/citytest", "city/citytest/sametest", "city/scene/scenetest"},
	"city/view/table":     {"city/citytest", "city/citytest/sametest", "city/scene/scenetest"},
	"trace":               {"trace/tracetest", "trace/tracetest/..."},
	"trace/native":        {"trace/hprof"}, // whose times are compared
	"trace/anttracks":     {"trace/hprof"}, // heap dumps of the traced programs
	"trace/scratch":       {"trace/tracetest/columns"},
	"trace/record/jvm":    {"trace/tracetest/jdk"},
	"trace/wire":          {"trace/tracetest/recorded", "trace/tracetest/testrun", "trace/tracetest/golden", "trace/tracetest/hostile", "trace/tracetest/tabletext"},
	"render":              {"trace", "trace/pods", "analysis/window", "trace/tracetest/testrun"}, // cities for tests are made of trees
	"render/ui":           {"trace", "assets"},
	"render/ui/view":      {"trace", "analysis/window", "render/ui/uitest", "render/ui/card/..."},
	"render/ui/card":      {"render/ui/uitest", "render/ui/card/..."},
	"render/ui/widget":    {"assets"},
	"cmd":                 {txtar, mcpSDK, yamlText, parquet}, // transcripts of the command line, a client of mcp, and files of CI pipelines in the manual
	"fleet/table":         {"assets/help"},                    // the page that describes the columns
	"fleet/question":      {"trace/pods", "fleet/table"},      // their rule for outliers matches that of the SQL
	"render/typeset":      {"assets"},                         // texts that mix scripts with that of the bundled font

	"trace/tracetest/hostile": {"trace", "trace/open"}, // checks that the unchanged samples open
	"trace/tracetest/huge":    {"trace", "trace/hprof"},
	"cmd/memcity/pictures":    {"cmd/memcity/clitest"},
}

// A gate restricts a folder or module: only packages in the listed folders may import it, even if a layer permits more.
type gate struct {
	behind string // a folder of the project or a module
	only   []string
	why    string
	tests  bool // true if tests anywhere may import it
}

var gates = []gate{
	{"render", []string{"render", "cmd"}, "everything except the window must work without a display", false},
	{"cmd", []string{"cmd"}, "code that others need must move out of cmd into a package of its own", false},
	{"city/recording", []string{"city/recording", "city/resolve", "city/session", "city/serve", "cmd"},
		"reading a heap state takes long: the worker does it, or a command that waits", false},
	{"city/resolve", []string{"city/resolve", "city/session", "city/serve", "cmd"},
		"a query takes long: the worker resolves it, or a command that waits", false},
	{"city/session", []string{"city/session", "city/serve", "cmd"},
		"there is one worker: the window sends it requests and receives finished values", false},
	{socket, []string{"trace/wire/antsocket", "city/serve", "trace/record/inspector"}, "untrusted network input is handled in one package per protocol end", false},
	{"trace/record", []string{"trace/record", "cmd"}, "reading traces must not start programs", false},
	{engine, []string{"render/gfx", "render/drawing"}, "the engine draws the scene: the rest of the window must not depend on it", false},
	{glfw, []string{"render", "cmd"}, "windows need cgo and a display", false},
	{xSync, []string{"trace/parallel"}, "goroutines for parallel work start in one place", false},
	{parquet, []string{"fleet/table"}, "tables are written in one place", true},
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

// fits reports whether the import is the entry or, if the entry ends in /..., below it.
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

// testSupport reports whether a folder is test support: its name, or that of a folder above it, ends in "test".
func testSupport(dir string) bool {
	return slices.ContainsFunc(strings.Split(dir, "/"), func(name string) bool { return strings.HasSuffix(name, "test") })
}

// TestSupport: only tests and test support import test support, because it makes heaps, recordings and input that never existed.
func TestSupport(t *testing.T) {
	for _, s := range sources(t) {
		if s.test || testSupport(s.dir) {
			continue
		}
		for _, p := range s.imports(t) {
			if dir, mine := own(p); mine && testSupport(dir) {
				t.Errorf("%s: imports %s, which is test support", s.path, p)
			}
		}
	}
	for dir, want := range map[string]bool{"trace/tracetest": true, "trace/tracetest/golden": true, "render/ui/uitest": true,
		"city/state": false, "trace/testing": false} {
		if got := testSupport(dir); got != want {
			t.Errorf("%s is test support: %v, want %v", dir, got, want)
		}
	}
}

// passes reports whether the gate permits a package in dir to import importPath.
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

// TestTables checks the two tables against imports with known verdicts.
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
		{"city/recording", project + "/trace/open", true, true},
		{"city/recording", project + "/city/session", false, false},
		{"city/session", project + "/city/resolve/guided", false, true},
		{"city/state", project + "/city/recording", false, false},
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
		{"city", bits, false, false},
		{"city/session", project + "/city", false, true},
		{"city/session", project + "/trace/record", false, false},
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
		{"render/drawing", engine + "/core", false, true},
		{"render/stage", engine + "/core", false, false},
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
