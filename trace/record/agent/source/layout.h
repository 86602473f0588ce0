// Where HotSpot keeps what the frames of a stack are made of: offsets in bytes, addresses of static fields.
#ifndef MEMCITY_LAYOUT_H
#define MEMCITY_LAYOUT_H

#include <jni.h>
#include <stdbool.h>
#include <stdint.h>

struct layout {
	bool known;
	int64_t environment; // of the JNI environment in a thread
	int64_t thread_size, anchor, anchor_size, stack_base, stack_size;
	int64_t anchor_sp, anchor_pc, anchor_fp, wrapper_anchor;
	int64_t blob_name, blob_frame, blob_size, compile_id, stubs, method, code, code_header;
	int64_t heaps, list_length, list_data, heap_memory, heap_map, heap_shift, low, high, block_used, block_size;
	int64_t call_return, interpreter, stub_buffer, stub_limit;
	int64_t wrapper, sender_sp; // in words from a frame pointer
	uint64_t heap[8], heap_low[8], heap_map_low[8]; // of pieces of code; the map of each
	int32_t heap_shift_of[8];
	int heap_count;
	uint64_t interpreter_low, interpreter_size, entry_pc;
};
extern struct layout layout;

// layout_stack returns the end of the calling thread's stack, as the VM and the system have it; 0 if they do not agree.
uint64_t layout_stack(const struct layout *l, JNIEnv *env);
// layout_find looks all of it up; NULL or why it cannot be. On a Java thread.
const char *layout_find(JNIEnv *env);

#endif
