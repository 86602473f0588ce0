package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
)

// A checker checks whether a mutant compiles by type-checking it. This takes a fraction of a second, while compiler and linker take many.
type checker struct {
	set      *token.FileSet
	imports  types.Importer
	packages map[string]*checked // by import path
}

// A checked package contains its syntax and types without mutants.
type checked struct {
	goPackage
	sources map[string][]byte // by file
	files   map[string]*ast.File
	types   *types.Package
	info    *types.Info
}

// newChecker compiles the packages that the given ones import.
func newChecker(ctx context.Context, packages []goPackage) (*checker, error) {
	args := []string{"list", "-deps", "-export", "-json=ImportPath,Export"}
	for _, p := range packages {
		args = append(args, p.ImportPath)
	}
	out, err := goCommand(ctx, args...)
	if err != nil {
		return nil, err
	}
	exported := map[string]string{}
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct{ ImportPath, Export string }
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		exported[p.ImportPath] = p.Export
	}
	c := &checker{set: token.NewFileSet(), packages: map[string]*checked{}}
	c.imports = importer.ForCompiler(c.set, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exported[path]) })
	for _, p := range packages {
		c.packages[p.ImportPath] = &checked{goPackage: p}
	}
	return c, nil
}

// of returns a package. The first call for a package type-checks it.
func (c *checker) of(importPath string) (*checked, error) {
	p := c.packages[importPath]
	if p.files != nil {
		return p, nil
	}
	p.sources, p.files = map[string][]byte{}, map[string]*ast.File{}
	for _, name := range p.GoFiles {
		file := filepath.Join(p.Dir, name)
		source, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		p.sources[file] = source
		if p.files[file], err = parser.ParseFile(c.set, file, source, parser.SkipObjectResolution); err != nil {
			return nil, err
		}
	}
	p.info = &types.Info{Defs: map[*ast.Ident]types.Object{}}
	var err error
	p.types, err = c.check(p, "", nil, p.info)
	return p, err
}

// compiles reports whether the mutant's package compiles with it.
func (c *checker) compiles(m mutant) (bool, error) {
	p, err := c.of(m.importPath)
	if err != nil {
		return false, err
	}
	changed, err := parser.ParseFile(c.set, m.file, m.apply(p.sources[m.file]), parser.SkipObjectResolution)
	if err != nil {
		return false, nil
	}
	_, err = c.check(p, m.file, changed, nil)
	return err == nil, nil
}

// check type-checks the package with another syntax tree for one file.
func (c *checker) check(p *checked, file string, by *ast.File, info *types.Info) (*types.Package, error) {
	var files []*ast.File
	for _, name := range p.GoFiles {
		name = filepath.Join(p.Dir, name)
		if name == file {
			files = append(files, by)
		} else {
			files = append(files, p.files[name])
		}
	}
	config := types.Config{Importer: c.imports, GoVersion: "go" + p.Module.GoVersion}
	return config.Check(p.ImportPath, c.set, files, info)
}
