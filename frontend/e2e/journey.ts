import { expect, type Page, test as base } from '@playwright/test';

if (!process.env['BASE_URL']) {
  throw new Error('The journeys need a portal: scripts/with-portal.sh npm --prefix frontend run e2e');
}

/** What a page must never say, collected while a test uses it. */
function listen(page: Page): string[] {
  const said: string[] = [];
  page.on('pageerror', (error) => said.push(`uncaught: ${error.message}`));
  // A source that the content security policy refuses is an error of the console too.
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(message.text());
  });
  return said;
}

type Expectations = {
  /** Errors that a test brings about on purpose, as parts of the console's text. */
  provoked: string[];
};

/** A page whose console must stay silent. */
export const test = base.extend<Expectations>({
  // A connection for each request: the server may close one that was idle just when the next request is sent.
  request: async ({ playwright, baseURL }, run) => {
    const connections = { extraHTTPHeaders: { connection: 'close' } };
    const request = await playwright.request.newContext(baseURL ? { baseURL, ...connections } : connections);
    await run(request);
    await request.dispose();
  },
  provoked: [[], { option: true }],
  page: async ({ page, provoked }, run) => {
    const said = listen(page);
    await run(page);
    expect(said.filter((text) => !provoked.some((part) => text.includes(part)))).toEqual([]);
  },
});

export { expect };
