/* Writes down, in order, what a process does to the files below one folder: for LD_PRELOAD, told by the environment.

   RECORD_ROOT: the folder; RECORD_LOG: where the record goes. Each entry is one line, and after it as many bytes as it
   says: what was written, or the paths, which never hold a newline.

       C file path      made anew           T file size           cut or grown
       W file at bytes  written             S file                synced
       M path           folder made         F path                folder synced
       R path NUL path  renamed             U path                unlinked
       A bytes          written to standard output: what was told to others

   Law: the entry is made under the same lock as the deed, so that the record has the order of the deeds. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(type, name, ...) static type (*real_##name)(__VA_ARGS__)

REAL(int, openat64, int, const char *, int, ...);
REAL(ssize_t, write, int, const void *, size_t);
REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t);
REAL(int, ftruncate64, int, off64_t);
REAL(int, fsync, int);
REAL(int, fdatasync, int);
REAL(int, renameat, int, const char *, int, const char *);
REAL(int, unlinkat, int, const char *, int);
REAL(int, mkdirat, int, const char *, mode_t);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char root[PATH_MAX];
static int record = -1;

__attribute__((constructor)) static void begin(void) {
#define FIND(name) real_##name = dlsym(RTLD_NEXT, #name)
    FIND(openat64); FIND(write); FIND(pwrite64); FIND(ftruncate64); FIND(fsync); FIND(fdatasync);
    FIND(renameat); FIND(unlinkat); FIND(mkdirat);
    const char *said = getenv("RECORD_ROOT"), *log = getenv("RECORD_LOG");
    if (said == NULL || log == NULL) return;
    snprintf(root, sizeof root, "%s/", said);
    record = real_openat64(AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
}

static int is_ours(const char *path) {
    size_t length = strlen(root) - 1; /* the folder itself, or below it */
    return record >= 0 && strncmp(path, root, length) == 0 && (path[length] == 0 || path[length] == '/');
}

/* The whole path of what is named so. */
static void whole(int folder, const char *path, char *into) {
    char link[64], base[PATH_MAX] = "";
    if (path[0] != '/') {
        snprintf(link, sizeof link, folder == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", folder);
        ssize_t length = readlink(link, base, sizeof base - 1);
        base[length < 0 ? 0 : length] = 0;
        snprintf(into, PATH_MAX, "%.2000s/%.2000s", base, path);
    } else snprintf(into, PATH_MAX, "%s", path);
}

static void path_of(int fd, char *into) { char none[2] = ""; whole(fd, none, into); into[strlen(into) - 1] = 0; }

static unsigned long file_of(int fd) { struct stat told; return fstat(fd, &told) ? 0 : (unsigned long)told.st_ino; }

static void note(const void *bytes, size_t length, const char *form, ...) {
    char line[PATH_MAX + 100];
    va_list values;
    va_start(values, form);
    int head = vsnprintf(line, sizeof line, form, values);
    va_end(values);
    struct iovec parts[3] = {{line, head}, {(void *)bytes, length}, {"\n", 1}};
    if (writev(record, parts, 3) < 0) abort();
}

static void note_path(const char *kind, const char *path) { note(path, strlen(path), "%s 0 0 %zu\n", kind, strlen(path)); }

static int opened(int folder, const char *path, int flags, mode_t mode) {
    char name[PATH_MAX];
    whole(folder, path, name);
    if (!is_ours(name) || !(flags & (O_CREAT | O_TRUNC))) return real_openat64(folder, path, flags, mode);
    pthread_mutex_lock(&lock);
    struct stat told;
    int was_there = stat(name, &told) == 0;
    int fd = real_openat64(folder, path, flags, mode), kept = errno;
    if (fd >= 0 && !was_there) note(name, strlen(name), "C %lu 0 %zu\n", file_of(fd), strlen(name));
    else if (fd >= 0 && flags & O_TRUNC) note("", 0, "T %lu 0 0\n", file_of(fd));
    pthread_mutex_unlock(&lock);
    errno = kept;
    return fd;
}

#define MODE(flags) mode_t mode = 0; if (flags & O_CREAT) { va_list m; va_start(m, flags); mode = va_arg(m, mode_t); va_end(m); }
int open(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int openat(int folder, const char *path, int flags, ...) { MODE(flags) return opened(folder, path, flags, mode); }
int openat64(int folder, const char *path, int flags, ...) { MODE(flags) return opened(folder, path, flags, mode); }

/* A deed on an open file, and what is noted of it. */
#define ON_FILE(type, fd, deed, noted)                                                                                 \
    char name[PATH_MAX];                                                                                               \
    path_of(fd, name);                                                                                                 \
    if (!is_ours(name)) return deed;                                                                                   \
    pthread_mutex_lock(&lock);                                                                                         \
    type done = deed;                                                                                                  \
    int kept = errno;                                                                                                  \
    if (done >= 0) { noted; }                                                                                          \
    pthread_mutex_unlock(&lock);                                                                                       \
    errno = kept;                                                                                                      \
    return done;

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) {
    ON_FILE(ssize_t, fd, real_pwrite64(fd, bytes, length, at),
            note(bytes, done, "W %lu %lld %zd\n", file_of(fd), (long long)at, done))
}
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) { return pwrite64(fd, bytes, length, at); }

