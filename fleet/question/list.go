package question

import (
	"embed"
	"slices"
	"strings"
)

//go:embed sql/*.sql
var files embed.FS

// Kind is the kind of a column's values.
type Kind int

// Kinds of columns.
const (
	Text   Kind = iota
	Whole       // integer
	Number      // number with a fraction
	Truth       // true or false
)

// Column is a column of an answer.
type Column struct {
	Name string
	Kind Kind
}

// Question is a question about a fleet.
type Question struct {
	Name    string
	Title   string // title of the answer
	Columns []Column
}

func columns(kind Kind, names string) (list []Column) {
	for name := range strings.FieldsSeq(names) {
		list = append(list, Column{name, kind})
	}
	return list
}

// All contains the questions in print order. Columns must be those of their SQL, in the same order.
var All = []Question{
	{"leaks", "Leaks: which objects pile up, on how many pods, and since when", slices.Concat(columns(Text, "service signature"), columns(Truth, "leaks"), columns(Text, "grade"), columns(Whole, "points"),
		columns(Text, "owner type since_version"), columns(Whole, "since_unix_ms"), columns(Text, "versions"),
		columns(Whole, "pods judged_pods earlier_pods"), columns(Number, "median_bytes_per_hour total_bytes_per_hour p_value"), columns(Text, "pod_names"))},
	{"growth", "Growth: the live heap of services and versions", slices.Concat(columns(Text, "service version"), columns(Whole, "pods measured growing"),
		columns(Number, "median_live_bytes median_bytes_per_hour median_growing_bytes_per_hour"))},
	{"releases", "Releases: each version compared with the previous one", slices.Concat(columns(Text, "service before after"),
		columns(Whole, "since_unix_ms pods_before pods_after"), columns(Number, "before_bytes_per_hour after_bytes_per_hour p_value"))},
	{"outliers", "Outliers: pods whose live heap is far above other pods of their version", slices.Concat(columns(Text, "service version pod"), columns(Whole, "pods live_bytes"),
		columns(Number, "median_bytes ratio"))},
	{"worst", "The worst ten: growth per hour over all pods, in bytes", slices.Concat(columns(Text, "service signature owner type"), columns(Whole, "pods"),
		columns(Number, "median_bytes_per_hour total_bytes_per_hour"))},
}

// EachPod is the question for the data of charts.
var EachPod = Question{"each_pod", "", slices.Concat(columns(Text, "service version pod"), columns(Whole, "live_bytes"), columns(Number, "bytes_per_hour"),
	columns(Truth, "grows"))}

// Questions for a city: amounts of types at each GC point of a pod, by type number; the names of types; the pods at each time, with their
// GC points; and releases.
var (
	City         = Question{"city", "", slices.Concat(columns(Text, "recording_id"), columns(Whole, "point"), columns(Text, "amounts"))}
	CityTypes    = Question{"city_types", "", slices.Concat(columns(Whole, "number"), columns(Text, "type"))}
	CityPods     = Question{"city_pods", "", slices.Concat(columns(Whole, "at_unix_ms"), columns(Text, "service version pod recording_id recording"), columns(Whole, "point objects bytes"))}
	CityVersions = Question{"city_versions", "", slices.Concat(columns(Text, "service version"), columns(Whole, "since_unix_ms"))}
)

// OfCity contains the questions for a city. They require clock.sql, large.sql and types.sql.
var OfCity = []Question{City, CityTypes, CityPods, CityVersions}

// hasCity reports whether the questions include a city.
func hasCity(asked []Question) bool {
	return slices.ContainsFunc(asked, func(q Question) bool { return q.Name == City.Name })
}

// OfRules contains the questions for the data that rules need about each pod. Users cannot select them.
var OfRules = []Question{
	{"rule_pods", "", slices.Concat(columns(Text, "recording_id service version pod chains"), columns(Truth, "leak_judged"),
		columns(Whole, "points last_objects first_bytes last_bytes"))},
	{"rule_sizes", "", slices.Concat(columns(Text, "recording_id"), columns(Whole,
		"subject groups points first_objects last_objects first_bytes last_bytes retained_bytes deep_bytes"))},
	{"rule_findings", "", columns(Text, "recording_id rule owner type")},
}

// Subject is the subject of a rule.
type Subject struct {
	Number int    `json:"subject"`
	Chain  string `json:"chain"`
	Like   string `json:"name_like,omitempty"` // SQL pattern for type names, with ! as the escape character; empty if Hash is used
	Hash   int64  `json:"path_hash,omitempty"` // hash of a group's path
}

// Names returns the names of the questions.
func Names() (names []string) {
	for _, q := range All {
		names = append(names, q.Name)
	}
	return names
}

// SQL returns the text of a question.
func (q *Question) SQL() string { return read(q.Name) }

// farAbove returns the rule for outliers as an SQL expression.
func farAbove() string { return read("far_above") }

// Views returns the text that runs before a question. It does not define the tables.
func Views() string { return read("views") }

// Statements splits a text into statements. Each one ends with a semicolon at the end of a line.
func Statements(text string) (list []string) {
	for part := range strings.SplitSeq(strings.TrimSuffix(strings.TrimSpace(text), ";"), ";\n") {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return list
}

func read(name string) string {
	text, err := files.ReadFile("sql/" + name + ".sql")
	if err != nil {
		panic(err) // embedded, so it exists
	}
	return string(text)
}
