import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { createStudent } from './applications';
import { inspectVariants } from './inspect';
import { expect, test } from './journey';
import { fillLogin, logIn, logOut } from './session';
import { textsOf } from './texts';
import { uniqueName } from './uniqueName';

type Texts = ReturnType<typeof textsOf>;

const password = 'the first password';

/** The current step of TOTP, which takes 30 seconds. */
const currentStep = (): number => Math.floor(Date.now() / 30_000);

/** The code of an authenticator app (RFC 6238). */
function totpCode(secret: string, step: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(secret, (char) => alphabet.indexOf(char).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', key).update(counter).digest();
  const start = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

const button = (page: Page, t: Texts, key: string) =>
  page.getByRole('button', { name: t('secondFactor', key), exact: true });
const dialogButton = (page: Page, t: Texts, key: string) =>
  page.getByRole('dialog').getByRole('button', { name: t('secondFactor', key), exact: true });

/** Sets up the app. Returns its secret, the step of the code that it confirmed, and the recovery codes. */
async function setUpApp(
  page: Page,
  t: Texts,
  language: string,
): Promise<{ secret: string; step: number; codes: string[] }> {
  await button(page, t, 'app.setUp').click();
  await expect(page.getByRole('img', { name: t('secondFactor', 'setUp.qrCode') })).toBeVisible();
  await inspectVariants(page, 'set-up', language);
  const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
  const typed = secret.replaceAll(' ', '');
  const step = currentStep();
  await page.getByLabel(t('secondFactor', 'setUp.code')).fill(totpCode(typed, step));
  await dialogButton(page, t, 'setUp.submit').click();
  await expect(page.getByRole('listitem').locator('code')).toHaveCount(10);
  await inspectVariants(page, 'codes', language);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialogButton(page, t, 'codes.download').click(),
  ]);
  const codes = await page.getByRole('dialog').locator('code').allTextContents();
  expect(await readFile(await download.path(), 'utf8')).toContain(codes.join('\n'));
  await page.getByRole('checkbox').check();
  await dialogButton(page, t, 'codes.done').click();
  await expect(page.getByText(t('secondFactor', 'app.active'), { exact: true })).toBeVisible();
  return { secret: typed, step, codes };
}

/** Sets up an app as the user of these headers, by requests. */
async function confirmApp(request: APIRequestContext, headers: Record<string, string>): Promise<void> {
  const totp = '/api/v1/users/profile/second-factor/totp';
  const begun = await request.post(totp, { headers });
  const { payload } = (await begun.json()) as { payload: { secret: string } };
  const data = { code: totpCode(payload.secret.replaceAll(' ', ''), currentStep()) };
  const confirmed = await request.post(`${totp}/confirm`, { data, headers });
  expect(confirmed.ok()).toBe(true);
}

async function logInTo(page: Page, t: Texts, email: string): Promise<void> {
  await page.goto('/login');
  await fillLogin(page, t, email, password);
}

