package memtree

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"memcity/trace/pods"
)

const fleetExample = `{"time":5,"root":{"key":"H","name":"H","role":"","bytes":9,"objects":3,"of_pods":2,"outliers":[1],"pods":[[0,3,9],[1,40,400]],"children":[` +
	`{"key":"H#a","name":"a","role":"Type","bytes":9,"objects":3,"of_pods":2,"pods":[[1,40,400]]},{"key":"H#b","name":"b","role":"Type","bytes":0,"objects":0}]},` +
	`"fleet":{"pods":[{"service":"shop","version":"1.5","pod":"shop-0","recording":"/d/0.hprof","point":6},` +
	`{"service":"shop","version":"1.5","pod":"shop-1","recording":"","point":0}],"leaks":[{"service":"shop","type":"app.Order","owner":"static field app.Main.cache",` +
	`"versions":"1.5","since":"1.5","sure":true,"probable":true,"points":9,"current":true,"pods":2,"judged_pods":2,"earlier_pods":3,"bytes_per_hour":1200,"p_millionths":null}],` +
	`"unix_ms":1700000000005,"releases":[{"service":"shop","version":"1.5","unix_ms":1700000000001}]}}`

// TestFleet checks that the numbers of pods are read and written unchanged.
func TestFleet(t *testing.T) {
	tree := readOne(t, fleetExample).Tree
	want := &pods.Fleet{
		Pods: []pods.Pod{{Service: "shop", Version: "1.5", Name: "shop-0", Recording: "/d/0.hprof", Point: 6}, {Service: "shop", Version: "1.5", Name: "shop-1"}},
		Groups: map[int32]pods.Group{0: {Of: 2, Outliers: []int32{1}, Amounts: []pods.Amount{{Pod: 0, Objects: 3, Bytes: 9}, {Pod: 1, Objects: 40, Bytes: 400}}},
			1: {Of: 2, Amounts: []pods.Amount{{Pod: 1, Objects: 40, Bytes: 400}}}},
		Leaks: []pods.Leak{{Service: "shop", Type: "app.Order", Owner: "static field app.Main.cache", Versions: "1.5", Since: "1.5", Sure: true, Probable: true, Points: 9, Current: true,
			Pods: 2, Judged: 2, Earlier: 3, PerHour: 1200, Chance: -1}},
		Unix: 1_700_000_000_005, Releases: []pods.Release{{Service: "shop", Version: "1.5", Unix: 1_700_000_000_001}},
	}
	if !reflect.DeepEqual(tree.Fleet, want) {
		t.Errorf("%+v\nexpected\n%+v", tree.Fleet, want)
	}
	var out bytes.Buffer
	if err := WriteTree(&out, 5, tree); err != nil {
		t.Fatal(err)
	}
	if got := strings.TrimSpace(out.String()); got != fleetExample {
		t.Errorf("got\n%s\nexpected\n%s", got, fleetExample)
	}
	for _, odd := range fleetTexts() {
		sameOutcome(t, []byte(odd))
	}
}

// fleetTexts returns fleets without optional members, and invalid ones.
func fleetTexts() []string {
	texts := []string{fleetExample}
	for _, fleet := range []string{`null`, `{}`, `{"pods":null,"leaks":null}`, `{"leaks":[{}],"x":[1]}`, `{"pods":[{"x":{}}]}`, `5`, `{"pods":5}`, `{"pods":[5]}`,
		`{"pods":[{"point":-1}]}`, `{"pods":[{"pod":5}]}`, `{"leaks":[{"sure":null,"bytes_per_hour":null,"p_millionths":20}]}`, `{"leaks":[{"sure":1}]}`,
		`{"leaks":[{"sure":"x"}]}`, `{"leaks":[{"bytes_per_hour":-1}]}`, `{"pods":[{}],"pods":[]}`,
		`{"unix_ms":null,"releases":null}`, `{"unix_ms":-1}`, `{"releases":[{}]}`, `{"releases":[{"unix_ms":"x"}]}`, `{"releases":{}}`} {
		texts = append(texts, `{"fleet":`+fleet+`,"root":{"name":"A"}}`)
	}
	for _, of := range []string{`null`, `[]`, `[[0,1,2]]`, `[[0,1,2],[1,3,4]]`, `[[1,3,4],[0,1,2]]`, `[[2,1,1]]`, `[[0,1]]`, `[[0,1,2,3]]`, `[0]`, `[[0,-1,2]]`, `5`, `[[4294967296,1,1]]`,
		`[["a",1,2]]`, `[[0,1,2]`} {
		texts = append(texts, fmt.Sprintf(`{"root":{"name":"A","pods":%s,"of_pods":9},"fleet":{"pods":[{},{}]}}`, of))
	}
	for _, outliers := range []string{`null`, `[]`, `[0]`, `[1]`, `[0,1]`, `[1,0]`, `[0,0]`, `[2]`, `["0"]`, `1`, `[4294967296]`, `[-1]`, `[0`} {
		texts = append(texts, fmt.Sprintf(`{"root":{"name":"A","outliers":%s,"pods":[[0,1,2],[1,3,4]],"of_pods":9},"fleet":{"pods":[{},{}]}}`, outliers))
	}
	return append(texts, `{"root":{"name":"A","pods":[[0,1,2]],"of_pods":1}}`, `{"root":{"name":"A","outliers":[1]}}`, `{"fleet":{},"pointerMap":null}`,
		`{"fleet":{"pods":[{}]},"root":{"name":"A","pods":[[0,1,2]]}}`)
}

