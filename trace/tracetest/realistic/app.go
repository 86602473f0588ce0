package realistic

import (
	"strings"

	"memcity/trace/wire/hprof"
)

// appClasses are the program's own classes.
type appClasses struct {
	workspace, unit, lineMap, scope, symbol *class
	table, column, row                      *class
	index, postings                         *class
	session, user, interner, registry       *class

	nodes    []kind   // of syntax trees, most used first
	entities []*class // of table rows
	small    []*class // classes with one to four objects each
}

// kind is a class of syntax tree nodes with the roles of its fields.
type kind struct {
	*class
	roles []role
}

// role is the purpose of a node's field.
type role uint8

const (
	child   role = iota
	list         // list of children
	name         // shared string
	literal      // unshared string or number
	meaning      // shared symbol
	roles
)

var roleFields = [roles]string{"L body, L left, L right, L condition, L target", "L statements, L arguments, L members", "L name, L label",
	"L value, L text", "L symbol, L type"}

// classCount returns the number of classes in a dump with the given number of objects. It is about 1,500, like the 1,479 of the model, at
// the model's size. It is smaller in smaller dumps, so that most classes have several objects.
func classCount(objects int) int { return max(60, min(1500, objects/20, 400+objects/16000)) }

func (g *generator) addApp() {
	a, object := &g.app, g.jdk.object
	a.workspace = g.class(object, "app/Workspace", "L units, L tables, L sessions, L index, L names, L journal", "INSTANCE")
	a.unit = g.class(object, "app/source/CompilationUnit", "L path, L root, L lines, L scope, J modified")
	a.lineMap = g.class(object, "app/source/LineMap", "L starts, I count")
	a.scope = g.class(object, "app/source/Scope", "L outer, L symbols")
	a.symbol = g.class(object, "app/source/Symbol", "L name, L owner, L type, I flags")
	a.table = g.class(object, "app/table/Table", "L name, L columns, L rows")
	a.column = g.class(object, "app/table/Column", "L name, L table, I index")
	a.row = g.class(object, "app/table/Row", "L cells, I number")
	a.index = g.class(object, "app/search/Index", "L terms, J documents")
	a.postings = g.class(object, "app/search/Postings", "L documents, L positions, I count")
	a.session = g.class(object, "app/web/Session", "L id, L user, L attributes, L history, L locks, L seen, L owner, J created")
	a.user = g.class(object, "app/web/User", "L name, L mail, L session, I role")
	a.interner = g.class(object, "app/util/Interner", "L map", "SHARED")
	a.registry = g.class(object, "app/util/Registry", "L entries", "GLOBAL")
	n := classCount(g.options.Objects)
	g.addNodes(n / 4)
	g.addEntities(n / 16)
	for i := 6 * n / 10; i > 0; i-- {
		g.addSmall()
	}
}

var (
	packages = []string{"core", "net", "io", "event", "config", "plugin", "security", "ui", "util/concurrent", "metrics", "text", "cache"}
	nouns    = []string{"Order", "Task", "Filter", "Buffer", "Channel", "Route", "Event", "Token", "Metric", "Rule", "Policy", "Cipher", "View",
		"Codec", "Query", "Cursor", "Lease", "Shard", "Ticket", "Locale"}
	suffixes = []string{"Handler", "Factory", "Config", "Manager", "Service", "Listener", "Provider", "Strategy", "Registry", "State",
		"Comparator", "Adapter", "Context", "Visitor", "$1", "$Holder", "$Lazy"}
)

// className returns a name that no other class has.
func (g *generator) className(folder, suffix string) string {
	return "app/" + folder + "/" + nouns[g.IntN(len(nouns))] + nouns[g.IntN(len(nouns))] + suffix + g.number()
}

// number returns a suffix that is unique to each class.
func (g *generator) number() string {
	digits := ""
	for n := len(g.list); n > 0; n /= 26 {
		digits += string(rune('a' + n%26))
	}
	return strings.ToUpper(digits[:1]) + digits[1:]
}

func (g *generator) addNodes(n int) {
	base := g.class(g.jdk.object, "app/source/ast/Node", "I start, I end, L parent")
	for range max(8, n) {
		k := kind{}
		var fields []string
		for range 1 + g.IntN(4) {
			r := []role{child, child, child, list, name, literal, meaning, meaning}[g.IntN(8)]
			names := strings.Split(roleFields[r], ", ")
			if field := names[g.IntN(len(names))]; !strings.Contains(strings.Join(fields, ", "), field) {
				fields, k.roles = append(fields, field), append(k.roles, r)
			}
		}
		k.class = g.class(base, g.className("source/ast", "Node"), strings.Join(fields, ", "))
		g.app.nodes = append(g.app.nodes, k)
	}
	// The three kinds of nodes in every tree.
	g.app.nodes[0].roles, g.app.nodes[0].fields = []role{name, meaning}, parseFields("L name, L symbol")
	g.app.nodes[1].roles, g.app.nodes[1].fields = []role{child, list}, parseFields("L target, L arguments")
	g.app.nodes[2].roles, g.app.nodes[2].fields = []role{child, child}, parseFields("L left, L right")
	for _, k := range g.app.nodes[:3] {
		k.layout = []hprof.BasicType{hprof.Object, hprof.Object, hprof.Int, hprof.Int, hprof.Object}
		k.size = instanceSize(k.layout)
	}
}

func (g *generator) addEntities(n int) {
	base := g.class(g.jdk.object, "app/table/Entity", "I version, L id")
	for range max(4, n) {
		fields := "L name, D amount, L created, L status, L owner"
		if g.chance(2) {
			fields += ", L tags"
		}
		g.app.entities = append(g.app.entities, g.class(base, g.className("table", "Entity"), fields))
	}
}

// addSmall adds a class with few objects. Their fields are set later by fillSmall.
func (g *generator) addSmall() {
	fields := []string{}
	for i, f := range []string{"L next", "L delegate", "L name", "L items", "L source", "I count", "J time", "Z enabled"} {
		if g.chance(2 + i%2) {
			fields = append(fields, f)
		}
	}
	var statics []string
	if g.IntN(10) < 7 {
		statics = []string{"INSTANCE"}
	}
	super := g.jdk.object
	if len(g.app.small) > 0 && g.chance(4) {
		super = g.app.small[g.IntN(len(g.app.small))]
	}
	c := g.class(super, g.className(packages[g.IntN(len(packages))], suffixes[g.IntN(len(suffixes))]), strings.Join(fields, ", "), statics...)
	g.app.small = append(g.app.small, c)
}
