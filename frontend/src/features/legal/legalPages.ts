/** What the operator of a portal must publish. */
export const legalPages = ['terms', 'privacy', 'imprint', 'accessibility'] as const;
export type LegalPageName = (typeof legalPages)[number];