/** A device that confirms every request for a passkey. */
async function createAuthenticator(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const submitStep = (page: Page, t: Texts) =>
  page.getByRole('main').getByRole('button', { name: t('session', 'secondStep.submit'), exact: true });

for (const locale of ['de-DE', 'en-US'] as const) {
  const t = textsOf(locale);

  test.describe(locale, () => {
    test.use({ locale });

    test('an app and a recovery code finish the login, and the app is removed', async ({ page, request }) => {
      const { email } = await createStudent(request, uniqueName('Faktor'), password);
      await logInTo(page, t, email);
      await expect(page).toHaveURL(/\/my-applications$/);
      await page.goto('/account');
      await expect(button(page, t, 'app.setUp')).toBeVisible();
      await inspectVariants(page, 'none', locale);
      const { secret, step, codes } = await setUpApp(page, t, locale);
      await logOut(page, t);

      await logInTo(page, t, email);
      // Each step counts once, and the next one is accepted already.
      const nextStep = Math.max(currentStep(), step + 1);
      await page.getByLabel(t('session', 'code.label')).fill(totpCode(secret, nextStep));
      await submitStep(page, t).click();
      await expect(page).toHaveURL(/\/my-applications$/);
      await logOut(page, t);

      await logInTo(page, t, email);
      await page.getByRole('button', { name: t('session', 'secondStep.method.RECOVERY') }).click();
      await page.getByLabel(t('session', 'secondStep.recoveryCode')).fill(codes[0] ?? '');
      await submitStep(page, t).click();
      await expect(page).toHaveURL(/\/my-applications$/);

      await page.goto('/account');
      await expect(page.getByText(/\b9\b/).first()).toBeVisible();
      await inspectVariants(page, 'app', locale);
      await button(page, t, 'app.removeNamed').click();
      await inspectVariants(page, 'remove-last', locale);
      await dialogButton(page, t, 'app.remove').click();
      await expect(button(page, t, 'app.setUp')).toBeVisible();
      await logOut(page, t);
      await logInTo(page, t, email);
      await expect(page).toHaveURL(/\/my-applications$/);
    });

    test('a passkey is offered at localhost, finishes the login, and is removed', async ({
      page,
      request,
    }) => {
      const { email } = await createStudent(request, uniqueName('Passkey'), password);
      await createAuthenticator(page);
      await logInTo(page, t, email);
      await expect(page).toHaveURL(/\/my-applications$/);
      await page.goto('/account');
      await expect(page.getByText(t('secondFactor', 'passkeys.needHostName'))).toBeVisible();
      await inspectVariants(page, 'passkeys-elsewhere', locale);
      const link = page.getByRole('link', { name: /^http:\/\/localhost:/ });
      const origin = new URL((await link.getAttribute('href')) ?? '').origin;
      await link.click();
      // Another host name, so another session.
      await expect(page).toHaveURL(`${origin}/login`);
      await fillLogin(page, t, email, password);
      await expect(page).toHaveURL(`${origin}/account`);
      await button(page, t, 'passkeys.add').click();
      await page.getByRole('dialog').getByLabel(t('secondFactor', 'addPasskey.name')).fill('Telefon');
      await dialogButton(page, t, 'addPasskey.submit').click();
      await expect(page.getByText(t('secondFactor', 'addPasskey.done', { name: 'Telefon' }))).toBeVisible();
      await inspectVariants(page, 'passkey', locale);
      await logOut(page, t);

      await page.goto(`${origin}/login`);
      await fillLogin(page, t, email, password);
      await page.getByRole('button', { name: t('session', 'secondStep.usePasskey') }).click();
      await expect(page).toHaveURL(`${origin}/my-applications`);

      await page.goto(`${origin}/account`);
      await page
        .getByRole('button', { name: t('secondFactor', 'passkeys.removeNamed', { name: 'Telefon' }) })
        .click();
      await dialogButton(page, t, 'passkeys.remove').click();
      await expect(page.getByText(t('secondFactor', 'passkeys.removed', { name: 'Telefon' }))).toBeVisible();
    });

    test('administrators are urged, and remove the factor of a user who lost it', async ({
      page,
      request,
    }) => {
      const { email, name, headers } = await createStudent(request, uniqueName('Verlust'), password);
      await confirmApp(request, headers);
      await logInTo(page, t, email);
      await expect(page.getByLabel(t('session', 'code.label'))).toBeVisible();

      await page.goto('/');
      await logIn(page, t, 'ADMIN');
      await page.goto('/registration-requests');
      await expect(page.getByText(t('secondFactor', 'notice.text'))).toBeVisible();
      await inspectVariants(page, 'notice', locale);
      await page.goto(`/users?keyword=${email}`);
      await page.getByRole('row').nth(1).getByRole('button').first().click();
      const remove = page.getByRole('button', { name: t('users', 'removeFactor') });
      await expect(remove).toBeVisible();
      await inspectVariants(page, 'user', locale);
      await remove.click();
      await inspectVariants(page, 'remove-user-factor', locale);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('users', 'removeFactorConfirm'), exact: true })
        .click();
      await expect(page.getByText(t('users', 'removeFactorDone', { name }))).toBeVisible();
      await page.goto('/');
      await logOut(page, t);

      await logInTo(page, t, email);
      await expect(page).toHaveURL(/\/my-applications$/);
    });
  });
}
