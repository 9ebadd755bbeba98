/** A code of an authenticator app, without the spaces with which some apps show it. */
export const toCode = (text: string): string => text.replaceAll(/\s/g, '');

/** Checks the format of a code. */
export const checkCode = (text: string): 'code.invalid' | undefined =>
  /^\d{6}$/.test(toCode(text)) ? undefined : 'code.invalid';
