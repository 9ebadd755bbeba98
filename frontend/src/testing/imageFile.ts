const magicBytes = {
  'image/jpeg': [0xff, 0xd8, 0xff, 0xe0],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
} as const;

/** A file with the magic bytes of an image; it cannot be decoded. */
export function imageFile(name: string, type: keyof typeof magicBytes = 'image/jpeg'): File {
  return new File([new Uint8Array(magicBytes[type]), name], name, { type });
}
