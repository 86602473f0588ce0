// The frames of a stack as laid out by the VM. paths.c caches their meaning.
#ifndef MEMCITY_FRAMES_H
#define MEMCITY_FRAMES_H

#include "agent.h"
#include "layout.h"

// A cursor points to a frame.
struct cursor {
	uint64_t sp, pc, fp; // pc is 0 at the end of the stack
	uint64_t low, high;  // the used part of the stack
};

// A piece of compiled code.
struct code {
	uint32_t size;      // size of its frames, in bytes
	uint64_t method;    // the VM's address of the method; 0 for stubs
	const uint32_t *id; // address of the compilation's ID, which is never reused
	bool entry;         // true where C calls Java
};

// frames_begin moves c to the innermost frame of the calling thread; false if that is impossible.
bool frames_begin(JNIEnv *env, struct cursor *c);
// frames_key returns the key of a frame: its return address or, for the interpreter, bytecode and method.
bool frames_key(const struct cursor *c, uint64_t *pc, uint64_t *method);
// frames_up moves c to the caller. If method is not 0, the frame is one of the interpreter, else one of the given size.
bool frames_up(struct cursor *c, uint64_t method, uint32_t size);
// frames_code finds the code at an address on the stack of the calling thread; false for frames that are not walked.
bool frames_code(uint64_t pc, struct code *code);
uint64_t frames_method(jmethodID m); // the VM's address of a method; 0 if it cannot be read
uint64_t frames_bytecode(uint64_t method); // the address of its first bytecode; 0 if it cannot be read

#endif
