const blocked = () => {
  throw new DOMException('blocked', 'SecurityError');
};

/** A storage that the user has blocked; tests may still clear it. */
export const blockedStorage = {
  getItem: blocked,
  setItem: blocked,
  removeItem: blocked,
  clear: () => undefined,
};
