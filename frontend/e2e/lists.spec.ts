import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { inspect } from './inspect';
import { expect, test } from './journey';
import { becomeUser } from './people';
import { proofOfStudy, signUpLandlord, signUpStudent } from './registrations';

const cards = (page: Page) => page.getByRole('article');

/** Nothing is under way any more, and nothing went wrong. */
async function expectAnswer(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
}

for (const [address, role] of [
  ['/my-applications', 'STUDENT'],
  ['/student-applications', 'ADMIN'],
  ['/applications', 'LANDLORD'],
  ['/my-listings', 'LANDLORD'],
  ['/my-listings', 'ADMIN'],
  ['/registration-requests', 'ADMIN'],
  ['/registration-requests?tab=landlords', 'ADMIN'],
  ['/users', 'ADMIN'],
] as const) {
  test(`the server understands every choice that ${address} offers to ${role}`, async ({ page }) => {
    await becomeUser(page, role);
    await page.goto(address);
    await expectAnswer(page);
    for (const label of ['Sort by', 'Direction']) {
      const select = page.getByLabel(label);
      for (const value of await select
        .getByRole('option')
        .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))) {
        await select.selectOption(value);
        await expectAnswer(page);
      }
    }
    // The boxes of the rows select, and ask the server nothing.
    for (const chip of await page.getByRole('search').getByRole('checkbox').all()) {
      await chip.click();
      await expectAnswer(page);
    }
    await page.getByLabel('Search', { exact: true }).fill('%_ ä"\\');
    await expect(page).toHaveURL(/keyword=/);
    await expectAnswer(page);
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
    await page.getByRole('button', { name: 'Show everything' }).click();
    await expectAnswer(page);
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toHaveCount(0);
  });
}

