import { type BrowserContext, expect, test as base } from '@playwright/test';

if (!process.env['BASE_URL']) {
  throw new Error('The journeys need a server: scripts/with-portal.sh npm --prefix frontend run e2e');
}

/** Collects uncaught errors, and errors and warnings of the console, of all pages. */
function collectErrors(context: BrowserContext): string[] {
  const errors: string[] = [];
  context.on('weberror', (webError) => errors.push(`uncaught: ${webError.error().message}`));
  // Violations of the content security policy are console errors, too.
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
  });
  return errors;
}

type Expectations = {
  /** Substrings of errors that a test causes on purpose. */
  expectedErrors: string[];
};

/** Fails on unexpected errors of any page. A context that a test creates itself would not be checked. */
export const test = base.extend<Expectations>({
  // A new connection for each request, because the server may close an idle one just as the next
  // request is sent.
  request: async ({ playwright, baseURL }, run) => {
    const connections = { extraHTTPHeaders: { connection: 'close' } };
    const request = await playwright.request.newContext(baseURL ? { baseURL, ...connections } : connections);
    await run(request);
    await request.dispose();
  },
  expectedErrors: [[], { option: true }],
  context: async ({ context, expectedErrors }, run) => {
    const errors = collectErrors(context);
    await run(context);
    expect(errors.filter((text) => !expectedErrors.some((part) => text.includes(part)))).toEqual([]);
  },
});

export { expect };
