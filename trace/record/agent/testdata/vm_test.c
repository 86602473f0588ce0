// Tests vm.c with synthetic tables instead of those of a VM.

#define vm_symbol vm_symbol_of_the_vm
#include "../source/platform_posix.c"
#undef vm_symbol
void *vm_symbol(const char *name);

#include "../source/agent.h"
#include "../source/vm.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

struct options options = {.internals = true};
jvmtiEnv *jvmti;

struct field {
	const char *type, *name, *text;
	int32_t is_static;
	uint64_t offset;
	void *address;
};
struct type {
	const char *name;
	uint64_t size;
};
struct constant {
	const char *name;
	int32_t value;
};

static uint64_t heap;
static struct field fields[] = {
	{"Thread", "_base", "char*", 0, 16, NULL},
	{"Universe", "_heap", "Heap*", 1, 0, &heap},
	{"Thread", "_behind", "char*", 0, 32, NULL},
	{"Universe", "_odd", "Heap*", 1, 0, (char *)&heap + 1},
	{"Universe", "_none", "Heap*", 1, 0, NULL},
	{NULL, NULL, NULL, 0, 0, NULL},
};
static struct type types[] = {{"Universe", 8}, {"Thread", 32}, {"Huge", 1 << 20}, {NULL, 0}};
static struct constant constants[] = {{"one", 1}, {"less", -7}, {NULL, 0}};
static const struct field *field_table = fields;
static const struct type *type_table = types;
static const struct constant *constant_table = constants;
static uint64_t stride = sizeof(struct field), type_stride = sizeof(struct type), constant_stride = sizeof(struct constant),
	at_type = offsetof(struct field, type), at_name = offsetof(struct field, name), at_static = offsetof(struct field, is_static),
	at_offset = offsetof(struct field, offset), at_address = offsetof(struct field, address), at_size = offsetof(struct type, size),
	at_value = offsetof(struct constant, value);
static bool hidden; // true if the VM exports nothing

void *vm_symbol(const char *name) {
	const struct {
		const char *name;
		void *place;
	} all[] = {{"gHotSpotVMStructs", &field_table}, {"gHotSpotVMStructEntryArrayStride", &stride},
		{"gHotSpotVMStructEntryTypeNameOffset", &at_type}, {"gHotSpotVMStructEntryFieldNameOffset", &at_name},
		{"gHotSpotVMStructEntryIsStaticOffset", &at_static}, {"gHotSpotVMStructEntryOffsetOffset", &at_offset},
		{"gHotSpotVMStructEntryAddressOffset", &at_address}, {"gHotSpotVMTypes", &type_table},
		{"gHotSpotVMTypeEntryArrayStride", &type_stride}, {"gHotSpotVMTypeEntryTypeNameOffset", &at_type},
		{"gHotSpotVMTypeEntrySizeOffset", &at_size}, {"gHotSpotVMIntConstants", &constant_table},
		{"gHotSpotVMIntConstantEntryArrayStride", &constant_stride}, {"gHotSpotVMIntConstantEntryNameOffset", &at_type},
		{"gHotSpotVMIntConstantEntryValueOffset", &at_value}};
	for (size_t i = 0; i < sizeof all / sizeof *all && !hidden; i++)
		if (strcmp(all[i].name, name) == 0)
			return all[i].place;
	return NULL;
}

static int failures;

static void expect(const char *what, bool is, bool wanted) {
	if (is == wanted)
		return;
	printf("%s: %d, expected %d\n", what, is, wanted);
	failures++;
}

static bool has(const char *type, const char *name, bool is_static, int64_t *value) {
	return vm_fields(&(struct vm_field){type, name, is_static, value}, 1);
}

static void check_tables(void) {
	int64_t v = 0, other = 0;
	expect("a field", has("Thread", "_base", false, &v) && v == 16, true);
	expect("a field read as a static one", has("Thread", "_base", true, &v), false);
	expect("a static field", has("Universe", "_heap", true, &v) && v == (int64_t)(intptr_t)&heap, true);
	expect("a static field read as one of an object", has("Universe", "_heap", false, &v), false);
	expect("a field behind the end of its type", has("Thread", "_behind", false, &v), false);
	expect("a static field at an odd address", has("Universe", "_odd", true, &v), false);
	expect("a static field without an address", has("Universe", "_none", true, &v), false);
	expect("a field that is missing", has("Thread", "_no", false, &v), false);
	const struct vm_field two[] = {{"Universe", "_heap", true, &v}, {"Thread", "_base", false, &other}};
	expect("two fields", vm_fields(two, 2), true);
	const struct vm_field half[] = {two[0], {"Thread", "_no", false, &other}};
	expect("two fields, of which one is missing", vm_fields(half, 2), false);
	expect("a type", vm_size("Thread", &v) && v == 32, true);
	expect("a type that is too large", vm_size("Huge", &v), false);
	expect("a constant", vm_constant("less", &v) && v == -7, true);
	expect("a constant that is missing", vm_constant("none", &v), false);
	stride = 1 << 20;
	expect("entries that are too large", has("Thread", "_base", false, &v), false);
	stride = sizeof(struct field);
	hidden = true;
	expect("no tables", has("Thread", "_base", false, &v) || vm_size("Thread", &v) || vm_constant("one", &v), false);
	hidden = false;
}

