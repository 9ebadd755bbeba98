import type { ErrorMessage } from '../../api/generated';

/** What the picker of the system offers; the server takes the same. */
export const pictureTypes = 'image/jpeg,image/png,image/webp';

/** Inclusive, as on the server. */
const largest = 10 * 1024 * 1024;

/** What the server would say against a picture, as far as it can be told before it is sent. */
export function checkPicture(file: File): ErrorMessage | undefined {
  if (!pictureTypes.split(',').includes(file.type)) return 'exception.image.file-type';
  if (file.size > largest) return 'exception.image.too-large';
  return file.size === 0 ? 'exception.image.damaged' : undefined;
}
