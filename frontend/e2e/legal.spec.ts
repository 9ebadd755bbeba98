import type { Page } from '@playwright/test';
import { paths } from '../src/app/paths';
import { boundingBoxOf } from './boundingBox';
import { inspect } from './inspect';
import { expect, test } from './journey';
import { textsOf } from './texts';
import { expectNoHorizontalScroll, heading } from './page';

const pages = ['terms', 'privacy', 'imprint', 'accessibility'] as const;
/** Exists when the text is loaded. */
const lastSection = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 }).last();

for (const locale of ['de-DE', 'en-US'] as const) {
  const t = textsOf(locale);

  test.describe(`the legal pages in ${locale}`, () => {
    test.use({ locale });

    test('are linked in the footer, with the operator and a demo notice', async ({ page }) => {
      await page.goto('/');
      for (const name of pages) {
        await page
          .getByRole('contentinfo')
          .getByRole('link', { name: t('shell', `footer.${name}`) })
          .click();
        await expect(page).toHaveURL(paths[name].href());
        await expect(heading(page)).toHaveText(t('legal', `title.${name}`));
        await expect(lastSection(page)).toBeAttached();
        await expect(page).toHaveTitle(`${t('legal', `title.${name}`)} – Fensterplatz`);
        const text = await page.getByRole('article').innerText();
        expect(text).toMatch(/Dies ist eine Demo|This is a demo/);
        expect(text).not.toMatch(/\{\{|\{%|\\/);
        if (name !== 'terms') expect(text).toContain('Musterstraße 1\n10115 Berlin\nDeutschland');
      }
    });

    test('change with the language', async ({ page }) => {
      const other = textsOf(locale === 'de-DE' ? 'en-US' : 'de-DE');
      await page.goto(paths.imprint.href());
      await expect(heading(page)).toHaveText(t('legal', 'title.imprint'));
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^(?:DE|EN) – / })
        .click();
      await expect(heading(page)).toHaveText(other('legal', 'title.imprint'));
      await expect(lastSection(page)).toHaveText(locale === 'de-DE' ? 'Geographic data' : 'Geodaten');
    });
  });
}

// In English, addresses.spec.ts does the same.
for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1440]) {
    test.describe('the legal pages in German', () => {
      test.use({ locale: 'de-DE', colorScheme, viewport: { width, height: 900 } });

      test(`are accessible: ${colorScheme}, ${width}`, async ({ page }) => {
        for (const name of pages) {
          await page.goto(paths[name].href());
          await expect(lastSection(page)).toBeAttached();
          await inspect(page, `legal-${name}-${colorScheme}-${width}`);
          await expectNoHorizontalScroll(page);
        }
      });
    });
  }
}

test('a link of the table of contents scrolls its section below the header', async ({ page }) => {
  await page.goto(paths.privacy.href());
  const contents = page.getByRole('navigation', { name: textsOf('en-US')('legal', 'contents') });
  await contents.getByRole('link', { name: 'Cookies and storage in your browser' }).click();
  const section = page.getByRole('heading', { name: 'Cookies and storage in your browser' });
  await expect(section).toBeInViewport();
  const header = await boundingBoxOf(page.getByRole('banner'));
  expect((await boundingBoxOf(section)).y).toBeGreaterThanOrEqual(header.bottom);
  await page.reload();
  await expect(section).toBeInViewport();
});

test('the sign-up page opens the terms in a new tab and keeps typed values', async ({ page, context }) => {
  const t = textsOf('en-US');
  await page.goto(paths.signUpStudent.href());
  await page.getByLabel('First name').fill('Ada');
  const opening = context.waitForEvent('page');
  await page.getByRole('main').getByRole('link', { name: 'terms of use' }).click();
  const tab = await opening;
  await expect(tab).toHaveURL(paths.terms.href());
  await expect(heading(tab)).toHaveText(t('legal', 'title.terms'));
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
});
