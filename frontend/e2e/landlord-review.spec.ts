import type { Page } from '@playwright/test';
import { approveAsAdministrator, createStudent, studentPassword, submitApplications } from './applications';
import { inputMethods } from './input';
import { expect, test } from './journey';
import { openMenuEntry, readMarker } from './menu';
import type { RegisteredUser } from './registrations';
import {
  createReviewPage,
  decide,
  openFilters,
  readLetter,
  readUserDetails,
  type ReviewPage,
  rows,
  searchByMark,
  waitForMarker,
} from './reviewPage';
import { logIn, logInWith, logOut } from './session';
import { demoUsers } from './users';

for (const method of inputMethods) {
  test(`a landlord decides three applications by ${method}`, async ({ page, locale }) => {
    test.slow();
    const review = createReviewPage(page, method, locale ?? 'de-DE', 'answers');
    const { input, t } = review;
    const { students, title } = await test.step('create applications that await the landlord', () =>
      createApplications(page, review.mark));
    await page.goto('/');
    await test.step('the landlord decides', async () => {
      await logIn(page, t, 'LANDLORD', input);
      await expect(page).toHaveURL(/\/my-listings/);
      await reviewApplications(review, students);
      await logOut(page, t, input);
    });
    await test.step('the accepted student sees the decision and the contact data', async () => {
      await logInWith(page, t, students[0].email, studentPassword, input);
      await expectDecision(review, title, 'APPROVED');
      await expect(page.getByRole('link', { name: demoUsers.LANDLORD })).toBeVisible();
      await review.inspectOnce('4-accepted');
      await logOut(page, t, input);
    });
    await test.step('a rejected student sees only the decision', async () => {
      await logInWith(page, t, students[1].email, studentPassword, input);
      await expectDecision(review, title, 'REJECTED');
      await expect(page.getByRole('link', { name: demoUsers.LANDLORD })).toHaveCount(0);
      await review.inspectOnce('5-rejected');
    });
  });
}

type ThreeStudents = readonly [RegisteredUser, RegisteredUser, RegisteredUser];

async function createApplications({ request }: Page, mark: string) {
  const students = [
    await createStudent(request, `${mark}A`),
    await createStudent(request, `${mark}B`),
    await createStudent(request, `${mark}C`),
  ] as const;
  const title = await submitApplications(request, students);
  await approveAsAdministrator(request, mark);
  return { students, title };
}

async function reviewApplications(review: ReviewPage, [first, second, third]: ThreeStudents): Promise<void> {
  const { page, input, t, inspectOnce } = review;
  const before = await waitForMarker(review, 'nav.applications');
  await openMenuEntry(page, input, t, 'nav.applications');
  await input.press(page.getByRole('button', { name: t('lists', 'oldestFirst') }));
  await searchByMark(review);
  // The administrator approved them in this order.
  await expect(rows(page)).toContainText([first.name, second.name, third.name]);
  await inspectOnce('1-applications');
  await readUserDetails(review, first.name);
  await expect(page.getByText(first.email)).toHaveCount(0);
  await readLetter(review, first.name);
  await decide(review, first.name, 'accept', second.name);
  await decide(review, second.name, 'reject', third.name);
  await decide(review, third.name, 'reject');
  await inspectOnce('2-nothing-left');
  await expect.poll(() => readMarker(page, t, 'nav.applications')).toBe(before - 3);

  // The approval makes the contact data visible.
  await openFilters(review);
  const pending = page.getByRole('checkbox', { name: t('shell', 'decision.PENDING') });
  await input.toggle(page.getByRole('checkbox', { name: t('shell', 'decision.APPROVED') }));
  await input.toggle(pending);
  await input.press(page.getByRole('button', { name: first.name, exact: true }));
  const dialog = page.getByRole('dialog', { name: first.name });
  await expect(dialog.getByRole('link', { name: first.email })).toBeVisible();
  await inspectOnce('3-contact');
  await input.press(dialog.getByRole('button', { name: t('shell', 'dialog.close') }));
  await expect(dialog).toHaveCount(0);
}

async function expectDecision(
  { page, t }: ReviewPage,
  title: string,
  decision: 'APPROVED' | 'REJECTED',
): Promise<void> {
  await expect(page).toHaveURL(/\/my-applications/);
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  await expect(card.getByText(t('shell', `decision.${decision}`), { exact: true })).toBeVisible();
}
