/** Formats a phone number (`+49 (0) 221 / 55`) as an address that a phone can dial. */
export const phoneHref = (phoneNumber: string): string =>
  `tel:${phoneNumber.replace('(0)', '').replaceAll(/[^\d+]/g, '')}`;
