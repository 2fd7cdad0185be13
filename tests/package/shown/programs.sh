# What programs.md takes for granted: a job with two arrays in two phases.
cat >my.hpf <<'HPF'
      real*8 U(64,64), V(64,64)
!hpf$ processors P(8)
!hpf$ distribute (block,*) onto P :: U, V
!dist$ repeat 10
!dist$ phase rows: on U(i,j) sweep U(:,>) work 5
!dist$ phase columns: on U(i,j) reads V with U sweep U(>,:) work 5
!dist$ end repeat
HPF
