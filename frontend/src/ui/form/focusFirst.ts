/**
 * Focuses the first control of the form, in the order of the page, that has one of the names. Screen
 * readers then read its error; that of a control that already has the focus becomes an alert.
 */
export function focusFirst(form: HTMLFormElement | null, names: readonly string[]): void {
  const controls = [...(form?.querySelectorAll<HTMLInputElement>('[name]') ?? [])];
  const first = controls.find(({ name }) => names.includes(name));
  const silent = first === document.activeElement && `${first?.id}-error`;
  for (const error of form?.querySelectorAll('[id$=-error]') ?? []) {
    if (error.id === silent) error.setAttribute('role', 'alert');
    else error.removeAttribute('role');
  }
  first?.focus();
}
