import type { Page } from '@playwright/test';
import { createStudent, submitApplications } from './applications';
import { inputMethods } from './input';
import { expect, test } from './journey';
import { openMenuEntry, readMarker } from './menu';
import { registerLandlord, registerStudent } from './registrations';
import {
  createReviewPage,
  decide,
  readLetter,
  readUserDetails,
  type ReviewPage,
  rows,
  searchByMark,
  waitForMarker,
} from './reviewPage';
import { logIn, logOut } from './session';

for (const method of inputMethods) {
  test(`an administrator decides registrations and applications by ${method}`, async ({ page, locale }) => {
    test.slow();
    const review = createReviewPage(page, method, locale ?? 'de-DE', 'queue');
    const { input, t } = review;
    const users = await test.step('create pending items', () => createPendingItems(page, review.mark));
    await page.goto('/');
    await logIn(page, t, 'ADMIN', input);
    await expect(page).toHaveURL(/\/registration-requests/);
    await test.step('registrations', () => reviewRegistrations(review, users.registered));
    await test.step('applications', () => reviewApplications(review, users.applied));
    await test.step('events', () => expectEventsAcknowledged(review));
    await test.step('a logout removes the markers', async () => {
      await logOut(page, t, input);
      await expect(page.getByText(t('shell', 'nav.new'), { exact: true })).toHaveCount(0);
    });
  });
}

type Names = readonly [string, string, string];

/** Creates three pending registrations, and three students with applications. */
async function createPendingItems(
  { request }: Page,
  mark: string,
): Promise<{ registered: Names; applied: Names }> {
  const second = await registerStudent(request, `${mark}B`);
  const first = await registerStudent(request, `${mark}A`);
  const third = await registerLandlord(request, `${mark}C`);
  const applied = [
    await createStudent(request, `${mark}D`),
    await createStudent(request, `${mark}E`),
    await createStudent(request, `${mark}F`),
  ] as const;
  await submitApplications(request, applied);
  return {
    registered: [first.name, second.name, third.name],
    applied: [applied[0].name, applied[1].name, applied[2].name],
  };
}

async function reviewRegistrations(review: ReviewPage, [first, second, third]: Names): Promise<void> {
  const { page, input, t, inspectOnce } = review;
  const before = await waitForMarker(review, 'nav.registrationRequests');
  await searchByMark(review);
  await expect(rows(page)).toHaveCount(2);
  await inspectOnce('1-registrations');
  await decideRegistration(review, first, 'approve');
  await expect(reviewButton(review, second)).toBeFocused();
  await decideRegistration(review, second, 'reject');
  const tab = (name: string) => page.getByRole('tab', { name: t('registrations', name) });
  await input.nextTab(tab('tab.students'), tab('tab.landlords'));
  await decideRegistration(review, third, 'approve');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect.poll(() => readMarker(page, t, 'nav.registrationRequests')).toBe(before - 3);
}

const reviewButton = ({ page, t }: ReviewPage, name: string) =>
  page.getByRole('button', { name: t('registrations', 'review.openNamed', { name }) });

async function decideRegistration(
  review: ReviewPage,
  name: string,
  decision: 'approve' | 'reject',
): Promise<void> {
  const { page, input, t } = review;
  await input.press(reviewButton(review, name));
  const dialog = page.getByRole('dialog');
  await input.press(
    dialog.getByRole('button', { name: t('registrations', `review.${decision}`), exact: true }),
  );
  await expect(dialog).toHaveCount(0);
  await expect(reviewButton(review, name)).toHaveCount(0);
}

async function reviewApplications(review: ReviewPage, [first, second, third]: Names): Promise<void> {
  const { page, input, t, inspectOnce } = review;
  const before = await waitForMarker(review, 'nav.studentApplications');
  await openMenuEntry(page, input, t, 'nav.studentApplications');
  await input.press(page.getByRole('button', { name: t('lists', 'oldestFirst') }));
  await expect(page).toHaveURL(/sortField=dateCreated&sortDirection=ASC/);
  await searchByMark(review);
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toContainText(first);
  await inspectOnce('2-applications');
  await readUserDetails(review, first);
  await readLetter(review, first);
  await decide(review, first, 'accept', second);
  await decide(review, second, 'reject', third);
  await decide(review, third, 'accept');
  await expect(page.getByRole('heading', { name: t('lists', 'noMatch.title') })).toBeVisible();
  await inspectOnce('3-nothing-left');
  await expect.poll(() => readMarker(page, t, 'nav.studentApplications')).toBe(before - 3);
}

/** The decision about a registration acknowledges its event. */
async function expectEventsAcknowledged(review: ReviewPage): Promise<void> {
  const { page, input, t, inspectOnce } = review;
  await openMenuEntry(page, input, t, 'nav.events');
  await searchByMark(review);
  await expect(page.getByRole('heading', { name: t('lists', 'noMatch.title') })).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await inspectOnce('4-events');
}
