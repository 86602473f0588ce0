package group

import (
	"slices"
	"strings"

	"memcity/trace"
)

// domainOf returns the domain of a program of a runtime other than the JVM; nil if there is none. Types without a package
// belong to the program: readers of these runtimes put built-in types into packages.
func domainOf(h *trace.Heap) *Domain {
	switch h.Runtime {
	case trace.Golang:
		return NewDomain(slices.Concat(goModules(h.Sites), h.Modules, goPackages), []string{"main"})
	case trace.Native:
		return NewDomain(nativeLibraries, nil)
	case trace.V8:
		return NewDomain([]string{"js", "node", "node_modules", "ext", "deno", "global", "window"}, nil)
	case trace.CPython:
		return NewDomain(pythonModules, nil)
	case trace.CRuby:
		return NewDomain(append(slices.Clone(rubyModules), gemModules(h)...), nil)
	}
	return nil
}

// DomainOfCounts returns the domain of a program by the sites of its counts at the given points, 0-based; nil if its runtime has the default
// domain, or if the points have single objects. The cost is linear in the counts.
func DomainOfCounts(r *trace.Recording, points []int) *Domain {
	if r.Runtime == trace.JVM || !r.HasSiteCounts() {
		return nil
	}
	h, known := &trace.Heap{Runtime: r.Runtime}, map[*trace.Site]bool{}
	for _, p := range points {
		for _, c := range r.Points[p].Counts {
			if c.Site != nil && !known[c.Site] {
				known[c.Site], h.Sites = true, append(h.Sites, *c.Site)
			}
		}
	}
	return domainOf(h)
}

// goPackages contains the first parts of the packages of Go's standard library.
var goPackages = []string{
	"archive", "bufio", "bytes", "cmp", "compress", "container", "context", "crypto", "database", "debug", "embed", "encoding", "errors",
	"expvar", "flag", "fmt", "go", "hash", "html", "image", "index", "internal", "io", "iter", "log", "maps", "math", "mime", "net", "os",
	"path", "plugin", "reflect", "regexp", "runtime", "slices", "sort", "strconv", "strings", "structs", "sync", "syscall", "testing",
	"text", "time", "unicode", "unique", "unsafe", "vendor", "weak", "cmd",
}

// goModules returns the packages in sites that belong to other modules. Readers name their files with the version of the module, as in
// chi@v5.2.1/mux.go, or with the folder vendor.
func goModules(sites []trace.Site) (packages []string) {
	known := map[string]bool{}
	for i := range sites {
		for _, f := range sites[i].Frames {
			if (strings.Contains(f.File, "@") || strings.HasPrefix(f.File, "vendor/")) && !known[f.Class] {
				known[f.Class], packages = true, append(packages, f.Class)
			}
		}
	}
	return packages
}

// nativeLibraries contains namespaces and files of libraries that come with compilers and operating systems.
var nativeLibraries = []string{
	"std", "__gnu_cxx", "__cxxabiv1", "boost", "absl", "core", "alloc", "hashbrown", "tokio", "libc", "libstdc++", "libc++", "libgcc_s", "libm",
	"libpthread", "libdl", "ld-linux-x86-64", "ld-linux-aarch64", "libjemalloc", "libtcmalloc", "libtcmalloc_minimal", "libglib-2", "libgobject-2",
	"libcrypto", "libssl", "libz", "[vdso]",
}

// gemModules returns the outermost modules of the classes that files of gems and of Ruby's library define, and no file of the program. Only
// dumps with allocation sites of classes show these files.
func gemModules(h *trace.Heap) []string {
	if h.SiteOf == nil {
		return nil
	}
	foreign := map[string]bool{} // false for modules of the program
	for i := range h.Types {
		class := h.Types[i].Class
		if class == trace.NoObject || h.SiteOf[class] == trace.NoSite {
			continue
		}
		module, _, _ := strings.Cut(h.Types[i].Name, "::")
		file := h.Sites[h.SiteOf[class]].Frames[0].Class
		isForeign := strings.HasPrefix(file, "gems/") || strings.HasPrefix(file, "ruby/")
		if known, ok := foreign[module]; !ok || known {
			foreign[module] = isForeign
		}
	}
	var modules []string
	for m, isForeign := range foreign {
		if isForeign && m != "Object" { // which has the constants of the program
			modules = append(modules, m)
		}
	}
	slices.Sort(modules)
	return modules
}

