import type { Page } from '@playwright/test';
import { inspect } from './inspect';
import { expect, test } from './journey';
import { linkInMail } from './mails';
import { proofOfStudy } from './registrations';
import { fillLogin, logIn, logOut } from './session';
import { textsOf } from './texts';

type Texts = ReturnType<typeof textsOf>;
type Kind = 'student' | 'landlord';

const password = 'ein Platz am Fenster';

/** Somebody new in every run; the e-mail is unmistakable. */
const newcomer = (kind: Kind) => {
  const mark = `${Date.now().toString(36)}${test.info().workerIndex}`;
  return { email: `${kind}-${mark}@example.org`, lastName: `Neuling${mark}` };
};
type Newcomer = ReturnType<typeof newcomer>;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

for (const [kind, link, fillIn, tab, landing] of [
  ['student', 'footer.signUpStudent', fillInStudent, 'tab.students', '/my-applications'],
  ['landlord', 'footer.signUpLandlord', fillInLandlord, 'tab.landlords', '/my-listings'],
] as const) {
  test(`a ${kind} signs up and gets in`, async ({ page, locale }) => {
    const t = textsOf(locale ?? 'de-DE');
    const person = newcomer(kind);

    await test.step('the form', async () => {
      await page.goto('/');
      await page
        .getByRole('contentinfo')
        .getByRole('link', { name: t('shell', link) })
        .click();
      await expect(heading(page)).toHaveText(t('signUp', `${kind}.heading`));
      await fillIn(page, t, person);
      await inspect(page, `${kind}-1-sign-up`);
      await page.getByRole('button', { name: t('signUp', 'submit') }).click();
      await expect(page).toHaveURL(/\/signup-success$/);
      await expect(heading(page)).toHaveText(t('signUp', 'success.heading'));
      await inspect(page, `${kind}-2-success`);
    });

    await test.step('the administrator approves', async () => {
      await logIn(page, t, 'ADMIN');
      await expect(page).toHaveURL(/\/registration-requests/);
      await page.getByRole('tab', { name: t('registrationRequests', tab) }).click();
      await page.getByLabel(t('lists', 'filter.keyword'), { exact: true }).fill(person.email);
      const review = t('registrationRequests', 'review.openNamed', { name: `Jona ${person.lastName}` });
      await page.getByRole('button', { name: review }).click();
      await inspect(page, `${kind}-3-review`);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('registrationRequests', 'review.approve'), exact: true })
        .click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await logOut(page, t);
    });

    const activation = await linkInMail(person.email, '/finish-registration');

    await test.step("the mail's link leads to the password", async () => {
      await page.goto(activation);
      await expect(page.getByLabel(t('session', 'login.email'))).toHaveValue(person.email);
      await page.getByLabel(t('session', 'password.label'), { exact: true }).fill(password);
      await page.getByLabel(t('session', 'password.repeat')).fill(password);
      await inspect(page, `${kind}-4-password`);
      await page.getByRole('button', { name: t('session', 'finish.submit') }).click();
      await expect(page).toHaveURL(/\/registration-finished$/);
      await inspect(page, `${kind}-5-finished`);
    });

    await test.step('the first log-in', async () => {
      await page
        .getByRole('main')
        .getByRole('link', { name: t('session', 'finished.login') })
        .click();
      await fillLogin(page, t, person.email, password);
      await expect(page).toHaveURL(new RegExp(`${landing}$`));
      await page.goto('/account');
      await expect(page.getByLabel(t('account', 'email'), { exact: true })).toHaveValue(person.email);
      await inspect(page, `${kind}-6-account`);
      await logOut(page, t);
    });

    await test.step('the link works once', async () => {
      await page.goto(activation);
      await expect(heading(page)).toHaveText(t('session', 'active.heading'));
      await inspect(page, `${kind}-7-active`);
    });
  });
}

async function fillInPerson(page: Page, t: Texts, { email, lastName }: Newcomer): Promise<void> {
  const fill = (key: string, text: string) => page.getByLabel(t('signUp', key), { exact: true }).fill(text);
  await fill('email', email);
  await fill('firstName', 'Jona');
  await fill('lastName', lastName);
  await fill('phoneNumber', '+49 170 1234567');
  await fill('dateOfBirth', '2001-02-03');
  await page
    .getByLabel(t('signUp', 'gender'), { exact: true })
    .selectOption({ label: t('signUp', 'gender.OTHER') });
  await page.getByRole('checkbox').check();
}

async function fillInStudent(page: Page, t: Texts, person: Newcomer): Promise<void> {
  await fillInPerson(page, t, person);
  await page.getByLabel(t('signUp', 'aboutMe'), { exact: true }).fill('Ich studiere das Wetter.');
  await page.getByLabel(t('signUp', 'proofOfStudy'), { exact: true }).setInputFiles(proofOfStudy);
  await expect(page.getByText(proofOfStudy.name)).toBeVisible();
}

async function fillInLandlord(page: Page, t: Texts, person: Newcomer): Promise<void> {
  await fillInPerson(page, t, person);
  for (const [key, text] of [
    ['street', 'Ringstraße'],
    ['houseNumber', '7'],
    ['postalCode', '50674'],
    ['city', 'Köln'],
  ] as const) {
    await page.getByLabel(t('signUp', key), { exact: true }).fill(text);
  }
}
