// HotSpot's descriptions of its own structures, and reads of its memory that cannot fault.
#ifndef MEMCITY_VM_H
#define MEMCITY_VM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A part of the agent that needs the VM's internal structures. Each part is enabled for the Java versions that it was tested with.
enum vm_part { VM_EDEN, VM_FRAMES };

// vm_refuses returns why a part must not use the VM's internals; NULL if it may. They may be disabled, this version or build of the VM may
// be untested, or memory may not be readable without the risk of a fault.
const char *vm_refuses(enum vm_part part);

// A field of one of the VM's types, as the agent expects it.
struct vm_field {
	const char *type, *name;
	bool is_static;
	int64_t *value; // set to the address of a static field, or to the offset of another field, in bytes
};

// vm_fields looks up at most 63 fields in one pass of a few milliseconds. It returns false unless the VM has all of them. Each must be static
// exactly if expected, and other fields must be within their types.
bool vm_fields(const struct vm_field *wanted, size_t count);
bool vm_size(const char *type, int64_t *bytes);
bool vm_constant(const char *name, int64_t *value);

// vm_read copies bytes of the VM's memory; false if they cannot be read. Any address is safe. It takes a system call.
bool vm_read(uint64_t at, void *to, size_t bytes);
bool vm_word(uint64_t at, uint64_t *value); // 8 bytes, aligned
bool vm_int(uint64_t at, int32_t *value);
// vm_text copies a zero-terminated text; false if it does not end within size bytes.
bool vm_text(uint64_t at, char *text, size_t size);

#endif
