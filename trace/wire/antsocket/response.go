package antsocket

import (
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"memcity/trace/wire/bounded"
)

// Response contains the members of a server's message, except its data.
type Response struct {
	Failed bool
	Error  string // reason for the failure
	Sender Whole  // NoTab if missing
	Pushed string // see the package comment; empty for ordinary responses

	// Echoed is the ID of the request; 0 if there is none.
	Echoed Whole

	// From and To are the start and end of the data in the message, in bytes. Both are 0 if the data is missing or null.
	From, To int64
}

// ReadResponse reads a message to its end and checks that it is JSON. It does not store the data. The error is an *[Error] with an offset
// in the message, or an error of r.
func ReadResponse(r io.Reader) (*Response, error) {
	d := bounded.NewDecoder(r, lenient)
	a := &Response{Sender: NoTab}
	err := a.read(d)
	if err == nil {
		return a, nil
	}
	if own, ok := explain(err, "answer").(*Error); ok {
		if own.Offset < 0 {
			own.Offset = d.InputOffset()
		}
		return nil, own
	}
	return nil, err
}

func (a *Response) read(d *jsontext.Decoder) error {
	if kind := d.PeekKind(); kind != '{' {
		if err := d.SkipValue(); err != nil {
			return err
		}
		return &Error{Text: "answer is not a JSON object"}
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	status := ""
	for d.PeekKind() != '}' {
		name, err := d.ReadToken()
		if err != nil {
			return err
		}
		switch member := name.String(); member {
		case "data":
			err = a.skipData(d)
		case "request":
			err = a.readEcho(d)
		case "status":
			err = readMember(d, member, &status)
		case "error":
			err = readMember(d, member, &a.Error)
		case "pushed":
			err = readMember(d, member, &a.Pushed)
		case "sender":
			err = readMember(d, member, &a.Sender)
		default:
			err = d.SkipValue()
		}
		if err != nil {
			return err
		}
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	end := d.InputOffset()
	if _, err := d.ReadToken(); err != io.EOF {
		return &Error{Offset: end, Text: "response has extra data after its end"}
	}
	switch status {
	case "success":
	case "failed":
		a.Failed = true
	default:
		return &Error{Offset: -1, Text: `answer has neither the status "success" nor "failed"`}
	}
	return nil
}

// skipData skips the data and stores its position.
func (a *Response) skipData(d *jsontext.Decoder) error {
	kind := d.PeekKind()
	if kind != '{' && kind != '[' {
		value, err := d.ReadValue()
		if kind != 'n' {
			a.From, a.To = d.InputOffset()-int64(len(value)), d.InputOffset()
		}
		return err
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	a.From = d.InputOffset() - 1
	for {
		if kind := d.PeekKind(); kind == '}' || kind == ']' {
			_, err := d.ReadToken()
			a.To = d.InputOffset()
			return err
		}
		if err := d.SkipValue(); err != nil {
			return err
		}
	}
}

// readEcho reads the ID from the repeated request, which may be of any type.
func (a *Response) readEcho(d *jsontext.Decoder) error {
	value, err := d.ReadValue()
	if err != nil {
		return err
	}
	var echo struct {
		ID Whole `json:"id"`
	}
	if json.Unmarshal(value, &echo, lenient) == nil {
		a.Echoed = echo.ID
	}
	return nil
}

// readMember reads a short member; null leaves into unchanged.
func readMember(d *jsontext.Decoder, name string, into any) error {
	at := d.InputOffset()
	value, err := d.ReadValue()
	if err != nil {
		return err
	}
	if json.Unmarshal(value, into, lenient) != nil {
		return &Error{Offset: at, Text: name + " has an unexpected type"}
	}
	return nil
}
