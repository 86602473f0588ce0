package otlp

// File is the content of a file.
type File struct {
	Resources []Resource
	Tables    Tables // of all profiles without their own
}

// Resource contains the profiles of a program.
type Resource struct {
	Attributes []Attribute
	Profiles   []Profile
}

// Attribute is a property of a program or file. Values other than texts and integers are empty. If Key is empty, it is the string KeyIndex. If
// Value is empty, it is the string ValueIndex, unless that is 0.
type Attribute struct {
	Key, Value           string
	KeyIndex, ValueIndex int32
}

// Tables contain what profiles have in common. Indices are 0-based. They are not checked.
type Tables struct {
	Mappings   []Mapping
	Locations  []Location
	Functions  []Function
	Strings    []string
	Stacks     [][]int32 // locations, innermost first
	Attributes []Attribute
}

// Mapping is a range of addresses to which a file was mapped.
type Mapping struct {
	Start, Limit, Offset uint64
	File                 int32   // string
	Attributes           []int32 // of the file, such as its build ID
}

// Location is an address of code.
type Location struct {
	Mapping int32 // -1 for none
	Address uint64
	Lines   []Line // innermost first
}

// Line is a line in a function.
type Line struct {
	Function int32
	Line     int64
}

// Function is a function of a program. Its fields are strings.
type Function struct{ Name, SystemName, File int32 }

// ValueType is the meaning of values. Its fields are strings.
type ValueType struct{ Type, Unit int32 }

// Profile contains samples of one or several types of values.
type Profile struct {
	Types      []ValueType
	Samples    []Sample
	Time       int64 // ns since 1970; 0 if unknown
	PeriodType ValueType
	Period     int64
	Indices    []int32 // locations, for samples without a stack in the tables
	Tables     *Tables // nil for the tables of the file
	// HasStacks is true if samples have a stack of the tables and values of one type, which are to be added. Otherwise their locations are a
	// part of Indices, and they have a value of each type.
	HasStacks bool
}

// Sample contains values of a call stack.
type Sample struct {
	Stack         int32 // index of the stack
	Start, Length int32 // part of the indices of the profile
	Values        []int64
}
