/** The page background of each scheme, for the browser's bars. index.html has the same values. */
export const pageBackgrounds = { light: '#F3F6F5', dark: '#0C1415' } as const;