// check_reads reads at the end of a page whose next page is unmapped.
static void check_reads(void) {
	char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), text[96];
	uint64_t end = (uint64_t)(uintptr_t)page + 4096, word;
	munmap(page + 4096, 4096);
	memcpy(page + 4090, "fits\0", 6);
	expect("a text at the end", vm_text(end - 6, text, sizeof text) && strcmp(text, "fits") == 0, true);
	memset(page + 4090, 'x', 6);
	expect("a text without an end", vm_text(end - 6, text, sizeof text), false);
	memset(page, 'x', 200);
	expect("a text that is too long", vm_text(end - 4096, text, sizeof text), false);
	expect("the last word", vm_word(end - 8, &word), true);
	expect("a word behind the end", vm_word(end, &word), false);
	expect("a word at an odd address", vm_word(end - 12, &word), false);
	expect("the first page", vm_word(8, &word), false);
	fields[1].name = (const char *)(uintptr_t)end;
	int64_t v;
	expect("a field behind one whose name cannot be read", has("Universe", "_odd", false, &v) || has("Universe", "_heap", true, &v), false);
	field_table = (const struct field *)(uintptr_t)end;
	expect("a table that cannot be read", has("Thread", "_base", false, &v), false);
}

static const char *name, *build, *level;
static jint version;

static jvmtiError JNICALL get_property(jvmtiEnv *j, const char *key, char **value) {
	(void)j;
	const char *text = strcmp(key, "java.vm.name") == 0 ? name : strcmp(key, "jdk.debug") == 0 ? level : build;
	*value = text == NULL ? NULL : strdup(text);
	return text == NULL ? JVMTI_ERROR_NOT_AVAILABLE : JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL get_version(jvmtiEnv *j, jint *v) {
	(void)j;
	*v = version << JVMTI_VERSION_SHIFT_MAJOR | JVMTI_VERSION_INTERFACE_JVMTI;
	return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL deallocate(jvmtiEnv *j, unsigned char *memory) {
	(void)j;
	free(memory);
	return JVMTI_ERROR_NONE;
}

static bool usable(enum vm_part part, jint v, const char *b) {
	version = v;
	build = b;
	return vm_refuses(part) == NULL;
}

static void check_versions(void) {
	struct jvmtiInterface_1_ functions = {.GetSystemProperty = get_property, .GetVersionNumber = get_version, .Deallocate = deallocate};
	jvmtiEnv table = &functions;
	jvmti = &table;
	name = "OpenJDK 64-Bit Server VM";
	level = "release";
	expect("17", usable(VM_FRAMES, 17, "17.0.15+6-Debian-1deb12u1"), true);
	expect("16", usable(VM_FRAMES, 16, "16.0.2+7"), false);
	expect("25", usable(VM_FRAMES, 25, "25+36-LTS"), true);
	expect("26, frames", usable(VM_FRAMES, 26, "26.0.2+1"), false);
	expect("27, eden", usable(VM_EDEN, 27, "27.0.1.0.3+1-1-Debian"), true);
	expect("28, eden", usable(VM_EDEN, 28, "28+30"), false);
	expect("early access", usable(VM_EDEN, 27, "27-ea+18"), false);
	expect("a developer's build", usable(VM_EDEN, 25, "25-internal-adhoc.me.jdk"), false);
	expect("no build number", usable(VM_EDEN, 25, "25.0.1"), false);
	expect("another compiler", usable(VM_EDEN, 25, "25+37-jvmci-b01"), false);
	expect("two versions", usable(VM_EDEN, 25, "21.0.1+12"), false);
	expect("no version", usable(VM_EDEN, 25, NULL), false);
	level = "fastdebug";
	expect("a build with checks", usable(VM_EDEN, 25, "25.0.1+8"), false);
	level = "release";
	name = "Eclipse OpenJ9 VM";
	expect("another VM", usable(VM_EDEN, 25, "25.0.1+8"), false);
	name = "Java HotSpot(TM) 64-Bit Server VM";
	expect("Oracle's build", usable(VM_EDEN, 25, "25.0.1+8-LTS-27"), true);
	options.internals = false;
	expect("switched off", usable(VM_EDEN, 25, "25.0.1+8-LTS-27"), false);
}

int main(void) {
	check_versions();
	check_tables();
	check_reads();
	return failures > 0;
}
