// Package v8 reads heap snapshots of V8, which Node.js, Chrome, Electron and Deno write: files .heapsnapshot and .heaptimeline. Each file is a
// GC point whose heap state is loaded on demand. Package trace/wire/v8 reads the tables.
//
// An object is a node of the snapshot. The synthetic nodes at the top, such as (Stack roots), are not objects: the nodes that they refer to
// are GC roots. Types are named as in Chrome DevTools, after the file that defines them: src/cache.js:Session. Slots are named properties and
// variables. Edges of V8's own have names such as <map>. Entries of arrays, maps and hash tables are elements.
//
// V8 has no static fields. The variables of a module are in a context, an object that the functions of the module refer to. The reader
// presents it as the class object of a type that has the name of the file, so that analyses find the variables as they find static fields.
// The same applies to exports of ES modules and to properties of the global object.
//
// References are weak by the rules of Chrome DevTools, so that retained sizes are the same; see [loader.isWeak].
//
// Loading reads the file once. tables stores the rows, texts the names. files finds the file that defines an object. modules finds the contexts
// of modules. types and slots fill the [trace.Heap].
package v8
