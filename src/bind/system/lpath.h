/*
 * Functions of tessera.process that only ask the file system: they are in the C library, too, whose
 * process is not its own (api/process.c).
 */
#ifndef TESSERA_BIND_SYSTEM_LPATH_H
#define TESSERA_BIND_SYSTEM_LPATH_H

#include "bind/bind.h"

/* process.real_path(path): the path without symbolic links and dots; or nil and why not */
int lpath_real(lua_State *L);

/* process.regular_file(path): the file's real path; or nil and why not, also for a folder, a pipe
 * or a device, which may never end */
int lpath_regular(lua_State *L);

#endif
