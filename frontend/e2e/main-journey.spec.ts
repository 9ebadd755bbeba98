import type { Page } from '@playwright/test';
import { inspect } from './inspect';
import { expect, test } from './journey';
import { findListingToApply, type Listing } from './listings';
import { expectMenuPage } from './menu';
import { demoUsers } from './users';
import { fillLogin, logIn, logOut } from './session';
import { textsOf } from './texts';

type Texts = ReturnType<typeof textsOf>;

test('a student applies for a room, administrator and landlord approve, and the student sees it', async ({
  page,
  request,
  locale,
  viewport,
}) => {
  const t = textsOf(locale ?? 'de-DE');
  const listing = await findListingToApply(request);
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
    await openMenu(page, t, 'nav.studentApplications', viewport?.width ?? 0);
    await searchFor(page, t, listing.title);
    const row = page.getByRole('row').filter({ hasText: listing.title }).first();
    await inspect(page, '7-student-applications');
    await row
      .getByRole('button')
      .filter({ hasText: t('applications', 'cell.read') })
      .click();
    await expect(page.getByRole('dialog')).toContainText(`(${name})`);
    await inspect(page, '8-letter');
    await page.getByRole('button', { name: t('shell', 'dialog.close') }).click();
    await decide(page, t, 'review.accept');
    await expect(page.getByRole('row').filter({ hasText: listing.title })).toHaveCount(0);
    await logOut(page, t);
  });

  await test.step("the landlord's review", async () => {
    await logIn(page, t, 'LANDLORD');
    await expect(page).toHaveURL(/\/my-listings/);
    await expect(page.getByRole('article').first()).toBeVisible();
    await inspect(page, '9-my-listings');
    await openMenu(page, t, 'nav.applications', viewport?.width ?? 0);
    await searchFor(page, t, listing.title);
    await expect(page.getByRole('row').filter({ hasText: listing.title })).toHaveCount(1);
    await inspect(page, '10-applications');
    await decide(page, t, 'review.accept');
    await expect(page.getByRole('row').filter({ hasText: listing.title })).toHaveCount(0);
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

/** On a phone, the menu of the role is in the side menu. */
async function openMenu(page: Page, t: Texts, entry: string, width: number): Promise<void> {
  if (width < 768) {
    await page.getByRole('button', { name: t('shell', 'nav.menu') }).click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: entryName(t, entry) })
      .click();
  } else {
    await page
      .getByRole('banner')
      .getByRole('link', { name: entryName(t, entry) })
      .click();
  }
  await expectMenuPage(page, t, entry);
}

/** The name of a menu entry, with or without the marker for pending items. */
const entryName = (t: Texts, entry: string) =>
  new RegExp(`^${t('shell', entry)}( ${t('shell', 'nav.new')} .*)?$`);

async function searchFor(page: Page, t: Texts, keyword: string): Promise<void> {
  await page.getByLabel(t('lists', 'filter.keyword'), { exact: true }).fill(keyword);
  await expect(page).toHaveURL(/keyword=/);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

async function decide(page: Page, t: Texts, decision: 'review.accept' | 'review.reject'): Promise<void> {
  await page
    .getByRole('row')
    .getByRole('button')
    .filter({ hasText: t('applications', decision) })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('applications', decision), exact: true }).click();
  await expect(dialog).toHaveCount(0);
}
