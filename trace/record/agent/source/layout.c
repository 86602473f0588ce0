#include "agent.h"
#include "layout.h"

#include <stdio.h>
#include <stdlib.h>

// HotSpot describes its own structures for the tools that read a process or a core file from outside: tables of type, field
// and offset (gHotSpotVMStructs). Here they tell how the frames of a stack lie. Whatever is missing, or not as expected,
// leaves the fast way of frames.c off.

struct layout layout;

#if defined(__x86_64__) && !defined(_WIN32)
static const bool known_machine = true;
#else
static const bool known_machine = false; // frames lie differently, or nothing was tried there
#endif

// The oldest and the newest version with which the fast way was tried.
enum { FIRST_JAVA = 17, LAST_JAVA = 25 };

static uint64_t number(const char *symbol) {
	const uint64_t *p = vm_symbol(symbol);
	return p == NULL ? 0 : *p;
}

static const char *text_at(const char *entry, uint64_t offset) { return *(const char *const *)(entry + offset); }

bool layout_field(const char *type, const char *name, int64_t *value) {
	const char *const *table = vm_symbol("gHotSpotVMStructs");
	uint64_t stride = number("gHotSpotVMStructEntryArrayStride"), types = number("gHotSpotVMStructEntryTypeNameOffset"),
		fields = number("gHotSpotVMStructEntryFieldNameOffset"), statics = number("gHotSpotVMStructEntryIsStaticOffset"),
		offsets = number("gHotSpotVMStructEntryOffsetOffset"), addresses = number("gHotSpotVMStructEntryAddressOffset");
	if (table == NULL || stride == 0)
		return false;
	for (const char *e = *table; text_at(e, types) != NULL; e += stride) {
		if (text_at(e, fields) == NULL || strcmp(text_at(e, types), type) != 0 || strcmp(text_at(e, fields), name) != 0)
			continue;
		*value = *(const int32_t *)(e + statics) != 0 ? *(const int64_t *)(e + addresses) : *(const int64_t *)(e + offsets);
		return true;
	}
	return false;
}

static bool size_of(const char *type, int64_t *value) {
	const char *const *table = vm_symbol("gHotSpotVMTypes");
	uint64_t stride = number("gHotSpotVMTypeEntryArrayStride"), names = number("gHotSpotVMTypeEntryTypeNameOffset"),
		sizes = number("gHotSpotVMTypeEntrySizeOffset");
	if (table == NULL || stride == 0)
		return false;
	for (const char *e = *table; text_at(e, names) != NULL; e += stride)
		if (strcmp(text_at(e, names), type) == 0)
			return *value = *(const int64_t *)(e + sizes), true;
	return false;
}

static bool constant(const char *name, int64_t *value) {
	const char *const *table = vm_symbol("gHotSpotVMIntConstants");
	uint64_t stride = number("gHotSpotVMIntConstantEntryArrayStride"), names = number("gHotSpotVMIntConstantEntryNameOffset"),
		values = number("gHotSpotVMIntConstantEntryValueOffset");
	if (table == NULL || stride == 0)
		return false;
	for (const char *e = *table; text_at(e, names) != NULL; e += stride)
		if (strcmp(text_at(e, names), name) == 0)
			return *value = *(const int32_t *)(e + values), true;
	return false;
}

