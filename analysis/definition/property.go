package definition

import "memcity/trace"

// propertyInfo is a property that an expression can read, as object.NAME.
type propertyInfo struct {
	Name string
	// Type is the type of the value as named in the manual, see typeText and the following. A value of typeAny has one of the other types
	// or is null.
	Type        string
	Needs       trace.Knowledge
	Named       bool // true if it is read with a name, as in object.fields["size"]
	Description string
	Example     string // value; for a named property, how it is read

	id property
}

// Types of properties.
const (
	typeText   = "text"
	typeNumber = "number"
	typeBool   = "yes or no"
	typeTexts  = "list of strings"
	typeAny    = "any"
)

type property uint8

const (
	propType property = iota
	propPackage
	propName
	propKind
	propLoader
	propSize
	propLength
	propText
	propFields
	propReferences
	propThread
	propSite
	propFrames
	propSpace
	propAddress
	propInDegree
	propOutDegree
	propIsRoot
	propRoots
)

var properties = []*propertyInfo{
	{Name: "type", Type: typeText, id: propType, Needs: trace.KnowsObjects, Example: "java.util.HashMap$Node",
		Description: "full name of the class, as in source code"},
	{Name: "package", Type: typeText, id: propPackage, Needs: trace.KnowsObjects, Example: "java.util",
		Description: "package of the class; for an array, of its element class"},
	{Name: "name", Type: typeText, id: propName, Needs: trace.KnowsObjects, Example: "HashMap$Node",
		Description: "name of the class without the package"},
	{Name: "kind", Type: typeText, id: propKind, Needs: trace.KnowsObjects, Example: "instance",
		Description: "instance, object array, primitive array or class"},
	{Name: "loader", Type: typeText, id: propLoader, Needs: trace.KnowsObjects, Example: "boot",
		Description: "class of the class loader; boot for the boot loader"},
	{Name: "size", Type: typeNumber, id: propSize, Needs: trace.KnowsObjects, Example: "48",
		Description: "shallow size in bytes"},
	{Name: "length", Type: typeNumber, id: propLength, Needs: trace.KnowsObjects, Example: "16",
		Description: "number of elements of an array, -1 for other objects"},
	{Name: "text", Type: typeAny, id: propText, Needs: trace.KnowsTexts, Example: "Vienna",
		Description: "first 256 characters of a string; null for other objects"},
	{Name: "fields", Type: typeAny, id: propFields, Named: true, Needs: trace.KnowsValues, Example: `fields["owner.name"]`,
		Description: "value of a field or path of fields: a number, yes or no, the text of a String, the value of a box" +
			" such as Integer, or the name of an enum constant; for other objects, the class; null if a field is missing or null"},
	{Name: "references", Type: typeNumber, id: propReferences, Named: true, Needs: trace.KnowsReferences,
		Example:     `references["java.lang.String"]`,
		Description: "number of references to objects of a class, given by its full name"},
	{Name: "thread", Type: typeText, id: propThread, Needs: trace.KnowsThreads, Example: "worker-3",
		Description: "name of the allocating thread"},
	{Name: "site", Type: typeText, id: propSite, Needs: trace.KnowsSites, Example: "com.shop.Cart.add(Cart.java:31)",
		Description: "allocation site"},
	{Name: "frames", Type: typeTexts, id: propFrames, Needs: trace.KnowsSites, Example: "[com.shop.Cart.add(Cart.java:31), …]",
		Description: "allocation site and call sites, innermost first"},
	{Name: "space", Type: typeText, id: propSpace, Needs: trace.KnowsSpaces, Example: "old",
		Description: "part of the heap that the object is in"},
	{Name: "address", Type: typeNumber, id: propAddress, Needs: trace.KnowsObjects, Example: "34359738368",
		Description: "address in the recorded program"},
	{Name: "inDegree", Type: typeNumber, id: propInDegree, Needs: trace.KnowsReferences, Example: "2",
		Description: "number of references to the object, from objects and GC roots"},
	{Name: "outDegree", Type: typeNumber, id: propOutDegree, Needs: trace.KnowsReferences, Example: "4",
		Description: "number of the object's references that are not null"},
	{Name: "isRoot", Type: typeBool, id: propIsRoot, Needs: trace.KnowsRoots, Example: "false",
		Description: "whether a GC root refers to the object directly"},
	{Name: "roots", Type: typeTexts, id: propRoots, Needs: trace.KnowsRoots, Example: "[static field com.shop.Main.carts]",
		Description: "the GC roots that refer to the object, without duplicates"},
}

func propertyNamed(name string) *propertyInfo {
	for _, p := range properties {
		if p.Name == name {
			return p
		}
	}
	return nil
}

func propertyNames() []string {
	names := make([]string, len(properties))
	for i, p := range properties {
		names[i] = p.Name
	}
	return names
}

// Keys of objects without another key. The key for unknown values is [group.NotKnown].
const (
	noneKey   = "(none)"  // the expression returned null or an empty list
	failedKey = "(error)" // the expression failed for the object
)

var kindTexts = map[trace.TypeKind]string{trace.Instance: "instance", trace.ObjectArray: "object array",
	trace.PrimitiveArray: "primitive array", trace.ClassObject: "class"}
