import { useFormats } from '../../i18n/useFormats';

/** Returns a function for the size of a file: `1.5 MB`. */
export function useFileSize(): (file: File) => string {
  const { count } = useFormats();
  return ({ size }) => `${count(Math.max(0.1, size / 1_000_000))}\u00a0MB`;
}
