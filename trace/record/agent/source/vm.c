#include "vm.h"
#include "agent.h"

#include <stdlib.h>

// HotSpot describes its own structures for tools that inspect a process or a core file: tables of types, fields and constants
// (gHotSpotVMStructs). They change between versions: a static field becomes an instance field, or a type loses a field. So the code assumes
// nothing. It does not use untested versions, and checks that each entry is of the expected kind. The system performs all reads
// at addresses from the VM, since it returns an error where the processor would fault.

// Java versions that make test-jdks has tested each part with.
static const struct {
	int first, last;
} tested[] = {
	[VM_EDEN] = {17, 27},
	[VM_FRAMES] = {17, 25}, // from 26, a jmethodID is no longer an address
};

enum {
	MOST_ENTRIES = 20000, // per table; a VM has fewer than 1,000
	MOST_BYTES = 256,     // per entry
	MOST_OFFSET = 1 << 16,
	LONGEST = 96, // maximum length of a name
	PAGE = 4096,  // a memory page, or a part of one
};

bool vm_read(uint64_t at, void *to, size_t bytes) { return at >= 4096 && memory_read(at, to, bytes); }

bool vm_word(uint64_t at, uint64_t *value) { return (at & 7) == 0 && vm_read(at, value, sizeof *value); }

bool vm_int(uint64_t at, int32_t *value) { return (at & 3) == 0 && vm_read(at, value, sizeof *value); }

bool vm_text(uint64_t at, char *text, size_t size) {
	for (size_t n = 0; n < size;) {
		size_t part = 64 - (at + n) % 64; // does not cross into the page after the end of the text
		part = part < size - n ? part : size - n;
		if (!vm_read(at + n, text + n, part))
			return false;
		if (memchr(text + n, 0, part) != NULL)
			return true;
		n += part;
	}
	return false;
}

// build_of returns the Java version of a release of OpenJDK. It returns 0 for early access, custom builds, and builds with another compiler.
// Releases are named like 17.0.15+6-Debian or 25+36-LTS.
static int build_of(const char *text) {
	const char *plus = text + strspn(text, "0123456789.");
	bool release = plus != text && *plus == '+' && plus[1] >= '0' && plus[1] <= '9' && strstr(plus, "jvmci") == NULL;
	return release ? atoi(text) : 0;
}

static bool property_is(const char *name, const char *wanted) {
	char *value = NULL;
	(*jvmti)->GetSystemProperty(jvmti, name, &value);
	bool is = value != NULL && strcmp(value, wanted) == 0;
	(*jvmti)->Deallocate(jvmti, (unsigned char *)value);
	return is;
}

int vm_java(void) {
	jint version = 0;
	(*jvmti)->GetVersionNumber(jvmti, &version);
	return (version & JVMTI_VERSION_MASK_MAJOR) >> JVMTI_VERSION_SHIFT_MAJOR;
}

// java_version returns the Java version if the VM is a release build of HotSpot, without debug checks; 0 if not.
static int java_version(void) {
	char *build = NULL;
	if (!property_is("java.vm.name", "OpenJDK 64-Bit Server VM") && !property_is("java.vm.name", "Java HotSpot(TM) 64-Bit Server VM"))
		return 0;
	(*jvmti)->GetSystemProperty(jvmti, "java.vm.version", &build);
	int java = build != NULL && property_is("jdk.debug", "release") ? build_of(build) : 0;
	(*jvmti)->Deallocate(jvmti, (unsigned char *)build);
	return java == vm_java() ? java : 0;
}

const char *vm_refuses(enum vm_part part) {
	static const uint64_t probe = 0x6d656d63697479;
	uint64_t copy = 0;
	if (!options.internals)
		return "switched off by the option internals";
	int java = java_version();
	if (java == 0)
		return "this build of the VM was not tested";
	if (java < tested[part].first || java > tested[part].last)
		return "this version of Java was not tested";
	if (!vm_read((uint64_t)(uintptr_t)&probe, &copy, sizeof copy) || copy != probe)
		return "the system does not let a process read its memory by a call";
	return NULL;
}

// symbol reads a variable that describes a table.
static bool symbol(const char *name, uint64_t *value) { return vm_word((uint64_t)(uintptr_t)vm_symbol(name), value); }

// A page of the VM's constant data. It is cached, since a table is read from start to end.
struct page {
	uint64_t at; // 0 for none
	unsigned char bytes[PAGE];
};

// page_read is like vm_read, for constant data.
static bool page_read(struct page *p, uint64_t at, void *to, size_t bytes) {
	for (size_t n = 0; n < bytes;) {
		uint64_t from = at + n, within = from % PAGE;
		if (from - within != p->at || p->at == 0) {
			p->at = 0;
			if (!vm_read(from - within, p->bytes, PAGE))
				return false;
			p->at = from - within;
		}
		size_t part = PAGE - within < bytes - n ? PAGE - within : bytes - n;
		memcpy((char *)to + n, p->bytes + within, part);
		n += part;
	}
	return true;
}

