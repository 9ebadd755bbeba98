import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from './journey';
import { linkInMail } from './mails';
import { authenticate } from './people';
import { signUpStudent } from './registrations';
import { fillLogin } from './session';
import { textsOf } from './texts';

const t = textsOf('en-US');
const first = 'the first password';
const second = 'the second password';

/** A student of their own for a test, who may be changed and deleted. */
async function newStudent(request: APIRequestContext): Promise<string> {
  const { email } = await signUpStudent(request, `Luchs${Date.now().toString(36)}`);
  const headers = { authorization: `Bearer ${await authenticate(request, 'ADMIN')}` };
  const registrations = '/api/v1/users/students/registrations';
  const found = await request.get(`${registrations}?keyword=${encodeURIComponent(email)}`, { headers });
  const { payload } = (await found.json()) as { payload: { externalId: string }[] };
  const approved = await request.put(`${registrations}/${payload[0]?.externalId}?approved=true`, { headers });
  expect(approved.status()).toBe(200);
  const link = new URLSearchParams((await linkInMail(email, '/finish-registration')).split('?')[1]);
  const data = { email, password: first, registrationToken: link.get('token') };
  expect((await request.post('/api/v1/users/finish-registration', { data })).status()).toBe(204);
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
  // A link that was used is refused.
  test.use({ provoked: ['400'] });

  test('P221 P225 P228 P229: is set anew by the link of the mail, once', async ({ page, request }) => {
    const email = await newStudent(request);
    await page.goto('/login');
    await page.getByRole('link', { name: t('session', 'login.forgot') }).click();
    await page.getByLabel(t('session', 'login.email')).fill(email);
    await page.getByRole('button', { name: t('session', 'forgot.submit') }).click();
    await expect(page).toHaveURL(/\/forgot-password-success$/);

    const link = await linkInMail(email, '/reset-password');
    await page.goto(link);
    await expect(page.getByLabel(t('session', 'login.email'))).toHaveValue(email);
    await setNewPassword(page, second);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText(t('session', 'reset.done'))).toBeVisible();
    await fillLogin(page, t, email, second);
    await expect(page).toHaveURL(/\/my-applications$/);

    await page.goto(link);
    await setNewPassword(page, first);
    await expect(page.getByText(t('errors', 'exception.reset-password.token-invalid'))).toBeVisible();
    await expect(page.getByRole('link', { name: t('session', 'reset.newLink') })).toBeVisible();
  });
});

test.describe('an account of one’s own', () => {
  // A wrong password, and a log-in that is none any more.
  test.use({ provoked: ['400', '401'] });

  test('K163 K167: a changed password keeps this session', async ({ page, request }) => {
    const email = await newStudent(request);
    await logIn(page, email, first);
    await expect(page).toHaveURL(/\/my-applications$/);
    await page.goto('/change-password');
    const fields = { 'password.current': first, 'password.new': second, 'password.confirm': second };
    for (const [key, text] of Object.entries(fields)) {
      await page.getByLabel(t('account', key), { exact: true }).fill(text);
    }
    await page.getByRole('button', { name: t('account', 'password.submit') }).click();
    await expect(page.getByText(t('account', 'password.done'))).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('account', 'password.heading'));
  });

  test('J154: is changed, and the change is there after a reload', async ({ page, request }) => {
    const email = await newStudent(request);
    await logIn(page, email, first);
    await expect(page).toHaveURL(/\/my-applications$/);
    await page.goto('/account');
    await page.getByLabel(t('account', 'firstName')).fill('Ronja');
    await page.getByRole('button', { name: t('account', 'save') }).click();
    await expect(page.getByText(t('account', 'saved'))).toBeVisible();
    await page.reload();
    await expect(page.getByLabel(t('account', 'firstName'))).toHaveValue('Ronja');
  });

  test('its data are taken along, and then it is deleted for good', async ({ page, request }) => {
    const email = await newStudent(request);
    await logIn(page, email, first);
    await expect(page).toHaveURL(/\/my-applications$/);
    await page.goto('/account');

    const arriving = page.waitForEvent('download');
    await page.getByRole('button', { name: t('account', 'data.download') }).click();
    const file = await arriving;
    expect(file.suggestedFilename()).toMatch(/\.zip$/);
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK');

    await page.getByRole('button', { name: t('account', 'delete.open') }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: t('account', 'delete.confirm') });
    await dialog.getByLabel(t('account', 'delete.password')).fill('not it');
    await confirm.click();
    await expect(dialog.getByText(t('errors', 'exception.auth.wrong-password'))).toBeVisible();
    await dialog.getByLabel(t('account', 'delete.password')).fill(first);
    await confirm.click();
    await expect(page.getByText(t('account', 'delete.done'))).toBeVisible();
    await expect(page).toHaveURL((url) => url.pathname === '/');

    await logIn(page, email, first);
    await expect(page.getByText(t('errors', 'exception.auth.invalid-credentials'))).toBeVisible();
  });
});

test('a large proof of study shows how far it has come', async ({ page }) => {
  const email = `langsam-${Date.now().toString(36)}@example.org`;
  await page.goto('/signup-student');
  const texts = { email, firstName: 'Lena', lastName: 'Langsam', phoneNumber: '1', aboutMe: 'Ich warte.' };
  for (const [key, text] of Object.entries(texts)) {
    await page.getByLabel(t('signUp', key), { exact: true }).fill(text);
  }
  await page.getByLabel(t('signUp', 'dateOfBirth')).fill('2001-02-03');
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

  const line = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 1_000_000 };
  await line.send('Network.emulateNetworkConditions', slow);
  await page.getByRole('button', { name: t('signUp', 'submit') }).click();
  await expect(page.getByRole('progressbar', { name: /Uploading: [1-9]\d?\s%/ })).toBeVisible();
  await expect(page).toHaveURL(/\/signup-success$/);
});
