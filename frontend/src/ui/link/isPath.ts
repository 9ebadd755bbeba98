/** Whether a link leads to a page of this app. */
export const isPath = (href: string): boolean => href.startsWith('/') && !href.startsWith('//');
