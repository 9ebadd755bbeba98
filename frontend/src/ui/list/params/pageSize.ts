const storageKey = 'pageSize';

/** The page size that the user chose last, in this browser and for any list. */
export function readPageSize(): number | undefined {
  try {
    return Number(localStorage.getItem(storageKey)) || undefined;
  } catch {
    return undefined;
  }
}

export function rememberPageSize(size: number): void {
  try {
    localStorage.setItem(storageKey, String(size));
  } catch {
    // Without storage it applies to the open list.
  }
}
