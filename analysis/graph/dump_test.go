package graph_test

import (
	"encoding/json"
	"testing"

	"memcity/analysis/graph"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// TestDump checks the names in JSON. They are fixed, because other programs read them.
func TestDump(t *testing.T) {
	b := tracetest.NewHeap()
	holder, value := b.Type("a.Holder", 24, "value"), b.Type("a.Value", 16)
	h := b.Object(holder)
	b.Refer(h, "value", b.Object(value))
	b.Root(h, trace.RootStaticField, "a.Main.holder")
	got, err := json.MarshalIndent(paths(t, start(t, b.Heap(), graph.Options{}, 1)).Dump(), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != wantDump {
		t.Errorf("dump is\n%s", got)
	}
}

const wantDump = `{
 "asked": {
  "objects": 1,
  "bytes": 16
 },
 "nodes": [
  {
   "key": "a.Holder~d77b6bb9",
   "name": "a.Holder",
   "type": "a.Holder",
   "asked": false,
   "objects": 1,
   "bytes": 24,
   "alive": 1,
   "can_in": false,
   "can_out": false
  },
  {
   "key": "a.Value",
   "name": "a.Value",
   "type": "a.Value",
   "asked": true,
   "objects": 1,
   "bytes": 16,
   "alive": 1,
   "can_in": false,
   "can_out": false
  },
  {
   "key": "root static field a.Main.holder",
   "name": "static field a.Main.holder",
   "root": "static field",
   "roots": 1,
   "asked": false,
   "objects": 1,
   "bytes": 24,
   "alive": 1,
   "can_in": false,
   "can_out": false
  }
 ],
 "edges": [
  {
   "from": "a.Holder~d77b6bb9",
   "to": "a.Value",
   "references": 1,
   "from_objects": 1,
   "to_objects": 1,
   "alive": 1,
   "fields": [
    {
     "name": "value",
     "references": 1
    }
   ],
   "strongest": true
  },
  {
   "from": "root static field a.Main.holder",
   "to": "a.Holder~d77b6bb9",
   "references": 1,
   "from_objects": 1,
   "to_objects": 1,
   "alive": 1,
   "strongest": true
  }
 ],
 "strongest": {
  "words": "1 Value is kept alive by 1 Holder, this by the static field Main.holder",
  "alive": 1,
  "steps": [
   {
    "key": "root static field a.Main.holder",
    "objects": 1
   },
   {
    "key": "a.Holder~d77b6bb9",
    "objects": 1
   },
   {
    "key": "a.Value",
    "objects": 1
   }
  ],
  "through": false
 },
 "cut": 0
}`
