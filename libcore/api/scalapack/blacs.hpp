// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the functions of BLACS that the replacement of ScaLAPACK's redistribution calls. No header declares them.
#pragma once

#include <mpi.h>

extern "C" {
void Cblacs_gridinfo(int context, int* rows, int* columns, int* row, int* column);
void Cblacs_get(int context, int what, int* value);
MPI_Comm Cblacs2sys_handle(int handle);
void Cfree_blacs_system_handle(int handle);
void Cblacs_abort(int context, int code);
}
