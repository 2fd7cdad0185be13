#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Texts of any length, drawn at random, copied by iocopy between HDF5 and Zarr; judged by h5py and zarr-python.

usage: texts.py BINDIR FOLDER CASES [SEED [ONE-CASE]]

A file has an array of texts beside one of numbers. Version 3 of Zarr, which zarr-python 2 does not read, is copied back to HDF5.
Refused, in one line and with nothing left, are what the target cannot hold: a zero byte in HDF5, bytes that are no UTF-8 in Zarr.
"""
import os

import h5py
import numcodecs
import numpy as np
import zarr

from copy_cases import MADE, RANKS, main, refusal, run_here

WORDS = ['', 'a', 'Zürich', '東京', 'x' * 300, 'tab\tand\nline', ' ', '\U0001f30d']
COMPRESSORS = [None, numcodecs.Zlib(1), numcodecs.GZip(1), numcodecs.BZ2(1), numcodecs.Zstd(1), numcodecs.LZ4(1),
               numcodecs.Blosc('lz4', 5), numcodecs.Blosc('zstd', 3, numcodecs.Blosc.BITSHUFFLE)]


def drawn(rng):
    """Texts in an array of at most three dimensions; one of them may be what not everybody can hold."""
    shape = tuple(rng.choice([0, 1, 2, 5, 9, 40]) for _ in range(rng.choice([0, 1, 1, 2, 3])))
    texts = np.empty(shape, dtype=object)
    for at in np.ndindex(shape):
        texts[at] = rng.choice(WORDS) * rng.choice([1, 1, 1, 20])
    odd = rng.choice(['', '', '', '', 'zero', 'latin']) if texts.size else ''
    return texts, odd


def cut(rng, shape):
    return tuple(rng.randint(1, max(1, n + (n > 0))) for n in shape)


def make_hdf5(rng, texts, odd):
    if odd == 'zero':
        odd = ''
    with h5py.File('in.h5', 'w') as f:
        chunk = tuple(min(c, max(n, 1)) for c, n in zip(cut(rng, texts.shape), texts.shape))
        chunked = texts.ndim > 0 and texts.size > 0 and rng.random() < 0.5
        made = f.create_dataset('t', texts.shape, h5py.string_dtype('ascii' if odd == 'latin' else 'utf-8'),
                                chunks=chunk if chunked else None)
        if texts.size:
            made[...] = texts if odd != 'latin' else np.vectorize(lambda text: b'\xe9t\xe9', otypes=[object])(texts)
        made.attrs['of'] = 'texts, été'
        f['n'] = np.arange(12.).reshape(3, 4)
    return 'in.h5', odd


def make_zarr(rng, texts, odd):
    if odd == 'latin':
        odd = ''
    if odd:
        texts[rng.choice(list(np.ndindex(texts.shape)))] = 'zero\0byte'
    group = zarr.open_group('in.zarr', 'w')
    made = group.create_dataset('t', shape=texts.shape, chunks=cut(rng, texts.shape), dtype=object, object_codec=numcodecs.VLenUTF8(),
                                compressor=rng.choice(COMPRESSORS), fill_value=rng.choice([None, '', 'none']),
                                dimension_separator=rng.choice('./'))
    filled = made.fill_value or ''
    if texts.ndim == 1 and texts.size > 1 and rng.random() < 0.3 and not odd: # the last chunks are not stored
        made[:1] = texts[:1]
        texts[made.chunks[0]:] = filled
        texts[1:made.chunks[0]] = filled
    elif texts.size or texts.ndim == 0:
        made[...] = texts if texts.ndim else texts[()]
    made.attrs['of'] = 'texts, été'
    group['n'] = np.arange(12.).reshape(3, 4)
    group['n'].attrs['_ARRAY_DIMENSIONS'] = ['y', 'x']
    made.attrs['_ARRAY_DIMENSIONS'] = [f't{d}' for d in range(texts.ndim)]
    return 'in.zarr', odd


def make_wide(rng, texts, odd):
    """Of 40 characters at most, which Zarr stores as 4 bytes each."""
    for at in np.ndindex(texts.shape):
        texts[at] = texts[at][:40]
    group = zarr.open_group('in.zarr', 'w')
    made = group.create_dataset('t', shape=texts.shape, chunks=cut(rng, texts.shape), dtype=rng.choice(['<U40', '>U40']),
                                compressor=rng.choice(COMPRESSORS[:5]), fill_value=rng.choice([None, '', 'none']))
    if texts.ndim and texts.size and rng.random() < 0.3:
        texts[...] = made.fill_value or ''
    elif texts.size:
        made[...] = texts.astype('U40') if texts.ndim else str(texts[()])
    made.attrs['of'] = 'texts, été'
    group['n'] = np.arange(12.).reshape(3, 4)
    group['n'].attrs['_ARRAY_DIMENSIONS'] = ['y', 'x']
    made.attrs['_ARRAY_DIMENSIONS'] = [f't{d}' for d in range(texts.ndim)]
    return 'in.zarr', ''


def found(target):
    """Texts, their attribute, and the numbers where they were copied, too."""
    if target.endswith('.h5'):
        with h5py.File(target) as f:
            made = f['t']
            texts = made.asstr()[...] if made.size else np.empty(made.shape, dtype=object)
            return texts, made.attrs['of'], f['n'][...] if 'n' in f else None
    group = zarr.open_group(target, 'r')
    return group['t'][...], group['t'].attrs['of'], group['n'][...] if 'n' in group else None


def difference(target, texts, whole):
    made, of, numbers = found(target)
    if made.shape != texts.shape or not np.array_equal(np.asarray(made, dtype=object), texts):
        return f'{target} has {made!r}, not {texts!r}'
    if (of.decode() if isinstance(of, bytes) else of) != 'texts, été':
        return f'{target} says of it {of!r}'
    if whole and (numbers is None or not np.array_equal(numbers, np.arange(12.).reshape(3, 4))):
        return f'{target} has the numbers {numbers}'
    return None


def one_case(folder, rng):
    texts, odd = drawn(rng)
    make = rng.choice([make_hdf5, make_zarr, make_zarr, make_wide])
    source, odd = make(rng, texts, odd)
    target = rng.choice(['out.h5', 'out.zarr', 'out.zarr'])
    third = target == 'out.zarr' and make is not make_wide and rng.random() < 0.4
    whole = rng.random() < 0.6
    words = [source, target] if whole else [f'{source}:/t', f'{target}:/t']
    words += ['--as', 'zarr3'] if third else []
    if texts.ndim and texts.size and rng.random() < 0.4:
        chunk = [rng.randint(1, n) for n in texts.shape]
        words += ['--chunk', f't:{",".join(map(str, chunk))}' if whole else ','.join(map(str, chunk))]
        words += rng.choice([[], ['--deflate', '3'], ['--compress', 'zstd'] if target == 'out.zarr' else []])
    words += ['--verify'] if rng.random() < 0.5 else []
    kept_as_is = source == 'in.h5' and target == 'out.h5'
    done = run_here(words, rng.choice(RANKS))
    refused = (odd == 'zero' and target == 'out.h5') or (odd == 'latin' and not kept_as_is)
    row = (source, target + (' 3' if third else ''), 'whole file' if whole else 'one array', 'refused' if refused else 'copied')
    left = [name for name in os.listdir() if name.lstrip('.').startswith('out')]
    if third and "Zarr's version 3 has no" in done.stderr: # the codec of the source
        return words, refusal(done, left), row
    if refused:
        if done.returncode in MADE:
            return words, f'was not refused, though it has {odd}', row
        return words, refusal(done, left), row
    if done.returncode not in MADE:
        return words, f'ended with {done.returncode}: {done.stderr}', row
    if odd == 'latin':
        return words, None, row
    if third and odd != 'zero':
        back = run_here(['out.zarr', 'back.h5'] if whole else ['out.zarr:/t', 'back.h5:/t'])
        if back.returncode not in MADE:
            return words, f'the way back ended with {back.returncode}: {back.stderr}', row
        return words, difference('back.h5', texts, whole), row
    return words, difference(target, texts, whole) if not third else None, row


if __name__ == '__main__':
    main(one_case, 'arrays of texts copied')
