import type { Page } from '@playwright/test';
import { createInput } from './input';
import { inspect } from './inspect';
import { expect, test } from './journey';
import { findListingToApply, type Listing } from './listings';
import { openMenuEntry } from './menu';
import { rowOf } from './page';
import { decide, searchByMark } from './reviewPage';
import { demoUsers, nameOf } from './users';
import { fillLogin, logIn, logOut } from './session';
import { textsOf } from './texts';

test('a student applies for a room, administrator and landlord approve, and the student sees it', async ({
  page,
  request,
  locale,
}) => {
  const t = textsOf(locale ?? 'de-DE');
  const input = createInput(page);
  const listing = await findListingToApply(request);
  const review = { page, input, t, mark: listing.title };
  const studentName = await nameOf(request, 'STUDENT');
  const name = test.info().project.name;
  const letter = `Guten Tag,\n\nich suche ein Zimmer in ${listing.address.city} (${name}).\n\nViele Grüße`;

  await test.step('search', async () => {
    await page.goto('/');
    await page.getByLabel(t('listings', 'search.keyword'), { exact: true }).fill(listing.title);
    await page.getByRole('button', { name: t('listings', 'search.submit'), exact: true }).click();
    await expect(page).toHaveURL(/keyword=/);
    await expect(card(page, listing)).toBeVisible();
    await inspect(page, '1-search');
  });

  await test.step('detail', async () => {
    await card(page, listing).getByRole('link', { name: listing.title }).click();
    await expect(page.getByRole('heading', { level: 1, name: listing.title })).toBeVisible();
    await inspect(page, '2-detail');
  });

  await test.step('apply, with a login in between', async () => {
    await page
      .getByRole('link', { name: t('listings', 'detail.apply') })
      .filter({ visible: true })
      .first()
      .click();
    await expect(page).toHaveURL(/\/login$/);
    await inspect(page, '3-login');
    await fillLogin(page, t, demoUsers.STUDENT);
    await expect(page).toHaveURL(new RegExp(`/listing/${listing.externalId}/apply$`));
    await page.getByLabel(t('applications', 'apply.letter')).fill(letter);
    await inspect(page, '4-apply');
    await page.getByRole('button', { name: t('applications', 'apply.confirm') }).click();
    await expect(page).toHaveURL(/\/application-success$/);
    await inspect(page, '5-success');
  });

  await test.step('the student sees the pending application', async () => {
    await page
      .getByRole('main')
      .getByRole('link', { name: t('applications', 'success.toMyApplications') })
      .click();
    await expect(application(page, listing).getByText(t('shell', 'decision.PENDING'))).toBeVisible();
    await inspect(page, '6-my-applications-pending');
    await logOut(page, t);
  });

  await test.step("the administrator's review", async () => {
    await logIn(page, t, 'ADMIN');
    await expect(page).toHaveURL(/\/registration-requests/);
    await openMenuEntry(page, input, t, 'nav.studentApplications');
    await searchByMark(review);
    const row = rowOf(page, listing.title).first();
    await inspect(page, '7-student-applications');
    await row
      .getByRole('button')
      .filter({ hasText: t('applications', 'cell.read') })
      .click();
    await expect(page.getByRole('dialog')).toContainText(`(${name})`);
    await inspect(page, '8-letter');
    await page.getByRole('button', { name: t('shell', 'dialog.close') }).click();
    await decide(review, studentName, 'accept');
    await expect(rowOf(page, listing.title)).toHaveCount(0);
    await logOut(page, t);
  });

  await test.step("the landlord's review", async () => {
    await logIn(page, t, 'LANDLORD');
    await expect(page).toHaveURL(/\/my-listings/);
    await expect(page.getByRole('article').first()).toBeVisible();
    await inspect(page, '9-my-listings');
    await openMenuEntry(page, input, t, 'nav.applications');
    await searchByMark(review);
    await expect(rowOf(page, listing.title)).toHaveCount(1);
    await inspect(page, '10-applications');
    await decide(review, studentName, 'accept');
    await expect(rowOf(page, listing.title)).toHaveCount(0);
    await logOut(page, t);
  });

  await test.step('the student sees the decision and the contact data of the landlord', async () => {
    await logIn(page, t, 'STUDENT');
    const approved = application(page, listing);
    await expect(approved.getByText(t('shell', 'decision.APPROVED'))).toBeVisible();
    await expect(approved.getByRole('link', { name: demoUsers.LANDLORD })).toBeVisible();
    await inspect(page, '11-my-applications-approved');
  });
});

const card = (page: Page, { title }: Listing) =>
  page
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) })
    .first();

const application = (page: Page, { title }: Listing) =>
  page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .first();
