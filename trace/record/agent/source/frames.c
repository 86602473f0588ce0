#include "agent.h"
#include "frames.h"
#include "vm.h"

// Frames of the calling thread on its stack, starting below the call into the VM that allocates. The code of a compiled frame contains its
// size. Above the frame are the return address and the caller's frame pointer. An interpreted frame is addressed from its frame pointer.
// Where C calls Java, the VM stores where Java stopped before. On each allocation, the agent reads two things directly. One is
// the used part of the thread's own stack, between bounds on which the VM and the system agree. The other is the anchor in the VM's thread,
// which contains the JNI environment. Everything else is read by vm_read.

// Offsets in a frame of the interpreter, in words from its frame pointer. They are not in the tables of layout.c, so learning a path
// compares each frame with GetStackTrace.
enum { FRAME_METHOD = -3, FRAME_BYTECODE = -8 };

// on_stack reads a word of the stack; false outside the used part.
static bool on_stack(const struct cursor *c, uint64_t at, uint64_t *value) {
	if (at < c->low || at > c->high - 8 || (at & 7) != 0)
		return false;
	*value = *(const uint64_t *)(uintptr_t)at;
	return true;
}

static bool is_interpreter(uint64_t pc) { return pc - layout.interpreter_low < layout.interpreter_size; }

// go_on moves c to where Java stopped according to an anchor; to the end of the stack if sp is 0.
static bool go_on(struct cursor *c, uint64_t sp, uint64_t pc, uint64_t fp) {
	if (sp == 0) {
		c->pc = 0;
		return true;
	}
	if (sp <= c->sp || sp >= c->high || (sp & 7) != 0 || (pc == 0 && !on_stack(c, sp - 8, &pc)))
		return false;
	c->pc = pc;
	c->fp = fp;
	c->sp = sp;
	return c->pc != 0;
}

bool frames_begin(JNIEnv *env, struct cursor *c) {
	static PER_THREAD JNIEnv *known; // the environment whose stack ends at end
	static PER_THREAD uint64_t end;
	if (!layout.known)
		return false;
	if (known != env) {
		end = layout_stack(&layout, env);
		known = env;
	}
	if (end == 0)
		return false;
	c->sp = c->low = (uint64_t)(uintptr_t)__builtin_frame_address(0);
	c->high = end;
	const char *anchor = (const char *)env - layout.environment + layout.anchor;
	return go_on(c, *(const uint64_t *)(anchor + layout.anchor_sp), *(const uint64_t *)(anchor + layout.anchor_pc),
		*(const uint64_t *)(anchor + layout.anchor_fp));
}

bool frames_key(const struct cursor *c, uint64_t *pc, uint64_t *method) {
	*pc = c->pc;
	*method = 0;
	if (!is_interpreter(c->pc))
		return true;
	return c->fp >= c->sp && on_stack(c, c->fp + 8 * (uint64_t)FRAME_BYTECODE, pc) &&
		on_stack(c, c->fp + 8 * (uint64_t)FRAME_METHOD, method) && *method != 0;
}

// leave_java moves from the frame through which C called Java to where Java stopped before.
static bool leave_java(struct cursor *c) {
	uint64_t anchor, sp, pc, fp;
	if (c->fp < c->sp || !on_stack(c, c->fp + 8 * (uint64_t)layout.wrapper, &anchor))
		return false;
	anchor += (uint64_t)layout.wrapper_anchor;
	return anchor >= c->sp && on_stack(c, anchor + (uint64_t)layout.anchor_sp, &sp) &&
		on_stack(c, anchor + (uint64_t)layout.anchor_pc, &pc) && on_stack(c, anchor + (uint64_t)layout.anchor_fp, &fp) &&
		go_on(c, sp, pc, fp);
}

bool frames_up(struct cursor *c, uint64_t method, uint32_t size) {
	uint64_t sp, pc, fp;
	if (method != 0) {
		if (!on_stack(c, c->fp + 8 * (uint64_t)layout.sender_sp, &sp) || !on_stack(c, c->fp + 8, &pc) || !on_stack(c, c->fp, &fp) ||
			sp <= c->fp || sp > c->high || (sp & 7) != 0)
			return false;
	} else if (c->pc == layout.entry_pc) {
		return leave_java(c);
	} else {
		sp = c->sp + size;
		if (size < 16 || !on_stack(c, sp - 8, &pc) || !on_stack(c, sp - 16, &fp))
			return false;
	}
	c->sp = sp;
	c->pc = pc;
	c->fp = fp;
	return true;
}

