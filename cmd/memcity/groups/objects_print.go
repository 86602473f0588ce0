package groups

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"memcity/city/dump"
	"memcity/city/view/inspect"
	"memcity/cmd/memcity/cli"
	"memcity/words"
)

// describedObject is one object with its fields and references.
type describedObject struct {
	Recording dump.Recording `json:"recording"`
	printedObject
	Group     string          `json:"group,omitempty"` // key
	Length    *int64          `json:"length,omitempty"`
	Site      []string        `json:"site,omitempty"` // frames of the allocation site, innermost first
	Thread    string          `json:"thread,omitempty"`
	Fields    []printedField  `json:"fields"`            // of an array: its first elements
	Missing   string          `json:"missing,omitempty"` // why values are missing
	Roots     []string        `json:"roots,omitempty"`   // that refer to it
	Dominator *printedObject  `json:"dominator,omitempty"`
	PathRoot  string          `json:"path_root,omitempty"`
	Path      []printedObject `json:"path,omitempty"` // from the GC root to the object
	In        []printedObject `json:"incoming"`       // references to it, at most 2,000
	InAll     int64           `json:"incoming_all"`
	Out       []printedObject `json:"outgoing"` // references from it, at most 2,000
	OutAll    int64           `json:"outgoing_all"`
}

type printedField struct {
	Name   string  `json:"name"`
	Type   string  `json:"type,omitempty"`
	Value  string  `json:"value,omitempty"`
	Object *uint32 `json:"object,omitempty"` // that it refers to
}

func describeObject(from dump.Recording, r *inspect.ObjectReport) *describedObject {
	d := &describedObject{Recording: from, printedObject: printLine(&r.ObjectLine), Group: r.Key, Thread: r.Thread, Fields: []printedField{},
		Missing: r.Missing, Roots: r.Roots, PathRoot: r.PathRoot, Path: printLines(r.Path), In: printLines(r.In), InAll: r.InAll,
		Out: printLines(r.Out), OutAll: r.OutAll}
	if r.Length >= 0 {
		d.Length = &r.Length
	}
	if r.Site != "" {
		d.Site = strings.Split(r.Site, "\n")
	}
	for i := range r.Fields {
		f := printedField{Name: r.Fields[i].Name, Type: r.Fields[i].Type, Value: r.Fields[i].Value}
		if r.Fields[i].Refers {
			f.Object = &r.Fields[i].Object
		}
		d.Fields = append(d.Fields, f)
	}
	if r.Dominator != nil {
		line := printLine(r.Dominator)
		d.Dominator = &line
	}
	return d
}

