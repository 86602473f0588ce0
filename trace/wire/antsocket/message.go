package antsocket

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"memcity/trace/wire/bounded"
)

// lenient are the options for reading, since other writers are less strict than this package.
var lenient = json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

// Whole is a whole number. Some writers write it as 7.0.
type Whole int64

// UnmarshalJSON implements the json interface. It returns an error unless text is a whole number.
func (w *Whole) UnmarshalJSON(text []byte) error {
	if n, err := strconv.ParseInt(string(text), 10, 64); err == nil {
		*w = Whole(n)
		return nil
	}
	f, err := strconv.ParseFloat(string(text), 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return errors.New("expected a whole number")
	}
	*w = Whole(f)
	return nil
}

// Tab is a data set of a server.
type Tab struct {
	ID               Whole   `json:"tabId"`
	Name             string  `json:"name"`
	ShortDescription string  `json:"shortDescription"`
	LongDescription  string  `json:"longDescription"`
	Capabilities     []Offer `json:"capabilities,omitempty"`
}

// Offer is a capability of a tab, with the names of its parameters.
type Offer struct {
	Text       string   `json:"text"`
	Parameters []string `json:"parameters"`
}

// NewOffer returns the offer of a capability defined in this package.
func NewOffer(capability string) Offer {
	names, _ := Parameters(capability)
	return Offer{capability, append([]string{}, names...)}
}

// Offers reports whether the tab has a capability.
func (t *Tab) Offers(capability string) bool {
	for _, o := range t.Capabilities {
		if o.Text == capability {
			return true
		}
	}
	return false
}

// ReadTabs parses the data of a response to [TabList] or [TabListWithCapability]. It returns no tabs for empty data.
func ReadTabs(data []byte) ([]Tab, error) {
	var tabs []Tab
	if len(data) == 0 {
		return nil, nil
	}
	if err := json.Unmarshal(data, &tabs, lenient); err != nil {
		return nil, explain(err, "list of tabs")
	}
	return tabs, nil
}

// Request is a request of a client.
type Request struct {
	Capability string           `json:"capability"`
	TabID      Whole            `json:"tabId"`
	Parameters []jsontext.Value `json:"parameters"`
}

// NewRequest returns a request to a tab. The parameters must be texts or numbers.
func NewRequest(capability string, tab Whole, parameters ...any) Request {
	r := Request{Capability: capability, TabID: tab}
	for _, p := range parameters {
		text, err := json.Marshal(p, lenient)
		if err != nil {
			panic(fmt.Sprintf("parameter of %s: %v", capability, err)) // wrong parameter type: a bug in the caller
		}
		r.Parameters = append(r.Parameters, text)
	}
	return r
}

// Encode returns the JSON text of r with an additional member "id". The response repeats it, so that responses can be told apart. For an ID
// of 0, the member is left out.
func (r Request) Encode(id Whole) []byte {
	text, err := json.Marshal(struct {
		Request
		ID Whole `json:"id,omitzero"`
	}{r, id}, lenient)
	if err != nil {
		panic(fmt.Sprintf("request %s: %v", r.Capability, err)) // a parameter is not JSON: a bug in the caller
	}
	return text
}

// ReadRequest parses the text of a request. It returns an error if the text is not a JSON object or a member has the wrong type.
func ReadRequest(text []byte) (Request, error) {
	r := Request{TabID: NoTab}
	if kind := jsontext.Value(text).Kind(); kind != '{' && jsontext.Value(text).IsValid(lenient) {
		return r, &Error{Text: "request is not a JSON object"}
	}
	if err := json.Unmarshal(text, &r, lenient); err != nil {
		return r, explain(err, "request")
	}
	return r, nil
}

// Text returns parameter i if it is a text; otherwise ok is false.
func (r *Request) Text(i int) (text string, ok bool) {
	if i >= len(r.Parameters) || r.Parameters[i].Kind() != '"' {
		return "", false
	}
	return text, json.Unmarshal(r.Parameters[i], &text, lenient) == nil
}

// Number returns parameter i if it is a whole number.
func (r *Request) Number(i int) (int64, bool) {
	var n Whole
	if i >= len(r.Parameters) || r.Parameters[i].Kind() != '0' {
		return 0, false
	}
	err := json.Unmarshal(r.Parameters[i], &n, lenient)
	return int64(n), err == nil
}

// explain converts a JSON error to an [Error] with an offset.
func explain(err error, what string) error {
	var syntax *jsontext.SyntacticError
	var meaning *json.SemanticError
	var long *bounded.TokenError
	switch {
	case errors.As(err, &long):
		return &Error{Offset: long.Offset, Text: what + " has " + long.Error()}
	case errors.As(err, &syntax) && errors.Is(err, io.ErrUnexpectedEOF), err == io.EOF, err == io.ErrUnexpectedEOF:
		e := &Error{Offset: -1, Text: what + " ends in the middle"}
		if syntax != nil {
			e.Offset = syntax.ByteOffset
		}
		return e
	case errors.As(err, &syntax):
		return &Error{Offset: syntax.ByteOffset,
			Text: what + " is not valid JSON: " + strings.TrimPrefix(syntax.Err.Error(), "jsontext: ")}
	case errors.As(err, &meaning):
		text := "value has an unexpected type"
		if meaning.JSONPointer != "" {
			text = fmt.Sprintf("%.100s has an unexpected type", meaning.JSONPointer)
		}
		return &Error{Offset: meaning.ByteOffset, Text: what + ": " + text}
	}
	return err
}

// WriteResponse writes a response to the given request, which must be valid JSON. data writes the data; nil for null. "pushed" is left out
// if it is empty.
func WriteResponse(w io.Writer, request jsontext.Value, sender Whole, pushed string, data func(w io.Writer) error) error {
	var head bytes.Buffer
	fmt.Fprintf(&head, `{"request":%s,"status":"success","sender":%d`, request, sender)
	if pushed != "" {
		fmt.Fprintf(&head, `,"pushed":"%s"`, pushed)
	}
	head.WriteString(`,"data":`)
	if _, err := w.Write(head.Bytes()); err != nil {
		return err
	}
	tail := "}"
	if data == nil {
		tail = "null}"
	} else if err := data(w); err != nil {
		return err
	}
	_, err := io.WriteString(w, tail)
	return err
}

// Failure returns the text of a response to a failed request. request may be nil if there was no readable request.
func Failure(request jsontext.Value, why string) []byte {
	if request == nil {
		request = jsontext.Value("null")
	}
	text, _ := jsontext.AppendQuote(nil, why) // the error only reports replaced invalid UTF-8
	return fmt.Appendf(nil, `{"request":%s,"status":"failed","sender":%d,"error":%s}`, request, NoTab, text)
}