// rubyModules contains the packages of types of Ruby itself and of files of gems, the modules and classes of Ruby's library, and the outermost
// modules of widely used gems.
var rubyModules = []string{
	"ruby", "gems",

	"Abbrev", "Base64", "Benchmark", "BasicSocket", "BigDecimal", "BigMath", "Bundler", "CGI", "CSV", "Coverage", "DBM", "DEBUGGER__", "DRb",
	"Date", "DateTime", "Delegator", "DelegateClass", "DidYouMean", "Digest", "ERB", "English", "ErrorHighlight", "Etc", "Fcntl", "Fiddle",
	"FileUtils", "Find", "Forwardable", "GDBM", "Gem", "GetoptLong", "IPAddr", "IPSocket", "IRB", "JSON", "Logger", "MakeMakefile",
	"Matrix", "Net", "Nkf", "MemoryCityHeap", "ObjectSpace", "Observable", "Open3", "OpenSSL", "OpenURI", "OptionParser", "PP", "PStore", "PTY",
	"Pathname", "PrettyPrint", "Prime", "Psych", "RDoc", "Racc", "Rake", "RbConfig", "Readline", "Reline", "Resolv", "Rinda", "Ripper", "RubyVM",
	"SDBM", "SecureRandom", "Shellwords", "SimpleDelegator", "SingleForwardable", "Singleton", "Socket", "StringScanner", "SyntaxSuggest",
	"Syslog", "TCPServer", "TCPSocket", "TSort", "Tempfile", "Test", "Timeout", "UDPSocket", "UNIXServer", "UNIXSocket", "URI", "UnicodeNormalize",
	"Vector", "WEBrick", "YAML", "Zlib",

	"AbstractController", "ActionCable", "ActionController", "ActionDispatch", "ActionMailbox", "ActionMailer", "ActionText", "ActionView",
	"ActiveJob", "ActiveModel", "ActiveRecord", "ActiveStorage", "ActiveSupport", "Addressable", "Arel", "Async", "Aws", "Builder", "Capybara",
	"Concurrent", "Dalli", "Devise", "Dry", "Excon", "Faraday", "Falcon", "FFI", "GlobalID", "Google", "Grape", "GraphQL", "HTTP", "Haml",
	"Hanami", "I18n", "Kaminari", "Kramdown", "Liquid", "Listen", "Loofah", "Mail", "Mime", "MimeMagic", "Minitest", "Mocha", "Mongo", "Mongoid",
	"Msgpack", "Mustermann", "Mysql2", "NewRelic", "Nokogiri", "OmniAuth", "PG", "Padrino", "PhusionPassenger", "Prometheus", "Puma", "Pry",
	"Rack", "Rails", "Redis", "RedisClient", "Resque", "Roda", "RSpec", "SQLite3", "Sass", "Sawyer", "Sentry", "Sequel", "Shrine", "Sidekiq",
	"Sinatra", "Slim", "Sprockets", "StatsD", "Stripe", "Thin", "Thor", "Tilt", "TZInfo", "Typhoeus", "Unicorn", "Warden", "WebMock", "Zeitwerk",
}

