# Sourced, not run. Gives every step of a script a heading, and in the end a list of what each one took.
# shellcheck shell=bash

if [ -t 1 ]; then bold=$'\e[1m' red=$'\e[31m' plain=$'\e[0m'; else bold='' red='' plain=''; fi
steps_taken=()

# step <name> <command…>: runs the command under its name; the first that fails ends the script.
step() {
  local began=$SECONDS
  step_running=$1
  shift
  printf '%s▸ %s%s  (%s)\n' "$bold" "$step_running" "$plain" "$(elapsed "$SECONDS")"
  "$@"
  steps_taken+=("$(elapsed $((SECONDS - began)))  $step_running")
  step_running=
}

# summarise_steps: what each step took, and which one failed; for `trap … EXIT`.
summarise_steps() {
  local status=$?
  printf '\n'
  printf '  %s\n' "${steps_taken[@]}"
  if [ -n "${step_running:-}" ]; then
    printf '%sfailed: %s%s  (after %s in all)\n' "$red$bold" "$step_running" "$plain" "$(elapsed "$SECONDS")"
  else
    printf '%spassed%s  (%s in all)\n' "$bold" "$plain" "$(elapsed "$SECONDS")"
  fi
  return "$status"
}

elapsed() {
  printf '%d:%02d' $(($1 / 60)) $(($1 % 60))
}
