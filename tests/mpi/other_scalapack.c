/* SPDX-License-Identifier: BSD-3-Clause */
/* Tessera: a Cpdgemr2d that moves nothing and says so, in place of ScaLAPACK's. */
#include <stdio.h>

void Cpdgemr2d(void) {
    fputs("another Cpdgemr2d\n", stderr);
}
