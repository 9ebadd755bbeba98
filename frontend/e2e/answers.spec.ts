import type { Page } from '@playwright/test';
import { applyFor, newStudent, ownPassword, passOn } from './applicants';
import {
  decide,
  type Desk,
  deskOf,
  marked,
  openFilters,
  readLetter,
  readPerson,
  rows,
  searchFor,
} from './desk';
import { enter, enterAs, leave, openEntry, waitingAt, ways } from './hands';
import { expect, test } from './journey';
import { people } from './people';
import type { Applicant } from './registrations';

for (const way of ways) {
  test(`a landlord answers three applicants by ${way}`, async ({ page, locale }) => {
    test.slow();
    const desk = deskOf(page, way, locale ?? 'de-DE', 'answers');
    const { hands, t } = desk;
    const { applicants, title } = await test.step('what was passed on', () =>
      applyAndPassOn(page, desk.mark));
    await page.goto('/');
    await test.step('the landlord', async () => {
      await enterAs(page, hands, t, 'LANDLORD');
      await expect(page).toHaveURL(/\/my-listings/);
      await answer(desk, applicants);
      await leave(page, hands, t);
    });
    await test.step('whoever was accepted sees it, and how to reach the landlord', async () => {
      await enter(page, hands, t, applicants[0].email, ownPassword);
      await expectAnswer(desk, title, 'APPROVED');
      await expect(page.getByRole('link', { name: people.LANDLORD })).toBeVisible();
      await desk.look('4-accepted');
      await leave(page, hands, t);
    });
    await test.step('whoever was rejected sees it, and no more', async () => {
      await enter(page, hands, t, applicants[1].email, ownPassword);
      await expectAnswer(desk, title, 'REJECTED');
      await expect(page.getByRole('link', { name: people.LANDLORD })).toHaveCount(0);
      await desk.look('5-rejected');
    });
  });
}

type Three = readonly [Applicant, Applicant, Applicant];

async function applyAndPassOn({ request }: Page, mark: string) {
  const applicants = [
    await newStudent(request, `${mark}A`),
    await newStudent(request, `${mark}B`),
    await newStudent(request, `${mark}C`),
  ] as const;
  const title = await applyFor(request, applicants);
  await passOn(request, mark);
  return { applicants, title };
}

async function answer(desk: Desk, [first, second, third]: Three): Promise<void> {
  const { page, hands, t, look } = desk;
  const before = await marked(desk, 'nav.applications');
  await openEntry(page, hands, t, 'nav.applications');
  await hands.press(page.getByRole('button', { name: t('lists', 'oldestFirst') }));
  await searchFor(desk);
  // They were passed on in this order.
  await expect(rows(page)).toContainText([first.name, second.name, third.name]);
  await look('1-applications');
  await readPerson(desk, first.name);
  await expect(page.getByText(first.email)).toHaveCount(0);
  await readLetter(desk, first.name);
  await decide(desk, first.name, 'accept', second.name);
  await decide(desk, second.name, 'reject', third.name);
  await decide(desk, third.name, 'reject');
  await look('2-nothing-left');
  await expect.poll(() => waitingAt(page, t, 'nav.applications')).toBe(before - 3);

  // Contact data come with the approval.
  await openFilters(desk);
  const pending = page.getByRole('checkbox', { name: t('shell', 'decision.PENDING') });
  await hands.toggle(page.getByRole('checkbox', { name: t('shell', 'decision.APPROVED') }));
  await hands.toggle(pending);
  await hands.press(page.getByRole('button', { name: first.name, exact: true }));
  const dialog = page.getByRole('dialog', { name: first.name });
  await expect(dialog.getByRole('link', { name: first.email })).toBeVisible();
  await look('3-contact');
  await hands.press(dialog.getByRole('button', { name: t('shell', 'dialog.close') }));
  await expect(dialog).toHaveCount(0);
}

async function expectAnswer(
  { page, t }: Desk,
  title: string,
  decision: 'APPROVED' | 'REJECTED',
): Promise<void> {
  await expect(page).toHaveURL(/\/my-applications/);
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  await expect(card.getByText(t('shell', `decision.${decision}`), { exact: true })).toBeVisible();
}
