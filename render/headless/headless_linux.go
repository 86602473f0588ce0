package headless

/*
#cgo LDFLAGS: -ldl
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

typedef void *(*proc_fn)(const char *);
typedef void *(*platform_display_fn)(unsigned, void *, const int32_t *);
typedef unsigned (*query_devices_fn)(int32_t, void **, int32_t *);
typedef unsigned (*initialize_fn)(void *, int32_t *, int32_t *);
typedef unsigned (*bind_api_fn)(unsigned);
typedef unsigned (*choose_config_fn)(void *, const int32_t *, void **, int32_t, int32_t *);
typedef void *(*create_context_fn)(void *, void *, void *, const int32_t *);
typedef unsigned (*make_current_fn)(void *, void *, void *, void *);
typedef unsigned (*destroy_context_fn)(void *, void *);

static struct {
	void *lib;
	proc_fn proc;
	platform_display_fn platform_display;
	query_devices_fn query_devices;
	initialize_fn initialize;
	bind_api_fn bind_api;
	choose_config_fn choose_config;
	create_context_fn create_context;
	make_current_fn make_current;
	destroy_context_fn destroy_context;
} egl;

enum {
	NO_LIBRARY = 1, NO_FUNCTIONS, NO_DISPLAY, NO_CONTEXT
};

static int load(void) {
	if (egl.lib) return 0;
	void *lib = dlopen("libEGL.so.1", RTLD_LAZY | RTLD_GLOBAL);
	if (!lib) return NO_LIBRARY;
	egl.proc = (proc_fn)dlsym(lib, "eglGetProcAddress");
	egl.initialize = (initialize_fn)dlsym(lib, "eglInitialize");
	egl.bind_api = (bind_api_fn)dlsym(lib, "eglBindAPI");
	egl.choose_config = (choose_config_fn)dlsym(lib, "eglChooseConfig");
	egl.create_context = (create_context_fn)dlsym(lib, "eglCreateContext");
	egl.make_current = (make_current_fn)dlsym(lib, "eglMakeCurrent");
	egl.destroy_context = (destroy_context_fn)dlsym(lib, "eglDestroyContext");
	if (!egl.proc || !egl.initialize || !egl.bind_api || !egl.choose_config || !egl.create_context ||
	    !egl.make_current || !egl.destroy_context) return NO_FUNCTIONS;
	egl.platform_display = (platform_display_fn)egl.proc("eglGetPlatformDisplayEXT");
	egl.query_devices = (query_devices_fn)egl.proc("eglQueryDevicesEXT");
	if (!egl.platform_display) return NO_FUNCTIONS;
	egl.lib = lib;
	return 0;
}

// context returns a current context on the display, or NULL.
static void *context(void *display) {
	static const int32_t config_attributes[] = {
		0x3033, 0x0001, // EGL_SURFACE_TYPE, EGL_PBUFFER_BIT
		0x3040, 0x0008, // EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT
		0x3038};
	static const int32_t context_attributes[] = {
		0x3098, 3, 0x30FB, 3, // EGL_CONTEXT_MAJOR_VERSION, EGL_CONTEXT_MINOR_VERSION
		0x30FD, 1,            // EGL_CONTEXT_OPENGL_PROFILE_MASK, core
		0x3038};
	void *config = NULL;
	int32_t n = 0;
	if (!display || !egl.initialize(display, NULL, NULL) || !egl.bind_api(0x30A2)) return NULL; // EGL_OPENGL_API
	if (!egl.choose_config(display, config_attributes, &config, 1, &n) || n == 0) config = NULL;
	void *ctx = egl.create_context(display, config, NULL, context_attributes);
	if (ctx && !egl.make_current(display, NULL, NULL, ctx)) {
		egl.destroy_context(display, ctx);
		ctx = NULL;
	}
	// The API is a property of the thread. Other code on this thread expects the initial one.
	egl.bind_api(0x30A0); // EGL_OPENGL_ES_API
	return ctx;
}

static int open_context(void **display, void **ctx) {
	int err = load();
	if (err) return err;
	*display = egl.platform_display(0x31DD, NULL, NULL); // EGL_PLATFORM_SURFACELESS_MESA
	*ctx = context(*display);
	if (*ctx) return 0;
	void *devices[16];
	int32_t n = 0;
	if (!egl.query_devices || !egl.query_devices(16, devices, &n) || n == 0)
		return *display ? NO_CONTEXT : NO_DISPLAY;
	for (int32_t i = 0; i < n; i++) {
		*display = egl.platform_display(0x313F, devices[i], NULL); // EGL_PLATFORM_DEVICE_EXT
		*ctx = context(*display);
		if (*ctx) return 0;
	}
	return NO_CONTEXT;
}

static void close_context(void *display, void *ctx) {
	egl.bind_api(0x30A2); // release the context of this API
	egl.make_current(display, NULL, NULL, NULL);
	egl.bind_api(0x30A0);
	egl.destroy_context(display, ctx);
}
*/
import "C"

import "unsafe"

// Context is an OpenGL 3.3 core context without a default framebuffer: draw into framebuffer objects. It is bound to the OS thread that
// created it. Call runtime.LockOSThread before New.
type Context struct{ display, context unsafe.Pointer }

// New creates a context and makes it current on the calling thread. The error names the missing part: the EGL library, a display, or OpenGL
// 3.3. It takes about 35 ms with Mesa.
func New() (*Context, error) {
	c := &Context{}
	switch C.open_context(&c.display, &c.context) {
	case 0:
		return c, nil
	case C.NO_LIBRARY:
		return nil, &unavailable{"libEGL.so.1 not found (Debian: apt install libegl1 libgl1-mesa-dri)"}
	case C.NO_FUNCTIONS:
		return nil, &unavailable{"libEGL.so.1 lacks EGL 1.4 or EGL_EXT_platform_base"}
	case C.NO_DISPLAY:
		return nil, &unavailable{"EGL offers neither the surfaceless platform nor a device"}
	}
	return nil, &unavailable{"the driver offers no OpenGL 3.3 core context"}
}

// Close destroys the context. Further calls do nothing.
func (c *Context) Close() {
	if c.context != nil {
		C.close_context(c.display, c.context)
		c.context = nil
	}
}
