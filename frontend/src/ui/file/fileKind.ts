/** What a file is by its content, whatever its name and the type that the system gives it. */
export type FileKind =
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
  /** Empty, or gone or locked since it was chosen. */
  | 'unreadable';

/** The first bytes that are read. A PDF may begin a little later, as its readers allow. */
const searched = 1024;

const beginnings: readonly (readonly [RegExp, FileKind])[] = [
  [/^\u00FF\u00D8\u00FF/, 'jpeg'],
  [/^\u0089PNG\r\n[^]\n/, 'png'],
  [/^RIFF[^]{4}WEBP/, 'webp'],
  [/^GIF8[79]a/, 'gif'],
  [/^(?:II\*\0|MM\0\*)/, 'tiff'],
  [/^BM/, 'bmp'],
  [/%PDF-\d/, 'pdf'],
];

export async function kindOf(file: Blob): Promise<FileKind> {
  let start: string;
  try {
    const bytes = new Uint8Array(await file.slice(0, searched).arrayBuffer());
    // One character for every byte.
    start = String.fromCharCode(...bytes);
  } catch {
    return 'unreadable';
  }
  if (start === '') return 'unreadable';
  const kind = beginnings.find(([beginning]) => beginning.test(start))?.[1];
  if (kind === 'webp' && isAnimated(start)) return 'animated-webp';
  return kindOfIsoMedia(start) ?? kind ?? 'other';
}

/** In WebP's extended format the second of the flags. */
const isAnimated = (start: string): boolean =>
  start.slice(12, 16) === 'VP8X' && (start.charCodeAt(20) & 2) !== 0;

/** HEIC and AVIF are boxes of the ISO base media format; the brands in the first box tell them apart. */
function kindOfIsoMedia(start: string): 'heic' | 'avif' | undefined {
  if (start.slice(4, 8) !== 'ftyp') return undefined;
  const length = start.charCodeAt(2) * 256 + start.charCodeAt(3);
  const brands = start.slice(8, length).match(/[^]{4}/g) ?? [];
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif';
  return brands.some((brand) => /^(?:he(?:ic|ix|im|is|vc|vx|vm|vs)|m[is]f1)$/.test(brand))
    ? 'heic'
    : undefined;
}
