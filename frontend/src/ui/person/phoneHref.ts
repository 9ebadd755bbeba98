/** A number as people write it (`+49 (0) 221 / 55`) as one that a phone can dial. */
export const phoneHref = (phoneNumber: string): string =>
  `tel:${phoneNumber.replace('(0)', '').replaceAll(/[^\d+]/g, '')}`;
