import type { APIRequestContext, Locator } from '@playwright/test';
import { apply, approveAsAdministrator, createStudent, studentPassword } from './applications';
import { inputMethods } from './input';
import { expect, test } from './journey';
import { openMenuEntry } from './menu';
import { createReviewPage, decide, type ReviewPage, rows, searchByMark } from './reviewPage';
import { logIn, logInWith, logOut } from './session';
import { bearer } from './users';

for (const method of inputMethods) {
  test(`a landlord lets one of five rooms and answers all who wait by ${method}`, async ({
    page,
    locale,
  }) => {
    test.slow();
    const review = createReviewPage(page, method, locale ?? 'de-DE', 'letting');
    const { request } = page;
    const { input, t, mark } = review;
    const title = `Room five ${mark}`;
    await page.goto('/');
    const id = await test.step('the landlord copies a listing', async () => {
      await logIn(page, t, 'LANDLORD', input);
      return copyFirstListing(review);
    });
    const students = await test.step('four students apply, one of them is not checked yet', async () => {
      await publish(request, id, title);
      const created = [
        await createStudent(request, `${mark}A`),
        await createStudent(request, `${mark}B`),
        await createStudent(request, `${mark}C`),
      ] as const;
      for (const { headers } of created) await apply(request, id, headers);
      await approveAsAdministrator(request, mark);
      const unchecked = await createStudent(request, `${mark}D`);
      await apply(request, id, unchecked.headers);
      return [...created, unchecked] as const;
    });
    const [accepted, declined, waiting, unchecked] = students;

    await test.step('one gets a rejection with a reason, one is accepted', async () => {
      await openMenuEntry(page, input, t, 'nav.applications');
      await searchByMark(review);
      await expect(rows(page)).toHaveCount(3);
      await rejectWithReason(review, declined.name);
      await decide(review, accepted.name, 'accept', waiting.name);
    });

    await test.step('the listing is let, and all who wait are answered', async () => {
      const notice = page.getByRole('alert').filter({ hasText: accepted.email });
      await review.inspectOnce('2-question');
      await input.press(notice.getByRole('button', { name: t('applications', 'let.mark') }));
      await input.press(notice.getByRole('button', { name: t('applications', 'let.declineAll') }));
      await expect(page.getByText(t('applications', 'let.declined_other', { count: '2' }))).toBeVisible();
      await expect(notice.getByText(t('applications', 'let.done', { title }))).toBeFocused();
      await expect(rows(page)).toHaveCount(0);
      await review.inspectOnce('3-answered');
      await logOut(page, t, input);
    });

    await test.step('each student reads why', async () => {
      for (const [student, reason] of [
        [declined, 'rejection.DATES'],
        [waiting, 'rejection.TAKEN'],
        [unchecked, 'rejection.TAKEN'],
      ] as const) {
        await logInWith(page, t, student.email, studentPassword, input);
        const card = cardOf(review, title);
        await expect(card.getByText(t('applications', reason))).toBeVisible();
        await expect(card.getByText(note)).toHaveCount(student === declined ? 1 : 0);
        if (student === declined) await review.inspectOnce('4-reason');
        await logOut(page, t, input);
      }
    });
  });
}

const note = 'From May on the room is free again.';

const cardOf = ({ page }: ReviewPage, title: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** Returns the id of the copy, which the wizard shows. */
async function copyFirstListing({ page, input, t, inspectOnce }: ReviewPage): Promise<string> {
  await expect(page).toHaveURL(/\/my-listings/);
  const prefix = t('myListings', 'copyNamed', { title: '' });
  await input.press(page.getByRole('button', { name: new RegExp(`^${prefix}`) }).first());
  const dialog = page.getByRole('dialog', { name: t('myListings', 'copyTitle') });
  await inspectOnce('1-copy');
  await input.press(dialog.getByRole('button', { name: t('myListings', 'copyConfirm') }));
  await expect(page).toHaveURL(/\/manage-listing\//);
  await expect(page.getByText(t('myListings', 'copied'))).toBeVisible();
  return /manage-listing\/([-\w]+)/.exec(page.url())?.[1] ?? '';
}

async function publish(request: APIRequestContext, id: string, title: string): Promise<void> {
  const headers = await bearer(request, 'LANDLORD');
  const read = await request.get(`/api/v1/listings/${id}`, { headers });
  const { payload } = (await read.json()) as { payload: { status: string; unitType: string } };
  expect(payload.status).toBe('DRAFT');
  const saved = await request.put(`/api/v1/listings/${id}`, { headers, data: { ...payload, title } });
  expect(saved.ok()).toBe(true);
  const published = await request.put(`/api/v1/listings/${id}/status?status=AVAILABLE`, { headers });
  expect(published.ok(), 'the copy has the images').toBe(true);
}

async function rejectWithReason({ page, input, t, inspectOnce }: ReviewPage, name: string): Promise<void> {
  await input.press(page.getByRole('button', { name: t('applications', 'review.rejectNamed', { name }) }));
  const dialog = page.getByRole('dialog');
  // The reasons have the focus: the arrow keys choose.
  await expect(dialog.getByRole('radio', { name: t('applications', 'reject.noReason') })).toBeFocused();
  for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: t('applications', 'reason.DATES') })).toBeChecked();
  await input.type(dialog.getByLabel(t('applications', 'reject.note')), note);
  await inspectOnce('2-reject');
  await input.press(dialog.getByRole('button', { name: t('applications', 'review.reject') }));
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
}
