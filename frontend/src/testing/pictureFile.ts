const beginnings = {
  'image/jpeg': [0xff, 0xd8, 0xff, 0xe0],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
} as const;

/** A file that begins as a picture does; nothing in it can be decoded. */
export function pictureFile(name: string, type: keyof typeof beginnings = 'image/jpeg'): File {
  return new File([new Uint8Array(beginnings[type]), name], name, { type });
}
