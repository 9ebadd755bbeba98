import { inspect } from './inspect';
import { createInput, inputMethods } from './input';
import { expect, test } from './journey';
import { createListingWithImages, deleteListing, markRented } from './listingFixtures';
import { searchField } from './searchField';
import { fillLogin } from './session';
import { textsOf } from './texts';
import { demoUsers } from './users';

for (const method of inputMethods) {
  test(`a student marks listings before the login and finds them afterwards, by ${method}`, async ({
    page,
    request,
    locale,
  }) => {
    const t = textsOf(locale ?? 'de-DE');
    const input = createInput(page, method);
    const rented = await createListingWithImages(request, 2);
    const deleted = await createListingWithImages(request, 1);
    const heart = (title: string) =>
      page.getByRole('button', { name: t('favourites', 'mark', { title }), exact: true });
    const similar = (title: string) =>
      page.getByRole('link', { name: t('favourites', 'similarNamed', { title }), exact: true });

    await test.step('mark one on its card', async () => {
      await page.goto('/');
      const search = await searchField(page, t);
      await search.fill(rented.word);
      await search.press('Enter');
      await expect(page.getByRole('article')).toHaveCount(1);
      await expect(heart(rented.title)).toHaveAttribute('aria-pressed', 'false');
      await input.press(heart(rented.title));
      await expect(heart(rented.title)).toHaveAttribute('aria-pressed', 'true');
      await inspect(page, `1-marked-${method}`);
    });

    await test.step('mark the other on its page', async () => {
      await page.goto(`/listing/${deleted.id}`);
      await input.press(heart(deleted.title));
      await expect(heart(deleted.title)).toHaveAttribute('aria-pressed', 'true');
      await inspect(page, `2-listing-${method}`);
    });

    await test.step('both are on the page of favourites', async () => {
      await page.goto('/favourites');
      await expect(page.getByRole('article')).toHaveCount(2);
      await expect(page.getByRole('note')).toContainText(t('favourites', 'signUpHint'));
      await inspect(page, `3-visitor-${method}`);
    });

    await test.step('the login moves them into the list', async () => {
      const note = page.getByRole('note');
      await input.press(note.getByRole('link', { name: t('favourites', 'logIn'), exact: true }));
      await fillLogin(page, t, demoUsers.STUDENT, undefined, input);
      await expect(page).toHaveURL(/\/favourites$/);
      await expect(page.getByText(t('favourites', 'merged_other', { count: '2' }))).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem('favourites'))).toBeNull();
    });

    await test.step('what is rented or gone says so', async () => {
      await markRented(request, rented.id);
      await deleteListing(request, deleted.id);
      await page.reload();
      const card = page.getByRole('article').filter({ hasText: rented.title });
      await expect(card.getByText(t('listings', 'status.RENTED'), { exact: true })).toBeVisible();
      const rest = page.getByRole('article').filter({ hasText: deleted.title });
      await expect(rest.getByText(t('favourites', 'gone'))).toBeVisible();
      await inspect(page, `4-student-${method}`);
    });

    await test.step('a gone one can be removed, and similar ones be found', async () => {
      const name = t('favourites', 'removeNamed', { title: deleted.title });
      await input.press(page.getByRole('button', { name, exact: true }));
      await expect(page.getByRole('article').filter({ hasText: deleted.title })).toHaveCount(0);
      await input.press(similar(rented.title));
      await expect(page).toHaveURL(/place=K%C3%B6ln&unitTypes=ROOM&priceMin=/);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.goto('/favourites');
      // Until the list is read, a heart looks unmarked, and pressing it would mark the listing.
      await expect(heart(rented.title)).toHaveAttribute('aria-pressed', 'true');
      await input.press(heart(rented.title));
      await expect(heart(rented.title)).toHaveAttribute('aria-pressed', 'false');
    });

    await deleteListing(request, rented.id);
  });
}
