/** One round of the colour wheel, each dark enough for white letters (contrast above 5). */
export const avatarColors = [
  '#CC3030',
  '#904833',
  '#9E5D25',
  '#6F5927',
  '#746E1B',
  '#586122',
  '#53761C',
  '#3D6624',
  '#2B7B1D',
  '#25692A',
  '#1D7D3B',
  '#246748',
  '#1C7964',
  '#246666',
  '#21748D',
  '#306089',
  '#3867D0',
  '#464FBE',
  '#5B45D3',
  '#7042BA',
  '#993ED2',
  '#8D379C',
  '#B82BAD',
  '#99367B',
  '#C52E74',
  '#9F3850',
] as const;

/** Depends on the first character only, so that it is the same everywhere and after a reload. */
export const avatarColor = (name: string): string =>
  avatarColors[(name.trim().codePointAt(0) ?? 0) % avatarColors.length] ?? avatarColors[0];