// page_text is like vm_text, for constant data.
static bool page_text(struct page *p, uint64_t at, char *text) {
	for (size_t n = 0; n < LONGEST; n++) {
		if (!page_read(p, at + n, text + n, 1))
			return false;
		if (text[n] == 0)
			return true;
	}
	return false;
}

// A table of the VM with the current entry.
struct table {
	uint64_t at, stride;
	int count;
	unsigned char entry[MOST_BYTES];
	struct page entries, texts;
};

static bool open_table(struct table *t, const char *name, const char *stride) {
	t->count = 0;
	t->entries.at = t->texts.at = 0;
	return symbol(name, &t->at) && symbol(stride, &t->stride) && t->stride >= 16 && t->stride <= MOST_BYTES;
}

static bool next_entry(struct table *t) {
	if (t->count++ == MOST_ENTRIES || !page_read(&t->entries, t->at, t->entry, t->stride))
		return false;
	t->at += t->stride;
	return true;
}

// entry_bytes copies a part of the current entry; 0 if it is out of bounds.
static uint64_t entry_bytes(const struct table *t, uint64_t offset, size_t bytes) {
	uint64_t v = 0;
	if (offset <= t->stride - bytes)
		memcpy(&v, t->entry + offset, bytes);
	return v;
}

// find_entry moves to the entry with a name. The given symbol contains the offset of names in an entry.
static bool find_entry(struct table *t, const char *symbol_of_name, const char *wanted) {
	uint64_t offset;
	if (!symbol(symbol_of_name, &offset))
		return false;
	while (next_entry(t)) {
		char name[LONGEST];
		uint64_t at = entry_bytes(t, offset, 8);
		if (at == 0)
			return false;
		if (page_text(&t->texts, at, name) && strcmp(name, wanted) == 0)
			return true;
	}
	return false;
}

bool vm_size(const char *type, int64_t *bytes) {
	struct table t;
	uint64_t offset;
	if (!open_table(&t, "gHotSpotVMTypes", "gHotSpotVMTypeEntryArrayStride") || !symbol("gHotSpotVMTypeEntrySizeOffset", &offset) ||
		!find_entry(&t, "gHotSpotVMTypeEntryTypeNameOffset", type))
		return false;
	*bytes = (int64_t)entry_bytes(&t, offset, 8);
	return *bytes > 0 && *bytes <= MOST_OFFSET;
}

bool vm_constant(const char *name, int64_t *value) {
	struct table t;
	uint64_t offset;
	if (!open_table(&t, "gHotSpotVMIntConstants", "gHotSpotVMIntConstantEntryArrayStride") ||
		!symbol("gHotSpotVMIntConstantEntryValueOffset", &offset) || !find_entry(&t, "gHotSpotVMIntConstantEntryNameOffset", name))
		return false;
	*value = (int32_t)entry_bytes(&t, offset, 4);
	return true;
}

// inside reports whether an offset is within objects of a type.
static bool inside(const char *type, int64_t offset) {
	int64_t bytes;
	return offset >= 0 && vm_size(type, &bytes) && offset < bytes;
}

bool vm_fields(const struct vm_field *wanted, size_t count) {
	struct table t;
	uint64_t types, names, statics, offsets, addresses, last = 0;
	char type[LONGEST] = "", name[LONGEST];
	if (!open_table(&t, "gHotSpotVMStructs", "gHotSpotVMStructEntryArrayStride") ||
		!symbol("gHotSpotVMStructEntryTypeNameOffset", &types) || !symbol("gHotSpotVMStructEntryFieldNameOffset", &names) ||
		!symbol("gHotSpotVMStructEntryIsStaticOffset", &statics) || !symbol("gHotSpotVMStructEntryOffsetOffset", &offsets) ||
		!symbol("gHotSpotVMStructEntryAddressOffset", &addresses))
		return false;
	uint64_t missing = ((uint64_t)1 << count) - 1;
	while (missing != 0 && next_entry(&t)) {
		uint64_t at = entry_bytes(&t, types, 8);
		if (at == 0)
			break;
		if (at != last && !page_text(&t.texts, at, type))
			continue;
		last = at;
		if (!page_text(&t.texts, entry_bytes(&t, names, 8), name))
			continue;
		for (size_t i = 0; i < count; i++) {
			const struct vm_field *w = &wanted[i];
			if (strcmp(w->type, type) != 0 || strcmp(w->name, name) != 0)
				continue;
			if ((entry_bytes(&t, statics, 4) != 0) != w->is_static)
				return false;
			*w->value = (int64_t)entry_bytes(&t, w->is_static ? addresses : offsets, 8);
			if (w->is_static ? *w->value == 0 || (*w->value & 7) != 0 : !inside(type, *w->value))
				return false;
			missing &= ~((uint64_t)1 << i);
		}
	}
	return missing == 0;
}
