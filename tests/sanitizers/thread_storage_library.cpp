// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a library with storage of each thread, for thread_storage.cpp.

namespace {

thread_local char storage[40];

} // namespace

extern "C" char* touch_storage() {
    storage[0] = 1;
    return storage;
}