// find_fields finds what frames are made of; false if something is missing.
static bool find_fields(struct layout *l) {
	const struct {
		const char *type, *field;
		int64_t *value;
	} wanted[] = {
		{"JavaThread", "_anchor", &l->anchor}, {"JavaThread", "_stack_base", &l->stack_base}, {"JavaThread", "_stack_size", &l->stack_size},
		{"JavaFrameAnchor", "_last_Java_sp", &l->anchor_sp}, {"JavaFrameAnchor", "_last_Java_pc", &l->anchor_pc},
		{"JavaFrameAnchor", "_last_Java_fp", &l->anchor_fp}, {"JavaCallWrapper", "_anchor", &l->wrapper_anchor},
		{"CodeBlob", "_name", &l->blob_name}, {"CodeBlob", "_frame_size", &l->blob_frame}, {"CodeBlob", "_size", &l->blob_size},
		{"nmethod", "_compile_id", &l->compile_id}, {"nmethod", "_stub_offset", &l->stubs}, {"CodeHeap", "_memory", &l->heap_memory},
		{"CodeHeap", "_segmap", &l->heap_map}, {"CodeHeap", "_log2_segment_size", &l->heap_shift}, {"VirtualSpace", "_low", &l->low},
		{"VirtualSpace", "_high", &l->high}, {"HeapBlock::Header", "_used", &l->block_used}, {"Method", "_constMethod", &l->code},
		{"CodeCache", "_heaps", &l->heaps}, {"GrowableArrayBase", "_len", &l->list_length}, {"GrowableArray<int>", "_data", &l->list_data},
		{"StubRoutines", "_call_stub_return_address", &l->call_return}, {"AbstractInterpreter", "_code", &l->interpreter},
		{"StubQueue", "_stub_buffer", &l->stub_buffer}, {"StubQueue", "_buffer_limit", &l->stub_limit},
	};
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
		if (!layout_field(wanted[i].type, wanted[i].field, wanted[i].value))
			return false;
	if (!layout_field("nmethod", "_method", &l->method) && !layout_field("CompiledMethod", "_method", &l->method))
		return false;
	if (!size_of("HeapBlock", &l->block_size) || !size_of("ConstMethod", &l->code_header))
		return false;
	return constant("frame::entry_frame_call_wrapper_offset", &l->wrapper) &&
		constant("frame::interpreter_frame_sender_sp_offset", &l->sender_sp);
}

// find_heaps reads where compiled code lies. The heaps themselves stay; they grow.
static bool find_heaps(struct layout *l) {
	const char *list = *(const char *const *)l->heaps;
	if (list == NULL)
		return false;
	int32_t n = *(const int32_t *)(list + l->list_length);
	const char *const *data = *(const char *const *const *)(list + l->list_data);
	if (n < 1 || n > (int32_t)(sizeof l->heap / sizeof *l->heap) || data == NULL)
		return false;
	for (int32_t i = 0; i < n; i++)
		l->heap[i] = data[i];
	l->heap_count = n;
	const char *queue = *(const char *const *)l->interpreter;
	if (queue == NULL)
		return false;
	l->interpreter_low = *(const uint64_t *)(queue + l->stub_buffer);
	l->interpreter_size = (uint64_t)*(const int32_t *)(queue + l->stub_limit);
	l->entry_pc = *(const uint64_t *)l->call_return;
	return l->interpreter_low != 0 && l->interpreter_size > 0 && l->entry_pc != 0;
}

// find_thread finds where the VM's thread lies beside its JNI environment, from a field of java.lang.Thread that holds its
// address. The calling thread's stack must then be where the VM says.
static bool find_thread(JNIEnv *env, struct layout *l) {
	jthread thread = NULL;
	if ((*jvmti)->GetCurrentThread(jvmti, &thread) != JVMTI_ERROR_NONE || thread == NULL)
		return false;
	jclass c = (*env)->FindClass(env, "java/lang/Thread");
	jfieldID f = c == NULL ? NULL : (*env)->GetFieldID(env, c, "eetop", "J");
	uint64_t at = f == NULL ? 0 : (uint64_t)(*env)->GetLongField(env, thread, f);
	if ((*env)->ExceptionCheck(env))
		(*env)->ExceptionClear(env);
	(*env)->DeleteLocalRef(env, thread);
	(*env)->DeleteLocalRef(env, c);
	uint64_t own = (uint64_t)(uintptr_t)env;
	if (at == 0 || (at & 7) != 0 || own < at || own - at > 1 << 14)
		return false;
	l->environment = (int64_t)(own - at);
	uint64_t base = *(const uint64_t *)(at + (uint64_t)l->stack_base), size = *(const uint64_t *)(at + (uint64_t)l->stack_size);
	uint64_t here = (uint64_t)(uintptr_t)&base;
	return here < base && base - here < size && size < 1ull << 40;
}

const char *layout_find(JNIEnv *env) {
	jint java = 0;
	layout = (struct layout){0};
	(*jvmti)->GetVersionNumber(jvmti, &java);
	java = (java & JVMTI_VERSION_MASK_MAJOR) >> JVMTI_VERSION_SHIFT_MAJOR;
	if (!known_machine)
		return "that needs x86-64 with Linux or macOS";
	if (java < FIRST_JAVA || java > LAST_JAVA)
		return "it was not tried with this version of Java";
	struct layout l = {0};
	if (!find_fields(&l))
		return "the VM does not say where its frames are";
	if (!find_heaps(&l))
		return "the VM does not say where its code is";
	if (!find_thread(env, &l))
		return "the stack of a thread is not where the VM says";
	layout = l;
	layout.known = true;
	return NULL;
}
