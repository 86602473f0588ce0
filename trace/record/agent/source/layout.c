#include "agent.h"
#include "layout.h"

#include "vm.h"

// The layout of the frames of a stack, from the tables of vm.h. A missing or unexpected entry disables the fast path of frames.c.

struct layout layout;

#if defined(__x86_64__) && !defined(_WIN32)
static const bool known_machine = true;
#else
static const bool known_machine = false; // frames have another layout, or this machine was not tested
#endif

// find_fields finds the fields of frames; false if one is missing.
static bool find_fields(struct layout *l) {
	const struct vm_field wanted[] = {
		{"JavaThread", "_anchor", false, &l->anchor},
		{"JavaThread", "_stack_base", false, &l->stack_base},
		{"JavaThread", "_stack_size", false, &l->stack_size},
		{"JavaFrameAnchor", "_last_Java_sp", false, &l->anchor_sp},
		{"JavaFrameAnchor", "_last_Java_pc", false, &l->anchor_pc},
		{"JavaFrameAnchor", "_last_Java_fp", false, &l->anchor_fp},
		{"JavaCallWrapper", "_anchor", false, &l->wrapper_anchor},
		{"CodeBlob", "_name", false, &l->blob_name},
		{"CodeBlob", "_frame_size", false, &l->blob_frame},
		{"CodeBlob", "_size", false, &l->blob_size},
		{"nmethod", "_compile_id", false, &l->compile_id},
		{"nmethod", "_stub_offset", false, &l->stubs},
		{"CodeHeap", "_memory", false, &l->heap_memory},
		{"CodeHeap", "_segmap", false, &l->heap_map},
		{"CodeHeap", "_log2_segment_size", false, &l->heap_shift},
		{"VirtualSpace", "_low", false, &l->low},
		{"VirtualSpace", "_high", false, &l->high},
		{"HeapBlock::Header", "_used", false, &l->block_used},
		{"Method", "_constMethod", false, &l->code},
		{"CodeCache", "_heaps", true, &l->heaps},
		{"GrowableArrayBase", "_len", false, &l->list_length},
		{"GrowableArray<int>", "_data", false, &l->list_data},
		{"StubRoutines", "_call_stub_return_address", true, &l->call_return},
		{"AbstractInterpreter", "_code", true, &l->interpreter},
		{"StubQueue", "_stub_buffer", false, &l->stub_buffer},
		{"StubQueue", "_buffer_limit", false, &l->stub_limit},
	};
	if (!vm_fields(wanted, sizeof wanted / sizeof *wanted))
		return false;
	if (!vm_fields(&(struct vm_field){"nmethod", "_method", false, &l->method}, 1) &&
		!vm_fields(&(struct vm_field){"CompiledMethod", "_method", false, &l->method}, 1))
		return false;
	return vm_size("HeapBlock", &l->block_size) && vm_size("ConstMethod", &l->code_header) && vm_size("JavaThread", &l->thread_size) &&
		vm_size("JavaFrameAnchor", &l->anchor_size) && vm_constant("frame::entry_frame_call_wrapper_offset", &l->wrapper) &&
		vm_constant("frame::interpreter_frame_sender_sp_offset", &l->sender_sp) && l->anchor + l->anchor_size <= l->thread_size;
}

// find_heaps finds the code heaps. They never move, but grow.
static bool find_heaps(struct layout *l) {
	uint64_t list, data, queue;
	int32_t n, size;
	if (!vm_word((uint64_t)l->heaps, &list) || !vm_int(list + (uint64_t)l->list_length, &n) ||
		!vm_word(list + (uint64_t)l->list_data, &data) || n < 1 || n > (int32_t)(sizeof l->heap / sizeof *l->heap))
		return false;
	for (int i = l->heap_count = 0; i < n; i = ++l->heap_count)
		if (!vm_word(data + 8 * (uint64_t)i, &l->heap[i]) ||
			!vm_word(l->heap[i] + (uint64_t)(l->heap_memory + l->low), &l->heap_low[i]) ||
			!vm_word(l->heap[i] + (uint64_t)(l->heap_map + l->low), &l->heap_map_low[i]) ||
			!vm_int(l->heap[i] + (uint64_t)l->heap_shift, &l->heap_shift_of[i]) || l->heap_shift_of[i] < 3 || l->heap_shift_of[i] > 20)
			return false;
	if (!vm_word((uint64_t)l->interpreter, &queue) || !vm_word(queue + (uint64_t)l->stub_buffer, &l->interpreter_low) ||
		!vm_int(queue + (uint64_t)l->stub_limit, &size) || !vm_word((uint64_t)l->call_return, &l->entry_pc))
		return false;
	l->interpreter_size = (uint64_t)size;
	return l->interpreter_low != 0 && size > 0 && l->entry_pc != 0;
}

// find_thread finds the offset of the JNI environment in the VM's thread. The thread's address is in a field of java.lang.Thread. The calling
// thread's stack must match the bounds in the VM's thread.
static bool find_thread(JNIEnv *env, struct layout *l) {
	jthread thread = NULL;
	if ((*jvmti)->GetCurrentThread(jvmti, &thread) != JVMTI_ERROR_NONE || thread == NULL)
		return false;
	jclass c = (*env)->FindClass(env, "java/lang/Thread");
	jfieldID f = c == NULL ? NULL : (*env)->GetFieldID(env, c, "eetop", "J");
	uint64_t at = f == NULL ? 0 : (uint64_t)(*env)->GetLongField(env, thread, f);
	failed(env);
	(*env)->DeleteLocalRef(env, thread);
	(*env)->DeleteLocalRef(env, c);
	uint64_t own = (uint64_t)(uintptr_t)env;
	if (at == 0 || (at & 7) != 0 || own < at || own - at >= (uint64_t)l->thread_size)
		return false;
	l->environment = (int64_t)(own - at);
	return layout_stack(l, env) != 0;
}

uint64_t layout_stack(const struct layout *l, JNIEnv *env) {
	uint64_t thread = (uint64_t)(uintptr_t)env - (uint64_t)l->environment, base, size,
		here = (uint64_t)(uintptr_t)__builtin_frame_address(0);
	if (!vm_word(thread + (uint64_t)l->stack_base, &base) || !vm_word(thread + (uint64_t)l->stack_size, &size))
		return 0;
	return here < base && base - here < size && size < 1ull << 40 && base <= stack_end() ? base : 0;
}

const char *layout_find(JNIEnv *env) {
	layout = (struct layout){0};
	if (!known_machine)
		return "that needs x86-64 with Linux or macOS";
	const char *refused = vm_refuses(VM_FRAMES);
	if (refused != NULL)
		return refused;
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