// Table prints a row for each object.
func (p *listedObjects) Table(out io.Writer) error {
	if len(p.List) == 0 {
		_, err := fmt.Fprintln(out, "No object matches.")
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "object\taddress\tshallow\tretained\tobjects\t\ttype\n")
	for i := range p.List {
		o := &p.List[i]
		bytes, objects := "-", "-"
		if o.Retained != nil {
			bytes, objects = words.Count(o.Retained.Bytes), words.Count(o.Retained.Objects)
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t\t%s\n", o.Object, dash(o.Address), words.Count(o.Shallow), bytes, objects, o.named())
	}
	if more := p.All - len(p.List); more > 0 {
		fmt.Fprintf(w, "\t\t\t\t\t\t(%s)\n", words.Counted(int64(more), "more object"))
	}
	return w.Flush()
}

// named returns the type of an object, with its text.
func (o *printedObject) named() string {
	if o.Text == "" {
		return words.Printable(o.Type)
	}
	return words.Printable(o.Type) + " " + strconv.Quote(words.Printable(o.Text))
}

func dash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// CSV writes a row per object.
func (p *listedObjects) CSV(w cli.RowWriter) {
	w.Columns(append(append(cli.Wholes("object"), cli.Texts("address", "type", "text")...), cli.Wholes("shallow", "retained_bytes", "retained_objects")...)...)
	for i := range p.List {
		o := &p.List[i]
		bytes, objects := "", ""
		if o.Retained != nil {
			bytes, objects = strconv.FormatInt(o.Retained.Bytes, 10), strconv.FormatInt(o.Retained.Objects, 10)
		}
		_ = w.Write([]string{strconv.FormatUint(uint64(o.Object), 10), o.Address, o.Type, o.Text, strconv.FormatInt(o.Shallow, 10), bytes, objects})
	}
}

// maxShown is the number of fields and references that a table shows. JSON has more.
const maxShown = 30

// Table prints the object, its fields, its holders and the references to it.
func (d *describedObject) Table(out io.Writer) error {
	fmt.Fprintf(out, "object %d: %s", d.Object, d.named())
	if d.Length != nil {
		fmt.Fprintf(out, " of length %s", words.Count(*d.Length))
	}
	if d.Address != "" {
		fmt.Fprintf(out, " at %s", d.Address)
	}
	fmt.Fprintf(out, ", %s", words.Counted(d.Shallow, "byte"))
	if d.Retained != nil {
		fmt.Fprintf(out, "; it retains %s in %s", words.Counted(d.Retained.Bytes, "byte"), words.Counted(d.Retained.Objects, "object"))
	}
	fmt.Fprintln(out)
	if d.Group != "" {
		fmt.Fprintf(out, "group: %s\n", words.Printable(d.Group))
	}
	if len(d.Site) > 0 {
		fmt.Fprintf(out, "allocated at: %s\n", words.Printable(strings.Join(d.Site, ", called from ")))
	}
	d.printFields(out)
	d.printHolders(out)
	printReferences(out, "incoming reference", d.In, d.InAll)
	printReferences(out, "outgoing reference", d.Out, d.OutAll)
	return nil
}

func (d *describedObject) printFields(out io.Writer) {
	if d.Missing != "" {
		fmt.Fprintf(out, "\nfields: %s\n", d.Missing)
	}
	if len(d.Fields) == 0 {
		return
	}
	fmt.Fprintln(out, "\nfields")
	for _, f := range d.Fields[:min(len(d.Fields), maxShown)] {
		name, value := f.Type+" "+f.Name, f.Value
		switch {
		case f.Object != nil:
			name, value = f.Name, fmt.Sprintf("object %d %s", *f.Object, value)
		case value == "null":
			name = f.Name
		case value == "":
			value = "(hidden; --texts shows it)"
		}
		fmt.Fprintf(out, "  %s = %s\n", strings.TrimSpace(words.Printable(name)), words.Printable(value))
	}
	printMore(out, int64(len(d.Fields)-maxShown), "field")
}

// printHolders prints the GC root and the objects that lead to the object.
func (d *describedObject) printHolders(out io.Writer) {
	if len(d.Roots) > 0 {
		fmt.Fprintln(out, "\nGC roots that refer to it")
	}
	for _, root := range d.Roots {
		fmt.Fprintf(out, "  %s\n", words.Printable(root))
	}
	if d.Dominator != nil {
		fmt.Fprintf(out, "\nimmediate dominator: object %d %s\n", d.Dominator.Object, d.Dominator.named())
	}
	if d.PathRoot == "" {
		return
	}
	fmt.Fprintf(out, "\nshortest path from the %s\n", words.Printable(d.PathRoot))
	for i := range d.Path {
		fmt.Fprintf(out, "  %s\n", d.Path[i].reference())
	}
}

// reference returns text for an object in a list of references, with the field.
func (o *printedObject) reference() string {
	text := fmt.Sprintf("object %d %s", o.Object, o.named())
	if o.Field != "" {
		text = words.Printable(o.Field) + " → " + text
	}
	return text
}

func printReferences(out io.Writer, name string, list []printedObject, all int64) {
	if all == 0 {
		return
	}
	fmt.Fprintf(out, "\n%s\n", words.Counted(all, name))
	for i := range list[:min(len(list), maxShown)] {
		fmt.Fprintf(out, "  %s\n", list[i].reference())
	}
	printMore(out, all-int64(min(len(list), maxShown)), "reference")
}

func printMore(out io.Writer, more int64, name string) {
	if more > 0 {
		fmt.Fprintf(out, "  (%s)\n", words.Counted(more, "more "+name))
	}
}
