# What communication.md takes for granted: a stencil, a matrix and a cube of their own, and numpy's lists of indices and values.
printf '%s\n' '-2 -1' '-2 1' '-1 -2' '-1 2' '1 -2' '1 2' '2 -1' '2 1' >knight.txt
cat >grid.hpf <<'HPF'
      real*8 G(40,30)
!hpf$ processors P(2,2)
!hpf$ distribute G(block,cyclic(4)) onto P
HPF
cat >cube.hpf <<'HPF'
      real*8 A(12,10,8)
!hpf$ processors P(2,1,2)
!hpf$ distribute A(block,block,block) onto P
HPF
/usr/bin/python3 - <<'PYTHON'
import numpy as np
random = np.random.default_rng(1)
np.save('i.npy', random.integers(0, 40, (4, 50)))
np.save('j.npy', random.integers(0, 30, (4, 50)))
np.save('mass.npy', random.integers(1, 9, (4, 50)).astype('f8'))
np.save('field.npy', np.asfortranarray(random.integers(1, 99, (40, 30)).astype('f8')))
np.save('particles.npy', random.integers(0, 40 * 30, (4, 50)))
np.save('boundary.npy', np.asfortranarray(random.random((512, 512))))
np.save('land.npy', random.random((40, 30)) < 0.3)
np.save('starts.npy', (random.random((40, 30)) < 0.2).astype('u1'))
PYTHON
