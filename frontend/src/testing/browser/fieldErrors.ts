/** The errors of the invalid fields, in the order of the page: only those that describe their field. */
export const fieldErrors = (): string[] =>
  [...document.querySelectorAll('[aria-invalid=true]')].map((field) => {
    const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
    const error = ids.find((id) => id.endsWith('-error'));
    return (error !== undefined && document.getElementById(error)?.textContent) || '';
  });
