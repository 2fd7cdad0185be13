# shellcheck shell=bash
# A checkpoint of 8 ranks.
/usr/bin/python3 - "$root/tests/iocopy" <<'P'
import sys

import numpy as np

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import checkpoint_files

checkpoint_files.save('ckpt-8', {'model.layers.0.weight': ('float32', np.arange(600, dtype='f4').reshape(20, 30), (8, 1)), 'model.layers.0.bias': ('bfloat16', np.arange(30, dtype='u2'), (8,)),
                                 'step': ('int64', np.array(5), ())})
P
