/** The format by content, independent of the name and of the declared type. */
export type FileFormat =
  | 'jpeg'
  | 'png'
  | 'webp'
  | 'animated-webp'
  | 'heic'
  | 'avif'
  | 'gif'
  | 'tiff'
  | 'bmp'
  | 'pdf'
  | 'other'
  /** Empty, or deleted or locked since it was chosen. */
  | 'unreadable';

/** Number of bytes that are read. A PDF may begin a little later, as PDF readers allow. */
const headLength = 1024;

const signatures: readonly (readonly [RegExp, FileFormat])[] = [
  [/^\u00FF\u00D8\u00FF/, 'jpeg'],
  [/^\u0089PNG\r\n[^]\n/, 'png'],
  [/^RIFF[^]{4}WEBP/, 'webp'],
  [/^GIF8[79]a/, 'gif'],
  [/^(?:II\*\0|MM\0\*)/, 'tiff'],
  [/^BM/, 'bmp'],
  [/%PDF-\d/, 'pdf'],
];

export async function detectFileFormat(file: Blob): Promise<FileFormat> {
  let head: string;
  try {
    const bytes = new Uint8Array(await file.slice(0, headLength).arrayBuffer());
    // One character for every byte.
    head = String.fromCharCode(...bytes);
  } catch {
    return 'unreadable';
  }
  if (head === '') return 'unreadable';
  const format = signatures.find(([signature]) => signature.test(head))?.[1];
  if (format === 'webp' && isAnimated(head)) return 'animated-webp';
  return detectIsoMedia(head) ?? format ?? 'other';
}

/** The second flag of the extended format of WebP. */
const isAnimated = (head: string): boolean =>
  head.slice(12, 16) === 'VP8X' && (head.charCodeAt(20) & 2) !== 0;

/**
 * HEIC and AVIF are formats of ISO base media files; the brands in the first box distinguish them.
 */
function detectIsoMedia(head: string): 'heic' | 'avif' | undefined {
  if (head.slice(4, 8) !== 'ftyp') return undefined;
  const length = head.charCodeAt(2) * 256 + head.charCodeAt(3);
  const brands = head.slice(8, length).match(/[^]{4}/g) ?? [];
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif';
  return brands.some((brand) => /^(?:he(?:ic|ix|im|is|vc|vx|vm|vs)|m[is]f1)$/.test(brand))
    ? 'heic'
    : undefined;
}
