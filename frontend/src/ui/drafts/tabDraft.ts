/**
 * Unsent input that only this tab keeps: it survives a reload. Where storage is blocked or full, it lives as
 * long as the page.
 */
export const tabDraft = (key: string) => ({
  read: () => ignoreErrors(() => sessionStorage.getItem(key)) ?? '',
  write: (text: string) => ignoreErrors(() => sessionStorage.setItem(key, text)),
  clear: () => ignoreErrors(() => sessionStorage.removeItem(key)),
});

function ignoreErrors<T>(access: () => T): T | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
