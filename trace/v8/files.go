package v8

import (
	"memcity/trace/internal/scripts"
	"memcity/trace/poll"
	"memcity/trace/scratch"
)

// fileID is an index into [files.names].
type fileID = uint16

const (
	unknownFile fileID = 0
	// noFile marks a node without a file while files are being found.
	noFile fileID = 1<<16 - 1
	// maxFiles is the largest number of files; objects of the rest have no file.
	maxFiles = 1<<16 - 2
)

// files are the source files of the recorded program.
type files struct {
	names  []string // as in the snapshot; the first stands for an unknown file
	byText map[uint32]fileID
	root   string   // folder that all files of the program have in common, with a slash; empty for none
	labels []string // by file
	// of is the file that defines each node: the file of a function, or that of the constructor of an object.
	of []fileID
}

// findFiles finds the file of each function, class and object.
func (l *loader) findFiles() error {
	f := &l.files
	f.names, f.byText = []string{""}, map[uint32]fileID{}
	f.of = scratch.Make[fileID](len(l.kinds))
	k := l.texts.known
	script, orDebug, shared := k["script"], k["script_or_debug_info"], k["shared"]
	for n, kind := range l.kinds {
		if err := poll.At(l.ctx, n); err != nil {
			return err
		}
		if kind == codeNode {
			if s := l.follow(node(n), script, orDebug); s != noNode {
				f.of[n] = l.fileOfScript(s)
			}
		}
	}
	for n, kind := range l.kinds {
		if kind == closureNode {
			if s := l.follow(node(n), shared); s != noNode {
				f.of[n] = f.of[s]
			}
		}
	}
	hidden := k["map"]
	for n, kind := range l.kinds {
		if err := poll.At(l.ctx, n); err != nil {
			return err
		}
		if kind == objectNode {
			if m := l.follow(node(n), hidden); m != noNode {
				f.of[n] = l.fileOfMap(m, l.names[n])
			}
		}
	}
	for n, id := range f.of {
		if id == noFile {
			f.of[n] = unknownFile
		}
	}
	f.findRoot()
	return nil
}

// fileOfScript returns the file of a script. The name of its node is that of the file.
func (l *loader) fileOfScript(script node) fileID {
	if l.isSystem(script, debugInfo) {
		if script = l.follow(script, l.texts.known["script"]); script == noNode {
			return unknownFile
		}
	}
	text := l.names[script]
	if len(l.texts.bytes(text)) == 0 || l.systemName(script) != nil {
		named := l.follow(script, l.texts.known["name"])
		if named == noNode || l.kinds[named] != stringNode {
			return unknownFile
		}
		text = l.names[named]
	}
	return l.files.add(text, l.texts.of(text))
}

func (f *files) add(text uint32, name string) fileID {
	id, ok := f.byText[text]
	if !ok && name != "" && len(f.names) < maxFiles {
		id = fileID(len(f.names))
		f.names = append(f.names, name)
		f.byText[text] = id
	}
	return id
}

// fileOfMap returns the file of the class with a name, given the hidden class of its objects; noFile if unknown.
func (l *loader) fileOfMap(m node, name uint32) fileID {
	of := l.files.of
	if of[m] == unknownFile {
		if of[m] = l.fileOfPrototype(m, name); of[m] == unknownFile {
			of[m] = l.fileOfConstructor(m)
		}
	}
	return of[m]
}

// fileOfPrototype returns the file of the class that the prototype of a hidden class names as its constructor. For an object of a class that
// extends another, the hidden class itself names the constructor of the latter.
func (l *loader) fileOfPrototype(m node, name uint32) fileID {
	prototype := l.follow(m, l.texts.known["prototype"])
	if prototype == noNode {
		return unknownFile
	}
	from, to := l.edgesOf(prototype)
	for e := from; e < to; e++ {
		if c := l.to[e]; l.edgeKinds[e] == propertyEdge && l.edgeNames[e] == l.texts.known["constructor"] && l.kinds[c] == closureNode && l.names[c] == name {
			if l.files.of[c] == unknownFile {
				return noFile // a built-in class
			}
			return l.files.of[c]
		}
	}
	return unknownFile
}

// fileOfConstructor returns the file of the constructor of a hidden class; noFile if unknown. Hidden classes that add properties lead to it by
// back pointers.
func (l *loader) fileOfConstructor(m node) fileID {
	of := l.files.of
	for range maxBack {
		if c := l.follow(m, l.texts.known["constructor"]); c != noNode {
			if l.kinds[c] == closureNode && of[c] != unknownFile {
				return of[c]
			}
			break
		}
		if m = l.follow(m, l.texts.known["back_pointer"]); m == noNode {
			break
		}
	}
	return noFile
}

// maxBack is the largest number of back pointers that lead to a constructor.
const maxBack = 1 << 12

// findRoot finds the folder that contains all files of the program, and labels all files.
func (f *files) findRoot() {
	f.root = scripts.Root(f.names)
	for _, name := range f.names {
		f.labels = append(f.labels, scripts.Label(name, f.root))
	}
}