// in_heap reports whether an address is in the used part of a code heap, which ends at high. The used part only grows and is never unmapped,
// so it can always be read.
static bool in_heap(int i, uint64_t at, uint64_t *high) {
	static _Atomic uint64_t known[sizeof layout.heap / sizeof *layout.heap];
	if (at < layout.heap_low[i])
		return false;
	if (at >= known[i]) {
		uint64_t now;
		if (!vm_word(layout.heap[i] + (uint64_t)(layout.heap_memory + layout.high), &now))
			return false;
		known[i] = now;
	}
	*high = known[i];
	return at < *high;
}

// A blob is the content of a block in a code heap: a header, then code.
struct blob {
	uint64_t at, high; // end of the heap
};

// blob_bytes copies a part of the blob.
static bool blob_bytes(const struct blob *b, int64_t offset, void *to, size_t bytes) {
	if (b->high - b->at < (uint64_t)offset + bytes)
		return false;
	memcpy(to, (const char *)(uintptr_t)b->at + offset, bytes);
	return true;
}

// find_blob finds the blob that contains an address. For each segment of a heap, a map contains the distance back to the first segment of
// its block, in steps. It contains 0xff for unused segments.
static bool find_blob(uint64_t pc, struct blob *b) {
	for (int i = 0; i < layout.heap_count; i++) {
		if (!in_heap(i, pc, &b->high))
			continue;
		const uint8_t *map = (const uint8_t *)(uintptr_t)layout.heap_map_low[i];
		uint64_t at = (pc - layout.heap_low[i]) >> layout.heap_shift_of[i];
		for (uint8_t step; (step = map[at]) > 0; at -= step)
			if (step == 0xff || step > at)
				return false;
		uint8_t used;
		b->at = layout.heap_low[i] + (at << layout.heap_shift_of[i]);
		if (!blob_bytes(b, layout.block_used, &used, 1) || used == 0)
			return false;
		b->at += (uint64_t)layout.block_size;
		return b->at < b->high;
	}
	return false;
}

enum blob_kind { BLOB_OTHER, BLOB_METHOD, BLOB_NOT_WALKED };

// kind_of_blob returns the kind of a blob by its name. There are few names, and the address of that of compiled methods is cached.
static enum blob_kind kind_of_blob(uint64_t name_at) {
	static const char *const not_walked[] = {"DeoptimizationBlob", "UncommonTrapBlob", "ExceptionBlob", "SafepointBlob", "Interpreter"};
	static _Atomic uint64_t of_methods;
	char name[128];
	if (name_at != 0 && name_at == of_methods)
		return BLOB_METHOD;
	if (!vm_text(name_at, name, sizeof name))
		return BLOB_NOT_WALKED;
	if (strcmp(name, "nmethod") == 0) {
		of_methods = name_at;
		return BLOB_METHOD;
	}
	if (strcmp(name, "native nmethod") == 0)
		return BLOB_METHOD;
	for (size_t i = 0; i < sizeof not_walked / sizeof *not_walked; i++)
		if (strcmp(name, not_walked[i]) == 0)
			return BLOB_NOT_WALKED;
	return BLOB_OTHER;
}

bool frames_code(uint64_t pc, struct code *code) {
	*code = (struct code){0};
	if (pc == layout.entry_pc)
		return code->entry = true;
	struct blob b;
	uint64_t name;
	int32_t words, size, stubs;
	if (!find_blob(pc, &b) || !blob_bytes(&b, layout.blob_name, &name, 8) || !blob_bytes(&b, layout.blob_frame, &words, 4) ||
		!blob_bytes(&b, layout.blob_size, &size, 4) || words < 2 || words > 1 << 16 || size <= 0 || pc - b.at >= (uint64_t)size)
		return false;
	code->size = (uint32_t)words * 8;
	switch (kind_of_blob(name)) {
	case BLOB_NOT_WALKED:
		return false;
	case BLOB_OTHER:
		return true;
	case BLOB_METHOD:
		break;
	}
	uint32_t id;
	if (!blob_bytes(&b, layout.compile_id, &id, 4) || !blob_bytes(&b, layout.method, &code->method, 8) ||
		!blob_bytes(&b, layout.stubs, &stubs, 4))
		return false;
	code->id = (const uint32_t *)(uintptr_t)(b.at + (uint64_t)layout.compile_id);
	// Stubs follow the code. Deoptimization redirects return addresses of any frame to its stub.
	return code->method != 0 && pc < b.at + (uint64_t)stubs;
}

uint64_t frames_method(jmethodID m) {
	uint64_t method;
	return vm_word((uint64_t)(uintptr_t)m, &method) ? method : 0;
}

uint64_t frames_bytecode(uint64_t method) {
	uint64_t code;
	return vm_word(method + (uint64_t)layout.code, &code) && code != 0 ? code + (uint64_t)layout.code_header : 0;
}