test('I133 I136: the pages of a list, the last one instead of one past the end', async ({ page }) => {
  await becomeUser(page, 'ADMIN');
  await page.goto('/my-listings?page=9999');
  await expect(page).not.toHaveURL(/page=9999/);
  await expect(cards(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Page 1', exact: true }).click();
  await expect(page).toHaveURL(/\/my-listings$/);
  await expectAnswer(page);
  await page.getByRole('button', { name: 'Next page' }).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=1$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test('S258 S260 S262: a landlord archives a listing and deletes it', async ({ page }) => {
  await becomeUser(page, 'LANDLORD');
  await page.goto('/my-listings?status=DRAFT');
  const title = (await cards(page).first().getByRole('heading').textContent()) ?? '';
  await page
    .getByRole('button', { name: `Change Status: ${title}` })
    .first()
    .click();
  await page.getByLabel('New status').selectOption('ARCHIVED');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.goto(`/my-listings?status=ARCHIVED&keyword=${encodeURIComponent(title)}`);
  await expect(cards(page).first()).toContainText('Archived');
  const before = await cards(page).count();
  await page
    .getByRole('button', { name: `Delete listing: ${title}` })
    .first()
    .click();
  await page.getByRole('button', { name: 'Delete listing', exact: true }).click();
  await expect(page.getByText('Listing deleted.')).toBeVisible();
  await expect(cards(page)).toHaveCount(before - 1);
});

test('I140 I141: a student takes an application back', async ({ page }) => {
  await becomeUser(page, 'STUDENT');
  await page.goto('/my-applications?status=PENDING');
  await expect(cards(page).first()).toBeVisible();
  const before = await cards(page).count();
  await cards(page)
    .first()
    .getByRole('button', { name: /^Delete application/ })
    .click();
  await page.getByRole('button', { name: 'Delete application', exact: true }).click();
  await expect(page.getByText('Application deleted.')).toBeVisible();
  await expect(cards(page)).toHaveCount(before - 1);
});

/** Unmistakable however often the journeys are played. */
const uniqueName = (name: string) => `${name}${Date.now().toString(36)}`;
const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email });

test('W347 W351 W352: an administrator reads the proof of study and rejects the student', async ({
  page,
  request,
}) => {
  const { email, name } = await signUpStudent(request, uniqueName('Reh'));
  await becomeUser(page, 'ADMIN');
  await page.goto(`/registration-requests?keyword=${encodeURIComponent(email)}`);
  const arriving = page.waitForEvent('download');
  await rowOf(page, email)
    .getByRole('button', { name: /^Download/ })
    .click();
  const file = await arriving;
  expect(file.suggestedFilename()).toBe(proofOfStudy.name);
  expect(await readFile(await file.path())).toEqual(proofOfStudy.buffer);
  await rowOf(page, email)
    .getByRole('button', { name: `Review ${name}’s request` })
    .click();
  await expect(page.getByRole('dialog')).toContainText(proofOfStudy.name);
  await inspect(page, 'registration-review');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText(`${name}’s registration has been rejected.`)).toBeVisible();
  await expect(rowOf(page, email)).toHaveCount(0);
});

test.describe('a decision that somebody else has made', () => {
  test.use({ provoked: ['409'] });

  test('W353: closes the dialog, and the list shows it', async ({ page, request }) => {
    const { email, name } = await signUpLandlord(request, uniqueName('Dachs'));
    await becomeUser(page, 'ADMIN');
    await page.goto(`/registration-requests?tab=landlords&status=ANY&keyword=${encodeURIComponent(email)}`);
    const open = rowOf(page, email).getByRole('button', { name: `Review ${name}’s request` });
    await open.click();
    // The same page of a colleague, who is faster.
    const colleague = await page.context().newPage();
    await becomeUser(colleague, 'ADMIN');
    await colleague.goto(page.url());
    await rowOf(colleague, email)
      .getByRole('button', { name: /^Review/ })
      .click();
    await colleague.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await expect(rowOf(colleague, email)).toContainText('Approved');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await expect(page.getByText('A decision on this registration has already been made.')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(rowOf(page, email)).toContainText('Approved');
  });
});

test('X361 X367 X369: an administrator is invited, and deleted again', async ({ page }) => {
  const lastName = uniqueName('Luchs');
  const email = `${lastName.toLowerCase()}@example.org`;
  await becomeUser(page, 'ADMIN');
  await page.goto('/users');
  await page.getByRole('button', { name: 'Create Administrator' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByText('Email is required')).toBeVisible();
  await inspect(page, 'create-administrator');
  await form.getByLabel('Email', { exact: true }).fill(email);
  await form.getByLabel('First name').fill('Ada');
  await form.getByLabel('Last name').fill(lastName);
  await form.getByLabel('Gender').selectOption('OTHER');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText(`An invitation is on its way to ${email}.`)).toBeVisible();
  await page.goto(`/users?keyword=${encodeURIComponent(email)}`);
  await expect(rowOf(page, email)).toContainText('Registration pending');
  await expect(rowOf(page, email).getByRole('button', { name: /ctivate/ })).toHaveCount(0);
  await rowOf(page, email)
    .getByRole('button', { name: `Delete Ada ${lastName}` })
    .click();
  await inspect(page, 'delete-user');
  await page.getByRole('button', { name: 'Delete user' }).click();
  await expect(page.getByText(`Ada ${lastName}’s account has been deleted.`)).toBeVisible();
  await expect(rowOf(page, email)).toHaveCount(0);
});

test('X366 X368: a landlord is deactivated and brought back', async ({ page }) => {
  await becomeUser(page, 'ADMIN');
  await page.goto('/users?role=LANDLORD&status=ACTIVE&status=INACTIVE&sortField=email&sortDirection=ASC');
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /^Deactivate/ }) })
    .last();
  const email = /\S+@\S+/.exec(await row.getByRole('button').first().innerText())?.[0] ?? '';
  await rowOf(page, email)
    .getByRole('button', { name: /^Deactivate/ })
    .click();
  await inspect(page, 'deactivate-user');
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(rowOf(page, email)).toContainText('Inactive');
  await rowOf(page, email)
    .getByRole('button', { name: /^Activate/ })
    .click();
  await expect(rowOf(page, email).getByRole('button', { name: /^Deactivate/ })).toBeVisible();
});

test('whatever takes the focus by keyboard shows it', async ({ page }) => {
  await becomeUser(page, 'ADMIN');
  await page.goto('/registration-requests?status=ANY');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('tab', { name: 'Students' }).focus();
  const unseen: string[] = [];
  for (let step = 0; step < 14; step++) {
    await page.keyboard.press('Tab');
    const dark = await page.evaluate(() => {
      const focused = document.activeElement;
      // A field's frame and the face of a chip stand for the control inside.
      const rings = [focused, focused?.parentElement, focused?.nextElementSibling].filter(
        (one) => one instanceof Element,
      );
      return rings.some((one) => getComputedStyle(one).outlineStyle === 'solid')
        ? undefined
        : focused?.outerHTML;
    });
    if (dark) unseen.push(dark);
  }
  expect(unseen).toEqual([]);
});
