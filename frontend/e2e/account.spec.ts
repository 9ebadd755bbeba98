import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { createStudent } from './applications';
import { expect, test } from './journey';
import { linkInMail } from './mails';
import { fillLogin } from './session';
import { textsOf } from './texts';
import { uniqueName } from './uniqueName';

const t = textsOf('en-US');
const firstPassword = 'the first password';
const secondPassword = 'the second password';

/** An active student that the test may change and delete. Returns the email. */
async function createAccount(request: APIRequestContext): Promise<string> {
  const { email } = await createStudent(request, uniqueName('Luchs'), firstPassword);
  return email;
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await fillLogin(page, t, email, password);
}

async function setNewPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel(t('session', 'password.label'), { exact: true }).fill(password);
  await page.getByLabel(t('session', 'password.repeat')).fill(password);
  await page.getByRole('button', { name: t('session', 'reset.submit') }).click();
}

test.describe('a forgotten password', () => {
  // The server rejects a used link.
  test.use({ expectedErrors: ['400'] });

  test('is reset by the link of the mail, once', async ({ page, request }) => {
    const email = await createAccount(request);
    await page.goto('/login');
    await page.getByRole('link', { name: t('session', 'login.forgot') }).click();
    await page.getByLabel(t('session', 'login.email')).fill(email);
    await page.getByRole('button', { name: t('session', 'forgot.submit') }).click();
    await expect(page).toHaveURL(/\/forgot-password-success$/);

    const link = await linkInMail(email, '/reset-password');
    await page.goto(link);
    await expect(page.getByLabel(t('session', 'login.email'))).toHaveValue(email);
    await setNewPassword(page, secondPassword);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText(t('session', 'reset.done'))).toBeVisible();
    await fillLogin(page, t, email, secondPassword);
    await expect(page).toHaveURL(/\/my-applications$/);

    await page.goto(link);
    await setNewPassword(page, firstPassword);
    await expect(page.getByText(t('errors', 'exception.reset-password.token-invalid'))).toBeVisible();
    await expect(page.getByRole('link', { name: t('session', 'reset.newLink') })).toBeVisible();
  });
});

test.describe('an account', () => {
  // A wrong password, and the login of a deleted user.
  test.use({ expectedErrors: ['400', '401'] });

  test('keeps its session after a change of the password', async ({ page, request }) => {
    const email = await createAccount(request);
    await logIn(page, email, firstPassword);
    await expect(page).toHaveURL(/\/my-applications$/);
    await page.goto('/change-password');
    const fields = {
      'password.current': firstPassword,
      'password.new': secondPassword,
      'password.confirm': secondPassword,
    };
    for (const [key, text] of Object.entries(fields)) {
      await page.getByLabel(t('account', key), { exact: true }).fill(text);
    }
    await page.getByRole('button', { name: t('account', 'password.submit') }).click();
    await expect(page.getByText(t('account', 'password.done'))).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('account', 'password.heading'));
  });

  test('keeps changes after a reload', async ({ page, request }) => {
    const email = await createAccount(request);
    await logIn(page, email, firstPassword);
    await expect(page).toHaveURL(/\/my-applications$/);
    await page.goto('/account');
    await page.getByLabel(t('person', 'firstName')).fill('Ronja');
    await page.getByRole('button', { name: t('account', 'save') }).click();
    await expect(page.getByText(t('account', 'saved'))).toBeVisible();
    await page.reload();
    await expect(page.getByLabel(t('person', 'firstName'))).toHaveValue('Ronja');
  });

  test('is exported and then deleted', async ({ page, request }) => {
    const email = await createAccount(request);
    await logIn(page, email, firstPassword);
    await expect(page).toHaveURL(/\/my-applications$/);
    await page.goto('/account');

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: t('account', 'data.download') }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/\.zip$/);
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK');

    await page.getByRole('button', { name: t('account', 'delete.open') }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: t('account', 'delete.confirm') });
    await dialog.getByLabel(t('account', 'delete.password')).fill('not it');
    await confirm.click();
    await expect(dialog.getByText(t('errors', 'exception.auth.wrong-password'))).toBeVisible();
    await dialog.getByLabel(t('account', 'delete.password')).fill(firstPassword);
    await confirm.click();
    await expect(page.getByText(t('account', 'delete.done'))).toBeVisible();
    await expect(page).toHaveURL((url) => url.pathname === '/');

    await logIn(page, email, firstPassword);
    await expect(page.getByText(t('errors', 'exception.auth.invalid-credentials'))).toBeVisible();
  });
});

test('the upload of a large proof of study shows progress', async ({ page }) => {
  const email = `${uniqueName('langsam-')}@example.org`;
  await page.goto('/signup-student');
  const texts = { email, firstName: 'Lena', lastName: 'Langsam', phoneNumber: '1', aboutMe: 'Ich warte.' };
  for (const [key, text] of Object.entries(texts)) {
    await page.getByLabel(t('person', key), { exact: true }).fill(text);
  }
  await page.getByLabel(t('person', 'dateOfBirth')).fill('2001-02-03');
  await page.getByRole('checkbox').check();
  const buffer = Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    Buffer.alloc(3_000_000),
    Buffer.from('\n%%EOF\n'),
  ]);
  await page
    .getByLabel(t('signUp', 'proofOfStudy'), { exact: true })
    .setInputFiles({ name: 'nachweis.pdf', mimeType: 'application/pdf', buffer });
  await expect(page.getByText('3 MB')).toBeVisible();

  const session = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 1_000_000 };
  await session.send('Network.emulateNetworkConditions', slow);
  await page.getByRole('button', { name: t('signUp', 'submit') }).click();
  await expect(page.getByRole('progressbar', { name: /Uploading: [1-9]\d?%/ })).toBeVisible();
  await expect(page).toHaveURL(/\/signup-success$/);
});
