import type { Page } from '@playwright/test';
import { inspect } from './inspect';
import { expect, test } from './journey';
import { linkInMail } from './mails';
import { proofOfStudy } from './registrations';
import { fillLogin, logIn, logOut } from './session';
import { textsOf } from './texts';
import { heading } from './page';
import { uniqueName } from './uniqueName';

type Texts = ReturnType<typeof textsOf>;
type RegistrationRole = 'student' | 'landlord';

const password = 'ein Platz am Fenster';

/** A user with an email that is unique for each run. */
const createNewUser = (kind: RegistrationRole) => {
  const lastName = uniqueName('Neuling');
  return { email: `${kind}-${lastName.toLowerCase()}@example.org`, lastName };
};
type NewUser = ReturnType<typeof createNewUser>;

for (const [kind, link, fillIn, tab, landing] of [
  ['student', 'footer.signUpStudent', fillInStudent, 'tab.students', '/my-applications'],
  ['landlord', 'footer.signUpLandlord', fillInLandlord, 'tab.landlords', '/my-listings'],
] as const) {
  test(`a ${kind} registers, is approved and logs in`, async ({ page, locale }) => {
    const t = textsOf(locale ?? 'de-DE');
    const newUser = createNewUser(kind);

    await test.step('the form', async () => {
      await page.goto('/');
      await page
        .getByRole('contentinfo')
        .getByRole('link', { name: t('shell', link) })
        .click();
      await expect(heading(page)).toHaveText(t('signUp', `${kind}.heading`));
      await fillIn(page, t, newUser);
      await inspect(page, `${kind}-1-sign-up`);
      await page.getByRole('button', { name: t('signUp', 'submit') }).click();
      await expect(page).toHaveURL(/\/signup-success$/);
      await expect(heading(page)).toHaveText(t('signUp', 'success.heading'));
      await inspect(page, `${kind}-2-success`);
    });

    await test.step('the administrator approves', async () => {
      await logIn(page, t, 'ADMIN');
      await expect(page).toHaveURL(/\/registration-requests/);
      await page.getByRole('tab', { name: t('registrations', tab) }).click();
      await page.getByLabel(t('lists', 'filter.keyword'), { exact: true }).fill(newUser.email);
      const review = t('registrations', 'review.openNamed', { name: `Jona ${newUser.lastName}` });
      await page.getByRole('button', { name: review }).click();
      await inspect(page, `${kind}-3-review`);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('registrations', 'review.approve'), exact: true })
        .click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await logOut(page, t);
    });

    const activation = await linkInMail(newUser.email, '/finish-registration');

    await test.step('the link of the mail opens the form for the password', async () => {
      await page.goto(activation);
      await expect(page.getByLabel(t('session', 'login.email'))).toHaveValue(newUser.email);
      await page.getByLabel(t('session', 'password.label'), { exact: true }).fill(password);
      await page.getByLabel(t('session', 'password.repeat')).fill(password);
      await inspect(page, `${kind}-4-password`);
      await page.getByRole('button', { name: t('session', 'finish.submit') }).click();
      await expect(page).toHaveURL(/\/registration-finished$/);
      await inspect(page, `${kind}-5-finished`);
    });

    await test.step('the first login', async () => {
      await page
        .getByRole('main')
        .getByRole('link', { name: t('session', 'finished.login') })
        .click();
      await fillLogin(page, t, newUser.email, password);
      await expect(page).toHaveURL(new RegExp(`${landing}$`));
      await page.goto('/account');
      await expect(page.getByLabel(t('person', 'email'), { exact: true })).toHaveValue(newUser.email);
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

async function fillInPerson(page: Page, t: Texts, { email, lastName }: NewUser): Promise<void> {
  const fill = (key: string, text: string) => page.getByLabel(t('person', key), { exact: true }).fill(text);
  await fill('email', email);
  await fill('firstName', 'Jona');
  await fill('lastName', lastName);
  await fill('phoneNumber', '+49 170 1234567');
  await fill('dateOfBirth', '2001-02-03');
  await page
    .getByLabel(t('person', 'gender'), { exact: true })
    .selectOption({ label: t('person', 'gender.OTHER') });
  await page.getByRole('checkbox').check();
}

async function fillInStudent(page: Page, t: Texts, newUser: NewUser): Promise<void> {
  await fillInPerson(page, t, newUser);
  await page.getByLabel(t('person', 'aboutMe'), { exact: true }).fill('Ich studiere das Wetter.');
  await page.getByLabel(t('signUp', 'proofOfStudy'), { exact: true }).setInputFiles(proofOfStudy);
  await expect(page.getByText(proofOfStudy.name)).toBeVisible();
}

async function fillInLandlord(page: Page, t: Texts, newUser: NewUser): Promise<void> {
  await fillInPerson(page, t, newUser);
  for (const [key, text] of [
    ['street', 'Ringstraße'],
    ['houseNumber', '7'],
    ['postalCode', '50674'],
    ['city', 'Köln'],
  ] as const) {
    await page.getByLabel(t('person', key), { exact: true }).fill(text);
  }
}
