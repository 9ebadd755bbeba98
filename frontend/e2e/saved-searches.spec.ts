import type { Locator, Page } from '@playwright/test';
import { createStudent, studentPassword } from './applications';
import { createInput, inputMethods } from './input';
import { inspect } from './inspect';
import { expect, test } from './journey';
import { createListingWithImages, createWord, deleteListing } from './listingFixtures';
import { linkInMail, unsubscribeHeaderInMail } from './mails';
import { openMenuEntry } from './menu';
import { fillLogin, logInWith } from './session';
import { textsOf } from './texts';
import { demoUsers } from './users';
import { heading } from './page';
import { uniqueName } from './uniqueName';

for (const method of inputMethods) {
  test(`a student saves a search, hears of a new room and applies, by ${method}`, async ({
    page,
    request,
    locale,
  }) => {
    const t = textsOf(locale ?? 'de-DE');
    const input = createInput(page, method);
    const word = createWord();
    const { email } = await createStudent(request, uniqueName('Suche'));
    const name = `Zimmer ${word}`;
    const card = page.getByRole('article', { name, exact: true });
    const frequency = card.getByLabel(t('savedSearches', 'frequency'), { exact: true });
    const isNew = card.getByText(t('savedSearches', 'new_one', { count: '1' }), { exact: true });

    await test.step('saves a search without results', async () => {
      await page.goto('/');
      await logInWith(page, t, email, studentPassword, input);
      await page.goto(`/?keyword=${word}`);
      await inspect(page, `1-no-results-${method}`);
      await input.press(button(page, t('savedSearches', 'saveAndTell')));
      const dialog = page.getByRole('dialog', { name: t('savedSearches', 'save'), exact: true });
      await input.type(dialog.getByLabel(t('savedSearches', 'name'), { exact: true }), name);
      await expect(dialog.getByLabel(t('savedSearches', 'frequency'), { exact: true })).toHaveValue(
        'IMMEDIATELY',
      );
      await inspect(page, `2-dialog-${method}`);
      await input.press(dialog.getByRole('button', { name: t('savedSearches', 'submit'), exact: true }));
      await expect(dialog).toHaveCount(0);
      await expect(button(page, t('savedSearches', 'saved')).first()).toBeVisible();
      await openMenuEntry(page, input, t, 'nav.savedSearches');
      await expect(frequency).toHaveValue('IMMEDIATELY');
      await expect(isNew).toHaveCount(0);
      await inspect(page, `3-list-${method}`);
    });

    const { id, title } = await createListingWithImages(request, 1, word);
    const listing = await linkInMail(email, `/listing/${id}`);

    await test.step('sees that one is new, until the search is open', async () => {
      await page.reload();
      await expect(isNew).toBeVisible();
      await inspect(page, `4-new-${method}`);
      const seen = page.waitForResponse((response) => response.url().endsWith('/seen'));
      const openNamed = t('savedSearches', 'openNamed', { name });
      await input.press(card.getByRole('link', { name: openNamed, exact: true }));
      await expect(page).toHaveURL(new RegExp(`keyword=${word}`));
      await expect(page.getByRole('article').filter({ hasText: title })).toHaveCount(1);
      expect((await seen).status()).toBe(204);
      await page.goto('/saved-searches');
      await expect(card).toBeVisible();
      await expect(isNew).toHaveCount(0);
    });

    await test.step('the link of the mail opens the listing, and the student applies', async () => {
      await page.goto(listing);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      const apply = page.getByRole('link', { name: t('listings', 'detail.apply') });
      await input.press(apply.filter({ visible: true }).first());
      await expect(page).toHaveURL(new RegExp(`/listing/${id}/apply$`));
      await input.type(page.getByLabel(t('applications', 'apply.letter')), `Ich suche ein Zimmer (${word}).`);
      await input.press(button(page, t('applications', 'apply.confirm')));
      await expect(page).toHaveURL(/\/application-success$/);
    });

    await test.step('the link of the mail ends the mails', async () => {
      await page.goto(await linkInMail(email, '/unsubscribe'));
      await expect(heading(page)).toHaveText(t('savedSearches', 'unsubscribe.heading'));
      await inspect(page, `5-unsubscribe-${method}`);
      await input.press(button(page, t('savedSearches', 'unsubscribe.submit')));
      await expect(heading(page)).toHaveText(t('savedSearches', 'unsubscribe.doneHeading'));
      await inspect(page, `6-unsubscribed-${method}`);
      await input.press(page.getByRole('main').getByRole('link', { name: t('savedSearches', 'toList') }));
      await expect(frequency).toHaveValue('NEVER');
    });

    await test.step('the one-click link of the mail does so too', async () => {
      const changed = page.waitForResponse((response) => response.request().method() === 'PUT');
      await frequency.selectOption('DAILY');
      expect((await changed).status()).toBe(200);
      const response = await request.post(await unsubscribeHeaderInMail(email), {
        form: { 'List-Unsubscribe': 'One-Click' },
      });
      expect(response.status()).toBe(204);
      await page.reload();
      await expect(frequency).toHaveValue('NEVER');
    });

    await deleteListing(request, id);
  });
}

test('a visitor saves a search, finds it after the login, renames and deletes it', async ({
  page,
  locale,
}) => {
  const t = textsOf(locale ?? 'de-DE');
  const input = createInput(page, 'keyboard');
  const [name, otherName] = [uniqueName('Köln '), uniqueName('Südstadt ')];
  const address = `/?place=K%C3%B6ln&unitTypes=ROOM&priceMax=${100 + (Date.now() % 800)}`;
  const cardOf = (title: string) => page.getByRole('article', { name: title, exact: true });
  const press = (key: string, title: string) =>
    input.press(button(page, t('savedSearches', key, { name: title })));

  await test.step('the dialog leads to the login', async () => {
    await page.goto(address);
    await input.press(button(page, t('savedSearches', 'save')));
    const dialog = page.getByRole('dialog', { name: t('savedSearches', 'save'), exact: true });
    await input.type(dialog.getByLabel(t('savedSearches', 'name'), { exact: true }), name);
    await inspect(page, '7-visitor');
    await input.press(dialog.getByRole('link', { name: t('savedSearches', 'logIn'), exact: true }));
    await fillLogin(page, t, demoUsers.STUDENT, undefined, input);
    await expect(page.getByText(t('savedSearches', 'kept.done', { name }))).toBeVisible();
    await expect(page).toHaveURL(address);
    expect(await page.evaluate(() => localStorage.getItem('searchToSave'))).toBeNull();
  });

  await test.step('the saved search gets another name', async () => {
    await page.goto('/saved-searches');
    await press('editNamed', name);
    const dialog = page.getByRole('dialog');
    await input.type(dialog.getByLabel(t('savedSearches', 'name'), { exact: true }), otherName);
    await inspect(page, '8-edit');
    await page.keyboard.press('Enter');
    await expect(cardOf(otherName)).toBeVisible();
    await expect(cardOf(name)).toHaveCount(0);
  });

  await test.step('and is deleted', async () => {
    await press('deleteNamed', otherName);
    await inspect(page, '9-delete');
    await input.press(
      page
        .getByRole('dialog')
        .getByRole('button', { name: t('savedSearches', 'delete.confirm'), exact: true }),
    );
    await expect(cardOf(otherName)).toHaveCount(0);
    await expect(heading(page)).toBeFocused();
  });
});

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
