# Sourced, not run. Prints a heading for every step of a script, and at the end the time of each.
# STEP_TIMES names the file of the times: seconds and name of each step, separated by a tab.
# shellcheck shell=bash

if [ -t 1 ]; then bold=$'\e[1m' red=$'\e[31m' plain=$'\e[0m'; else bold='' red='' plain=''; fi
step_running=
# A file, because parallel steps are separate processes.
step_times=${STEP_TIMES:-}
if [ -z "$step_times" ]; then
  step_times=$(mktemp)
  exec {step_times_opened}<>"$step_times"
  # Lives as long as it is open.
  rm "$step_times"
  step_times=/proc/self/fd/$step_times_opened
fi
: >"$step_times"
# Process, log and start of each parallel step, by its name.
declare -A step_processes=() step_logs=() step_begun=()

# step <name> <command…>: runs the command; the first failure ends the script.
step() {
  local begun=$SECONDS
  finish_failed
  step_running=$1
  shift
  step_heading "$step_running"
  "$@"
  step_taken "$step_running" $((SECONDS - begun))
}

# begin <name> <command…>: runs the command in parallel; `finish` shows its output.
begin() {
  local name=$1 log begun=$SECONDS
  shift
  log=$(mktemp)
  step_logs[$name]=$log step_begun[$name]=$begun
  printf '%s▸ %s%s  (%s, in parallel)\n' "$bold" "$name" "$plain" "$(elapsed "$begun")"
  # With job control it gets a process group, so that all of it can be stopped.
  set -m
  (
    trap - EXIT
    step_processes=()
    "$@"
    step_taken "$name" $((SECONDS - begun))
  ) >"$log" 2>&1 </dev/null &
  set +m
  step_processes[$name]=$!
}

# finish <name>: waits for a parallel step and shows its output; ends the script if it failed.
finish() {
  local name=$1 status=0
  if [ -z "${step_processes[$name]:-}" ]; then return; fi
  step_running=$name
  wait "${step_processes[$name]}" || status=$?
  unset "step_processes[$name]"
  step_heading "$name, begun at $(elapsed "${step_begun[$name]}")"
  cat "${step_logs[$name]}"
  rm -f "${step_logs[$name]}"
  if [ "$status" -ne 0 ]; then return "$status"; fi
  step_running=
}

# Ends the script if a parallel step has failed.
finish_failed() {
  local name
  for name in "${!step_processes[@]}"; do
    if ! kill -0 "${step_processes[$name]}" 2>/dev/null; then finish "$name"; fi
  done
}

step_heading() {
  printf '%s▸ %s%s  (%s)\n' "$bold" "$1" "$plain" "$(elapsed "$SECONDS")"
}

step_taken() {
  printf '%d\t%s\n' "$2" "$1" >>"$step_times"
  step_running=
}

# stop_steps: stops the parallel steps that still run.
stop_steps() {
  local name
  for name in "${!step_processes[@]}"; do
    kill -TERM -- "-${step_processes[$name]}" 2>/dev/null || true
    wait "${step_processes[$name]}" 2>/dev/null || true
    rm -f "${step_logs[$name]}"
  done
  step_processes=()
}

# summarise_steps: prints the time of each step, and which one failed; for `trap … EXIT`.
summarise_steps() {
  local status=$? name seconds
  stop_steps
  printf '\n'
  while IFS=$'\t' read -r seconds name; do printf '  %s  %s\n' "$(elapsed "$seconds")" "$name"; done <"$step_times"
  printf '%d\t%s\n' "$SECONDS" 'total' >>"$step_times"
  if [ "$status" -ne 0 ]; then
    printf '%sfailed: %s%s  (after %s in total)\n' "$red$bold" "$step_running" "$plain" "$(elapsed "$SECONDS")"
  else
    printf '%spassed%s  (%s in total)\n' "$bold" "$plain" "$(elapsed "$SECONDS")"
  fi
  return "$status"
}

elapsed() {
  printf '%d:%02d' $(($1 / 60)) $(($1 % 60))
}
