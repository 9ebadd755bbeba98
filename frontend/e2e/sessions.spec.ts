import { readFile } from 'node:fs/promises';
import { createStudent } from './applications';
import { boundingBoxOf } from './boundingBox';
import { inspectVariants } from './inspect';
import { expect, test } from './journey';
import { linkInMail } from './mails';
import { authenticate, startSession, demoUsers } from './users';
import { fillLogin, logIn, logOut } from './session';
import { textsOf } from './texts';
import { heading } from './page';
import { uniqueName } from './uniqueName';

for (const locale of ['de-DE', 'en-US'] as const) {
  const t = textsOf(locale);

  test.describe(locale, () => {
    // The requests that fail on purpose.
    test.use({ locale, expectedErrors: ['403', '401', '503'] });

    test('an expired session shows a notice, and the login returns to the page', async ({ page }) => {
      await page.goto('/');
      await logIn(page, t, 'STUDENT');
      await page.goto('/my-applications?status=PENDING');
      await expect(heading(page)).toBeVisible();
      // Ends the session on the server without the page.
      expect((await page.request.post('/api/v1/logout')).status()).toBe(204);
      await page.reload();
      await expect(page).toHaveURL(/\/login$/);
      await expect(page.getByText(t('session', 'login.sessionEnded'))).toBeVisible();
      await inspectVariants(page, 'ended', locale);
      await fillLogin(page, t, demoUsers.STUDENT);
      await expect(page).toHaveURL(/\/my-applications\?status=PENDING$/);
      await expect(page.getByText(t('session', 'login.sessionEnded'))).toHaveCount(0);
    });

    test('a used activation link shows that the account is active', async ({ page, request }) => {
      const { email } = await createStudent(request, uniqueName('Used'));
      await page.goto(await linkInMail(email, '/finish-registration'));
      await expect(heading(page)).toHaveText(t('session', 'active.heading'));
      await inspectVariants(page, 'active', locale);
      await page
        .getByRole('main')
        .getByRole('link', { name: t('session', 'active.login') })
        .click();
      await expect(page).toHaveURL(/\/login$/);
    });

    test('/contact and the sign-up page show missing public settings and load them again', async ({
      page,
    }) => {
      const settings = '**/api/v1/settings/public';
      await page.route(settings, (route) => route.fulfill({ status: 503, body: '' }));
      await page.goto('/signup-landlord');
      await expect(page.getByText(t('signUp', 'termsFailed'))).toBeVisible();
      await inspectVariants(page, 'sign-up-without-settings', locale);
      await page.goto('/contact');
      await expect(page.getByText(t('portal', 'contact.failed'))).toBeVisible();
      const submit = page.getByRole('button', { name: t('portal', 'contact.submit') });
      await expect(submit).toBeDisabled();
      await inspectVariants(page, 'contact-without-settings', locale);
      await page.unroute(settings);
      await page.getByRole('button', { name: t('shell', 'retry') }).click();
      await expect(submit).toBeEnabled();
      await expect(page.getByRole('main').locator('a[href^="mailto:"]')).toBeVisible();
      await expect(page.getByText(t('portal', 'contact.failed'))).toHaveCount(0);
    });

    test('the lists of administrators have a download', async ({ page }) => {
      await startSession(page, 'ADMIN');
      // Creates an audit entry, because a new server has none.
      const authorization = `Bearer ${await authenticate(page.request, 'ADMIN')}`;
      await page.request.get('/api/v1/users', { headers: { accept: 'text/csv', authorization } });
      for (const path of ['/users', '/registration-requests', '/student-applications', '/events', '/audit']) {
        await page.goto(path);
        const download = page.getByRole('button', { name: t('lists', 'download') });
        await expect(page.getByRole('row').nth(1)).toBeVisible();
        await expect(download).toBeVisible();
        // One with another action and one without; the other lists look the same.
        if (path === '/users' || path === '/student-applications') {
          await inspectVariants(page, `download-${path.slice(1)}`, locale);
        }
        await page.setViewportSize({ width: 390, height: 844 });
        const row = await boundingBoxOf(page.getByRole('row').nth(1));
        expect(row.y, `${path}: the first row begins above the bottom bar`).toBeLessThan(844 - 72);
        const { width, height } = await boundingBoxOf(download);
        expect(width, path).toBeGreaterThanOrEqual(44);
        expect(height, path).toBeGreaterThanOrEqual(44);
        await page.setViewportSize({ width: 1440, height: 900 });
      }
    });
  });
}

test('a logout shows no notice about an expired session in any tab', async ({ page, context }) => {
  const t = textsOf('en-US');
  await page.goto('/');
  await logIn(page, t, 'STUDENT');
  const otherTab = await context.newPage();
  await otherTab.goto('/my-applications');
  await expect(heading(otherTab)).toBeVisible();
  await logOut(page, t);
  await page
    .getByRole('banner')
    .getByRole('link', { name: t('shell', 'nav.logIn') })
    .click();
  for (const tab of [page, otherTab]) {
    await expect(tab).toHaveURL(/\/login$/);
    await expect(tab.getByLabel(t('session', 'login.email'))).toBeVisible();
    await expect(tab.getByText(t('session', 'login.sessionEnded'))).toHaveCount(0);
  }
});

test('an administrator downloads the filtered users', async ({ page }) => {
  const t = textsOf('en-US');
  await startSession(page, 'ADMIN');
  await page.goto('/users?role=LANDLORD&sortField=email&sortDirection=ASC');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('lists', 'download') }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^users-\d{4}-\d{2}-\d{2}\.csv$/);
  const [names = '', ...rows] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(names.replace('\u{FEFF}', '')).toMatch(/^externalId,firstName,lastName,email,.*,role,status,/);
  const role = names.split(',').indexOf('role');
  expect(new Set(rows.map((row) => row.split(',')[role]))).toEqual(new Set(['LANDLORD']));
  expect(rows.some((row) => row.includes(demoUsers.LANDLORD))).toBe(true);
  const counted = await page.getByRole('heading', { level: 2 }).first().textContent();
  expect(`${rows.length}`).toBe(/\d+/.exec(counted ?? '')?.[0]);
});