// pythonModules contains the modules of the standard library of Python 3.11, and widely used packages.
var pythonModules = []string{
	"abc", "aifc", "antigravity", "argparse", "array", "ast", "asynchat", "asyncio", "asyncore", "atexit", "audioop", "base64", "bdb",
	"binascii", "bisect", "builtins", "bz2", "cProfile", "calendar", "cgi", "cgitb", "chunk", "cmath", "cmd", "code", "codecs", "codeop",
	"collections", "colorsys", "compileall", "concurrent", "configparser", "contextlib", "contextvars", "copy", "copyreg", "crypt", "csv",
	"ctypes", "curses", "dataclasses", "datetime", "dbm", "decimal", "difflib", "dis", "distutils", "doctest", "email", "encodings",
	"ensurepip", "enum", "errno", "faulthandler", "fcntl", "filecmp", "fileinput", "fnmatch", "fractions", "ftplib", "functools", "gc",
	"genericpath", "getopt", "getpass", "gettext", "glob", "graphlib", "grp", "gzip", "hashlib", "heapq", "hmac", "html", "http", "idlelib",
	"imaplib", "imghdr", "imp", "importlib", "inspect", "io", "ipaddress", "itertools", "json", "keyword", "lib2to3", "linecache", "locale",
	"logging", "lzma", "mailbox", "mailcap", "marshal", "math", "mimetypes", "mmap", "modulefinder", "msilib", "msvcrt", "multiprocessing",
	"netrc", "nis", "nntplib", "nt", "ntpath", "nturl2path", "numbers", "opcode", "operator", "optparse", "os", "ossaudiodev", "pathlib",
	"pdb", "pickle", "pickletools", "pipes", "pkgutil", "platform", "plistlib", "poplib", "posix", "posixpath", "pprint", "profile",
	"pstats", "pty", "pwd", "py_compile", "pyclbr", "pydoc", "pydoc_data", "pyexpat", "queue", "quopri", "random", "re", "readline",
	"reprlib", "resource", "rlcompleter", "runpy", "sched", "secrets", "select", "selectors", "shelve", "shlex", "shutil", "signal", "site",
	"smtpd", "smtplib", "sndhdr", "socket", "socketserver", "spwd", "sqlite3", "sre_compile", "sre_constants", "sre_parse", "ssl", "stat",
	"statistics", "string", "stringprep", "struct", "subprocess", "sunau", "symtable", "sys", "sysconfig", "syslog", "tabnanny", "tarfile",
	"telnetlib", "tempfile", "termios", "textwrap", "this", "threading", "time", "timeit", "tkinter", "token", "tokenize", "tomllib",
	"trace", "traceback", "tracemalloc", "tty", "turtle", "turtledemo", "types", "typing", "unicodedata", "unittest", "urllib", "uu",
	"uuid", "venv", "warnings", "wave", "weakref", "webbrowser", "winreg", "winsound", "wsgiref", "xdrlib", "xml", "xmlrpc", "zipapp",
	"zipfile", "zipimport", "zlib", "zoneinfo", "__future__", "_abc", "_aix_support", "_ast", "_asyncio", "_bisect", "_blake2",
	"_bootsubprocess", "_bz2", "_codecs", "_codecs_cn", "_codecs_hk", "_codecs_iso2022", "_codecs_jp", "_codecs_kr", "_codecs_tw",
	"_collections", "_collections_abc", "_compat_pickle", "_compression", "_contextvars", "_crypt", "_csv", "_ctypes", "_curses",
	"_curses_panel", "_datetime", "_dbm", "_decimal", "_elementtree", "_frozen_importlib", "_frozen_importlib_external", "_functools",
	"_gdbm", "_hashlib", "_heapq", "_imp", "_io", "_json", "_locale", "_lsprof", "_lzma", "_markupbase", "_md5", "_msi", "_multibytecodec",
	"_multiprocessing", "_opcode", "_operator", "_osx_support", "_overlapped", "_pickle", "_posixshmem", "_posixsubprocess", "_py_abc",
	"_pydecimal", "_pyio", "_queue", "_random", "_scproxy", "_sha1", "_sha256", "_sha3", "_sha512", "_signal", "_sitebuiltins", "_socket",
	"_sqlite3", "_sre", "_ssl", "_stat", "_statistics", "_string", "_strptime", "_struct", "_symtable", "_thread", "_threading_local",
	"_tkinter", "_tokenize", "_tracemalloc", "_typing", "_uuid", "_warnings", "_weakref", "_weakrefset", "_winapi", "_zoneinfo",

	"numpy", "pandas", "django", "flask", "werkzeug", "jinja2", "sqlalchemy", "requests", "urllib3", "aiohttp", "tornado", "twisted",
	"celery", "kombu", "fastapi", "starlette", "pydantic", "pydantic_core", "uvicorn", "gunicorn", "pytest", "_pytest", "pip", "setuptools",
	"pkg_resources", "yaml", "attr", "attrs", "click", "rich", "scipy", "sklearn", "torch", "tensorflow", "matplotlib", "PIL", "lxml",
	"google", "grpc", "boto3", "botocore", "redis", "pymongo", "psycopg", "psycopg2", "cryptography", "certifi", "idna",
	"charset_normalizer",
}
