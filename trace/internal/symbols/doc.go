// Package symbols finds the functions and source lines of machine addresses in the programs and libraries of this computer. It reads ELF files
// with their symbol tables and DWARF.
package symbols
