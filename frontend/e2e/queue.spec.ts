import type { Page } from '@playwright/test';
import { applyFor, newStudent } from './applicants';
import { decide, type Desk, deskOf, marked, readLetter, readPerson, rows, searchFor } from './desk';
import { enterAs, leave, openEntry, waitingAt, ways } from './hands';
import { expect, test } from './journey';
import { signUpLandlord, signUpStudent } from './registrations';

for (const way of ways) {
  test(`an administrator clears the morning's queue by ${way}`, async ({ page, locale }) => {
    test.slow();
    const desk = deskOf(page, way, locale ?? 'de-DE', 'queue');
    const { hands, t } = desk;
    const people = await test.step('over night', () => fillQueue(page, desk.mark));
    await page.goto('/');
    await enterAs(page, hands, t, 'ADMIN');
    await expect(page).toHaveURL(/\/registration-requests/);
    await test.step('registrations', () => clearRegistrations(desk, people.registered));
    await test.step('applications', () => clearApplications(desk, people.applied));
    await test.step('events', () => expectEventsAcknowledged(desk));
    await test.step('logging out takes the markers away', async () => {
      await leave(page, hands, t);
      await expect(page.getByText(t('shell', 'nav.new'), { exact: true })).toHaveCount(0);
    });
  });
}

type Names = readonly [string, string, string];

/** Three registrations that wait, and three students who have applied. */
async function fillQueue({ request }: Page, mark: string): Promise<{ registered: Names; applied: Names }> {
  const second = await signUpStudent(request, `${mark}B`);
  const first = await signUpStudent(request, `${mark}A`);
  const third = await signUpLandlord(request, `${mark}C`);
  const applied = [
    await newStudent(request, `${mark}D`),
    await newStudent(request, `${mark}E`),
    await newStudent(request, `${mark}F`),
  ] as const;
  await applyFor(request, applied);
  return {
    registered: [first.name, second.name, third.name],
    applied: [applied[0].name, applied[1].name, applied[2].name],
  };
}

async function clearRegistrations(desk: Desk, [first, second, third]: Names): Promise<void> {
  const { page, hands, t, look } = desk;
  const before = await marked(desk, 'nav.registrationRequests');
  await searchFor(desk);
  await expect(rows(page)).toHaveCount(2);
  await look('1-registrations');
  await decideRegistration(desk, first, 'approve');
  await expect(review(desk, second)).toBeFocused();
  await decideRegistration(desk, second, 'reject');
  const tab = (name: string) => page.getByRole('tab', { name: t('registrationRequests', name) });
  await hands.nextTab(tab('tab.students'), tab('tab.landlords'));
  await decideRegistration(desk, third, 'approve');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect.poll(() => waitingAt(page, t, 'nav.registrationRequests')).toBe(before - 3);
}

const review = ({ page, t }: Desk, name: string) =>
  page.getByRole('button', { name: t('registrationRequests', 'review.openNamed', { name }) });

async function decideRegistration(desk: Desk, name: string, answer: 'approve' | 'reject'): Promise<void> {
  const { page, hands, t } = desk;
  await hands.press(review(desk, name));
  const dialog = page.getByRole('dialog');
  await hands.press(
    dialog.getByRole('button', { name: t('registrationRequests', `review.${answer}`), exact: true }),
  );
  await expect(dialog).toHaveCount(0);
  await expect(review(desk, name)).toHaveCount(0);
}

async function clearApplications(desk: Desk, [first, second, third]: Names): Promise<void> {
  const { page, hands, t, look } = desk;
  const before = await marked(desk, 'nav.studentApplications');
  await openEntry(page, hands, t, 'nav.studentApplications');
  await hands.press(page.getByRole('button', { name: t('lists', 'oldestFirst') }));
  await expect(page).toHaveURL(/sortField=dateCreated&sortDirection=ASC/);
  await searchFor(desk);
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toContainText(first);
  await look('2-applications');
  await readPerson(desk, first);
  await readLetter(desk, first);
  await decide(desk, first, 'accept', second);
  await decide(desk, second, 'reject', third);
  await decide(desk, third, 'accept');
  await expect(page.getByRole('heading', { name: t('lists', 'noMatch.title') })).toBeVisible();
  await look('3-nothing-left');
  await expect.poll(() => waitingAt(page, t, 'nav.studentApplications')).toBe(before - 3);
}

/** The decision on a sign-up acknowledges its event. */
async function expectEventsAcknowledged(desk: Desk): Promise<void> {
  const { page, hands, t, look } = desk;
  await openEntry(page, hands, t, 'nav.events');
  await searchFor(desk);
  await expect(page.getByRole('heading', { name: t('lists', 'noMatch.title') })).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await look('4-events');
}