ssize_t write(int fd, const void *bytes, size_t length) {
    if (fd == 1 && record >= 0) {
        pthread_mutex_lock(&lock);
        ssize_t told = real_write(fd, bytes, length);
        if (told > 0) note(bytes, told, "A 0 0 %zd\n", told);
        pthread_mutex_unlock(&lock);
        return told;
    }
    ON_FILE(ssize_t, fd, real_write(fd, bytes, length),
            note(bytes, done, "W %lu %lld %zd\n", file_of(fd), (long long)(lseek64(fd, 0, SEEK_CUR) - done), done))
}

int ftruncate64(int fd, off64_t size) {
    ON_FILE(int, fd, real_ftruncate64(fd, size), note("", 0, "T %lu %lld 0\n", file_of(fd), (long long)size))
}
int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

static void note_sync(int fd, const char *name) {
    struct stat told;
    if (fstat(fd, &told) == 0 && S_ISDIR(told.st_mode)) note_path("F", name);
    else note("", 0, "S %lu 0 0\n", file_of(fd));
}
int fsync(int fd) { ON_FILE(int, fd, real_fsync(fd), note_sync(fd, name)) }
int fdatasync(int fd) { ON_FILE(int, fd, real_fdatasync(fd), note_sync(fd, name)) }

/* A deed on a name. */
#define ON_NAME(folder, path, deed, kind)                                                                              \
    char name[PATH_MAX];                                                                                               \
    whole(folder, path, name);                                                                                         \
    if (!is_ours(name)) return deed;                                                                                   \
    pthread_mutex_lock(&lock);                                                                                         \
    int done = deed, kept = errno;                                                                                     \
    if (done >= 0) note_path(kind, name);                                                                              \
    pthread_mutex_unlock(&lock);                                                                                       \
    errno = kept;                                                                                                      \
    return done;

int unlinkat(int folder, const char *path, int flags) { ON_NAME(folder, path, real_unlinkat(folder, path, flags), "U") }
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }
int mkdirat(int folder, const char *path, mode_t mode) { ON_NAME(folder, path, real_mkdirat(folder, path, mode), "M") }
int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

int renameat(int from, const char *path, int to, const char *other) {
    char name[PATH_MAX], new[PATH_MAX], both[2 * PATH_MAX];
    whole(from, path, name);
    whole(to, other, new);
    if (!is_ours(name) && !is_ours(new)) return real_renameat(from, path, to, other);
    pthread_mutex_lock(&lock);
    int done = real_renameat(from, path, to, other), kept = errno;
    size_t length = strlen(name) + 1 + strlen(new);
    memcpy(both, name, strlen(name) + 1);
    memcpy(both + strlen(name) + 1, new, strlen(new));
    if (done >= 0) note(both, length, "R 0 0 %zu\n", length);
    pthread_mutex_unlock(&lock);
    errno = kept;
    return done;
}
int rename(const char *path, const char *other) { return renameat(AT_FDCWD, path, AT_FDCWD, other); }
