/** The ground of the page in each scheme, for the browser's own bars. index.html has the same. */
export const grounds = { light: '#F3F6F5', dark: '#0C1415' } as const;