// TestFleetErrors checks that a fleet that does not fit its tree gives one error that explains the fault.
func TestFleetErrors(t *testing.T) {
	for text, want := range map[string]string{
		`{"root":{"name":"A","pods":[[0,1,2]],"of_pods":1}}`:                                                 "pod 0; the fleet has 0",
		`{"fleet":{"pods":[{}]},"root":{"name":"A","of_pods":1,"pods":[[1,1,2]]}}`:                           "pod 1; the fleet has 1",
		`{"fleet":{"pods":[{},{}]},"root":{"name":"A","of_pods":2,"pods":[[1,1,2],[0,1,2]]}}`:                "0 after 1",
		`{"fleet":{"pods":[{}]},"root":{"name":"A","pods":[[0,1,2]]}}`:                                       "1 pods of 0",
		`{"fleet":{"pods":[{}]},"root":{"name":"A","of_pods":1,"pods":[[0,1]]}}`:                             "expected pod, objects, bytes",
		`{"fleet":{"pods":[{}]},"root":{"name":"A","of_pods":1,"pods":[[0,1,2,3]]}}`:                         "expected pod, objects, bytes",
		`{"fleet":{"pods":[{}]},"root":{"name":"A","of_pods":1,"pods":[[0,1,-2]]}}`:                          "row of a pod is -2",
		`{"fleet":{"pods":[{}]},"root":{"name":"A","of_pods":1,"outliers":[2],"pods":[[0,1,2]]}}`:            "in ascending order: 2",
		`{"fleet":{"pods":[{}]},"root":{"name":"A","of_pods":1,"outliers":[4294967296],"pods":[[0,1,2]]}}`:   "an outlier is pod 4294967296",
		`{"fleet":{"releases":[{"unix_ms":-1}]},"root":{"name":"A"}}`:                                        "unix_ms of a release is -1",
		`{"fleet":[],"root":{"name":"A"}}`:                                                                   "fleet is an array; expected an object",
		`{"fleet":{"leaks":[{"sure":1}]},"root":{"name":"A"}}`:                                               "sure is a number; expected true or false",
		`{"fleet":{"pods":[{"point":1.5}]},"root":{"name":"A"}}`:                                             "point of a pod is 1.5, which is not a whole number",
		`{"fleet":{"pods":[{"recording":{}}]},"root":{"name":"A"}}`:                                          "recording of a pod is an object; expected a string",
		`{"fleet":{"pods":[{}]},"root":{"name":"A","of_pods":9,"pods":[[9223372036854775807,1,2]]}}`:         "expected pod, objects, bytes",
		`{"fleet":{"pods":[{}]},"root":{"name":"A","of_pods":-9}}`:                                           "of_pods is -9",
		`{"fleet":{"pods":[{}]},"root":{"name":"A","children":[{"name":"b","of_pods":1,"pods":[[7,1,2]]}]}}`: "pod 7; the fleet has 1",
	} {
		_, err := readAll(strings.NewReader(text))
		var fault *Error
		if !errors.As(err, &fault) || !strings.Contains(fault.Text, want) {
			t.Errorf("%s: error %v; expected %q", text, err, want)
		}
	}
}

// fleetText formats a tree's data about its pods.
func fleetText(t *Tree) string {
	if t.Fleet == nil {
		return ""
	}
	return fmt.Sprintf("%+v", *t.Fleet)
}
