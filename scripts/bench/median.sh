# Sourced, not run.
# shellcheck shell=bash

# median: the median of the numbers on standard input, one a line.
median() {
  sort -n | awk '{ value[NR] = $1 } END { print (value[int((NR + 1) / 2)] + value[int(NR / 2) + 1]) / 2 }'
}
