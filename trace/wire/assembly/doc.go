// Package assembly reads the names of types and static fields in assemblies of .NET: files .dll and .exe, as in ECMA-335, partition II, chapters 22, 24 and
// 25.
//
// An assembly is a program for Windows whose 15th directory leads to a header, and that one to the metadata: the signature BSJB, a version, and
// streams. The stream #~ contains tables, whose columns have 2 or 4 bytes depending on the sizes of other tables, and #Strings the names.
package assembly
