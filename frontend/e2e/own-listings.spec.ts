import { apply, approveAsAdministrator, createStudent } from './applications';
import { inputMethods } from './input';
import { expect, test } from './journey';
import { createListingWithImages, deleteListing } from './listingFixtures';
import { openMenuEntry } from './menu';
import { createReviewPage, rows } from './reviewPage';
import { logIn } from './session';

for (const method of inputMethods) {
  test(`a landlord follows open applications from the compact list by ${method}`, async ({
    page,
    request,
    locale,
  }) => {
    test.slow();
    const review = createReviewPage(page, method, locale ?? 'de-DE', 'own');
    const { input, t, mark, inspectOnce } = review;
    const { id, title, word } = await createListingWithImages(request, 1);
    const student = await createStudent(request, `${mark}A`);
    await apply(request, id, student.headers);
    await approveAsAdministrator(request, mark);
    const row = rows(page).filter({ hasText: title });
    const view = (name: 'cards' | 'list') =>
      page.getByRole('button', { name: t('myListings', `view.${name}`), exact: true });

    await test.step('the landlord chooses the list', async () => {
      await page.goto('/');
      await logIn(page, t, 'LANDLORD', input);
      await expect(page).toHaveURL(/\/my-listings/);
      await expect(view('cards')).toHaveAttribute('aria-pressed', 'true');
      await input.nextTab(view('cards'), view('list'));
      await expect(view('list')).toHaveAttribute('aria-pressed', 'true');
      await input.type(page.getByLabel(t('lists', 'filter.keyword'), { exact: true }), word);
      await expect(rows(page)).toHaveCount(1);
      await expect(row).toContainText(t('listings', 'status.AVAILABLE'));
      await inspectOnce('1-list');
    });

    await test.step('the row has the actions of a card', async () => {
      await input.press(row.getByRole('button', { name: t('myListings', 'actionsNamed', { title }) }));
      for (const action of ['edit', 'changeStatus', 'copy', 'delete']) {
        await expect(
          page.getByRole('menuitem', { name: t('myListings', action), exact: true }),
        ).toBeVisible();
      }
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
    });

    const filter = page.getByRole('button', {
      name: t('applications', 'listingFilter.remove', {
        filter: t('applications', 'listingFilter.named', { title }),
      }),
    });
    await test.step('the open application leads to the applications to this listing', async () => {
      const open = t('myListings', 'openApplicationsNamed_one', { count: '1', title });
      await input.press(row.getByRole('link', { name: open, exact: true }));
      await expect(page).toHaveURL(
        (url) => url.pathname === '/applications' && url.search === `?listing=${id}`,
      );
      await expect(rows(page)).toHaveCount(1);
      await expect(rows(page)).toContainText(student.name);
      await expect(filter).toBeVisible();
      await inspectOnce('2-applications');
    });

    await test.step('without the filter all applications are listed', async () => {
      await input.press(filter);
      await expect(filter).toHaveCount(0);
      await expect(page).toHaveURL((url) => url.pathname === '/applications' && url.search === '');
    });

    await test.step('the choice of the list is remembered', async () => {
      await openMenuEntry(page, input, t, 'nav.myListings');
      await expect(view('list')).toHaveAttribute('aria-pressed', 'true');
      await expect(page.getByRole('table')).toBeVisible();
      await input.press(view('cards'));
      await expect(page.getByRole('article').first()).toBeVisible();
    });

    await deleteListing(request, id);
  });
}
