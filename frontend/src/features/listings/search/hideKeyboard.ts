/** On a phone the keyboard covers what has just been searched for; where there is none, the focus stays. */
export function hideKeyboard(): void {
  const field = document.activeElement;
  if (field instanceof HTMLElement && window.matchMedia('(pointer: coarse)').matches) field.blur();
}
