package antsocket

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

func TestRequest(t *testing.T) {
	r := NewRequest(SingleTreePointerMap, 7, "Heap#a\"b", int64(12))
	text := `{"capability":"GET-SINGLE-TREE-POINTER-MAP","tabId":7,"parameters":["Heap#a\"b",12]}`
	if got := string(r.Encode(0)); got != text {
		t.Errorf("%s, want %s", got, text)
	}
	back, err := ReadRequest([]byte(text))
	if err != nil || !reflect.DeepEqual(back, r) {
		t.Errorf("%+v, %v", back, err)
	}
	if key, ok := back.Text(0); !ok || key != `Heap#a"b` {
		t.Errorf("text %q, %v", key, ok)
	}
	if n, ok := back.Number(1); !ok || n != 12 {
		t.Errorf("number %d, %v", n, ok)
	}
	for i := range 4 {
		_, text := back.Text(i)
		_, number := back.Number(i)
		if text != (i == 0) || number != (i == 1) {
			t.Errorf("parameter %d: text %v, number %v", i, text, number)
		}
	}
}

func TestReadRequest(t *testing.T) {
	for text, want := range map[string]Request{
		`{}`:                       {TabID: NoTab},
		`{"capability":null}`:      {TabID: NoTab},
		` {"tabId":7.0,"x":[{}]} `: {TabID: 7},
		`{"tabId":1,"tabId":2e0}`:  {TabID: 2},
		`{"capability":"GET-TAB-LIST","parameters":null,"id":"x"}`: {Capability: TabList, TabID: NoTab},
	} {
		if got, err := ReadRequest([]byte(text)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		``:                    "request ends in the middle",
		`{"tabId":`:           "request ends in the middle",
		`[1]`:                 "request is not a JSON object",
		`7`:                   "request is not a JSON object",
		`{"tabId":"7"}`:       "request: /tabId has an unexpected type",
		`{"tabId":7.5}`:       "request: /tabId has an unexpected type",
		`{"parameters":{}}`:   "request: /parameters has an unexpected type",
		`{"capability":[1]}`:  "request: /capability has an unexpected type",
		`{"capability":"a"}x`: "request is not valid JSON",
		`{,}`:                 "request is not valid JSON",
	} {
		var fault *Error
		if _, err := ReadRequest([]byte(text)); !errors.As(err, &fault) || !strings.HasPrefix(fault.Text, want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestCapabilities(t *testing.T) {
	for _, c := range []string{TabList, TabListWithCapability, SingleTree, SingleTreePointerMap, AllTrees, AllPointsToMaps,
		AllPointedFromMaps, Subscribe} {
		names, ok := Parameters(c)
		if offer := NewOffer(c); !ok || offer.Text != c || len(offer.Parameters) != len(names) || offer.Parameters == nil {
			t.Errorf("%s: parameters %v, offer %+v", c, names, offer)
		}
	}
	if _, ok := Parameters("GET-COFFEE"); ok {
		t.Error("GET-COFFEE is known")
	}
}

func TestTabs(t *testing.T) {
	tabs, err := ReadTabs([]byte(`[{"tabId":7.0,"name":"A","capabilities":[{"text":"SUBSCRIBE","parameters":["time"]}]},{"tabId":8,"name":null}]`))
	want := []Tab{{ID: 7, Name: "A", Capabilities: []Offer{NewOffer(Subscribe)}}, {ID: 8}}
	if err != nil || !reflect.DeepEqual(tabs, want) {
		t.Errorf("%+v, %v", tabs, err)
	}
	if !tabs[0].Offers(Subscribe) || tabs[0].Offers(AllTrees) || tabs[1].Offers(Subscribe) {
		t.Error("wrong offers")
	}
	if tabs, err := ReadTabs(nil); tabs != nil || err != nil {
		t.Errorf("nothing: %v, %v", tabs, err)
	}
}

// TestResponses checks that a written response is read unchanged, with the position of the data.
func TestResponses(t *testing.T) {
	request := jsontext.Value(`{"capability":"GET-ALL-TREES","id":5,"extra":[1,{"a":"}"}]}`)
	for _, data := range []string{"", `[{"time":1},{}]`, `{"a":"]\"}"}`, "7", `"x"`} {
		for _, pushed := range []string{"", AllTrees} {
			var write func(w io.Writer) error
			if data != "" {
				write = func(w io.Writer) error { _, err := io.WriteString(w, data); return err }
			}
			var text bytes.Buffer
			if err := WriteResponse(&text, request, 3, pushed, write); err != nil {
				t.Fatal(err)
			}
			message := text.String()
			a, err := ReadResponse(&text)
			if err != nil {
				t.Errorf("%s: %v", message, err)
				continue
			}
			if got := message[a.From:a.To]; got != data || a.Pushed != pushed || a.Echoed != 5 || a.Sender != 3 || a.Failed {
				t.Errorf("%s: %+v with data %q", message, a, got)
			}
			if !strings.Contains(message, `"request":`+string(request)) {
				t.Errorf("%s: the request is not echoed", message)
			}
		}
	}
	a, err := ReadResponse(bytes.NewReader(Failure(nil, "no \"tab\"\xff")))
	if want := (Response{Failed: true, Error: "no \"tab\"\ufffd", Sender: NoTab}); err != nil || *a != want {
		t.Errorf("failure: %+v, %v", a, err)
	}
}

func TestResponseFaults(t *testing.T) {
	for text, want := range map[string]Error{
		``:                          {0, "answer ends in the middle"},
		`{"status":"success"`:       {19, "answer ends in the middle"},
		`{"data":[1,`:               {11, "answer ends in the middle"},
		`[]`:                        {0, "answer is not a JSON object"},
		`{"status":"success"}{}`:    {20, "response has extra data after its end"},
		`{"status":"fine"}`:         {-1, `answer has neither the status "success" nor "failed"`},
		`{"sender":"me"}`:           {9, "sender has an unexpected type"},
		`{"status":"success",}`:     {19, "answer is not valid JSON"},
		`{"data":[1}`:               {10, "answer is not valid JSON"},
		`{"data":{"a":1]}`:          {14, "answer is not valid JSON"},
		`{"data":[1 2]}`:            {11, "answer is not valid JSON"},
		`{"request":{]}`:            {12, "answer is not valid JSON"},
		strings.Repeat("[", 100000): {10000, "answer is not valid JSON: exceeded max depth"},
	} {
		_, err := ReadResponse(strings.NewReader(text))
		var fault *Error
		at := want.Offset
		if at < 0 {
			at = int64(len(text))
		}
		if !errors.As(err, &fault) || !strings.HasPrefix(fault.Text, want.Text) || fault.Offset != at {
			t.Errorf("%.40s: %+v, want %+v", text, err, want)
		}
	}
	broken := errors.New("broken")
	if _, err := ReadResponse(io.MultiReader(strings.NewReader(`{"status":`), errorReader{broken})); !errors.Is(err, broken) {
		t.Errorf("reader's error: %v", err)
	}
}

type errorReader struct{ err error }

func (r errorReader) Read([]byte) (int, error) { return 0, r.err }

// FuzzMessages checks that reading never panics, and that a valid message can be written and read again.
func FuzzMessages(f *testing.F) {
	for _, text := range []string{
		`{"capability":"GET-ALL-TREES","tabId":7,"parameters":["a",1],"id":2}`,
		`{"request":{"id":1},"status":"success","sender":7,"pushed":"END","data":[{"time":1,"root":{"key":"a"}}]}`,
		`{"data":null,"error":"tab with tabId 7 not found","status":"failed"}`,
		`[{"tabId":7,"name":"a","capabilities":[{"text":"SUBSCRIBE","parameters":[]}]}]`,
		`{"data":[1,{"a":"]"}],"status":"success"} `,
		"{\"data\":\"\xff\",\"status\":\"success\"}",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if r, err := ReadRequest(text); err == nil {
			again, err := ReadRequest(r.Encode(1))
			if err != nil || again.Capability != strings.ToValidUTF8(r.Capability, "\ufffd") || again.TabID != r.TabID ||
				len(again.Parameters) != len(r.Parameters) {
				t.Errorf("%+v became %+v, %v", r, again, err)
			}
		}
		ReadTabs(text)
		a, err := ReadResponse(bytes.NewReader(text))
		if err != nil {
			return
		}
		if a.From < 0 || a.From > a.To || a.To > int64(len(text)) {
			t.Fatalf("data from %d to %d of %d bytes", a.From, a.To, len(text))
		}
		if data := jsontext.Value(text[a.From:a.To]); len(data) > 0 && !data.IsValid(lenient) {
			t.Errorf("data %q are no JSON", data)
		}
	})
}

// TestLongAnswer checks that an endless text is rejected at its start, before it takes memory.
func TestLongAnswer(t *testing.T) {
	_, err := ReadResponse(io.MultiReader(strings.NewReader(`{"status":"success","data":"`), io.LimitReader(endless{}, 1<<30)))
	if err == nil || !strings.Contains(err.Error(), "answer has a text, number or blanks of more than 16 MB") {
		t.Errorf("%v", err)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return copy(p, bytes.Repeat([]byte("x"), len(p))), nil }
