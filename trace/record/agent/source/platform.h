// Functions that differ between systems: threads, locks, time, sockets, shared memory.
#ifndef MEMCITY_PLATFORM_H
#define MEMCITY_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef _WIN32
#include <winsock2.h>
#include <windows.h>
typedef SRWLOCK mutex_t;
typedef CONDITION_VARIABLE signal_t;
#define MUTEX_INIT SRWLOCK_INIT
#define SIGNAL_INIT CONDITION_VARIABLE_INIT
#define PER_THREAD __declspec(thread)
#else
#include <pthread.h>
typedef pthread_mutex_t mutex_t;
typedef pthread_cond_t signal_t;
#define MUTEX_INIT PTHREAD_MUTEX_INITIALIZER
#define SIGNAL_INIT PTHREAD_COND_INITIALIZER
#define PER_THREAD __thread
#endif

void mutex_lock(mutex_t *m);
void mutex_unlock(mutex_t *m);
void signal_all(signal_t *s);
// signal_wait releases m for at most ms milliseconds, or until s is signaled. If ms is negative, there is no time limit.
void signal_wait(signal_t *s, mutex_t *m, long ms);

void thread_rest(long ms); // the calling thread sleeps for about this time

// thread_start runs f on a new detached thread that receives no signals.
bool thread_start(void (*f)(void *), void *arg);

// vm_symbol returns the address of a symbol that the VM's library exports; NULL if there is none.
void *vm_symbol(const char *name);

// memory_read copies memory of this process that may be unmapped; false if it is, or if the system has no such call.
bool memory_read(uint64_t at, void *to, size_t bytes);
// stack_end returns the address after the calling thread's stack, which grows downward; 0 if unknown.
uint64_t stack_end(void);

int64_t clock_us(void);       // monotonic
int64_t thread_cpu_us(void);  // CPU time of the calling thread
int64_t unix_ms(void);        // wall clock
unsigned process_id(void);
double processor_limit(void); // average number of processors that the cgroup may use; 0 for no limit

typedef intptr_t socket_t;
#define NO_SOCKET ((socket_t)-1)
// socket_open connects to a Unix socket or, for a name such as 127.0.0.1:4000, to a port on this machine.
socket_t socket_open(const char *name, char *error, size_t size);
bool socket_write(socket_t s, const void *data, size_t length);
bool socket_read(socket_t s, void *data, size_t length); // exactly length bytes
void socket_shut(socket_t s);                            // ends a pending read
void socket_close(socket_t s);

// performance_file maps the file in which the JVM publishes its counters; NULL if there is none.
const uint8_t *performance_file(size_t *size);
void performance_unmap(const uint8_t *data, size_t size);

#endif
