import { useState } from 'react';

/** The error of a mutation, kept during a retry, which removes it from the result. */
export function useLastError<T>(error: T | undefined): T | undefined {
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  return last;
}
