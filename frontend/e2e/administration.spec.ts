import { applyFor, newStudent } from './applicants';
import { type Desk, deskOf, rows, searchFor } from './desk';
import { enterAs, openEntry, waitingAt } from './hands';
import { inspect } from './inspect';
import { expect, test } from './journey';
import { signUpStudent } from './registrations';

/** A desk at a list that shows what the journey has made. */
async function openDesk(desk: Desk, entry: string): Promise<void> {
  const { page, hands, t } = desk;
  await page.goto('/');
  await enterAs(page, hands, t, 'ADMIN');
  await expect(page).toHaveURL(/\/registration-requests/);
  if (entry !== 'nav.registrationRequests') await openEntry(page, hands, t, entry);
  await searchFor(desk);
}

const two = { count: '2' };
const dialogOf = ({ page }: Desk) => page.getByRole('dialog');
const toastOf = ({ page }: Desk, text: string) => page.getByText(text, { exact: true });

test('registrations are approved with their proofs in view, and several together', async ({
  page,
  locale,
}) => {
  const desk = deskOf(page, 'mouse', locale ?? 'de-DE', 'approve');
  const { t, mark } = desk;
  const people = await Promise.all(
    ['A', 'B', 'C', 'D'].map((end) => signUpStudent(page.request, mark + end)),
  );
  await openDesk(desk, 'nav.registrationRequests');
  await expect(rows(page)).toHaveCount(4);

  await test.step('the proof is in the dialog, which goes on to the next request', async () => {
    await page
      .getByRole('button', { name: t('registrationRequests', 'review.open') })
      .first()
      .click();
    const dialog = dialogOf(desk);
    await expect(dialog.getByRole('region').getByRole('img')).toBeVisible();
    await inspect(page, 'approve-1-proof');
    const first = await dialog.getByRole('heading').first().textContent();
    const approveAndNext = t('registrationRequests', 'review.approveAndNext');
    await dialog.getByRole('button', { name: approveAndNext }).click();
    await expect(dialog.getByRole('heading').first()).not.toHaveText(first ?? '');
    await dialog.getByRole('button', { name: approveAndNext }).click();
    await expect(toastOf(desk, t('registrationRequests', 'review.approvedCount_other', two))).toBeVisible();
    await dialog.getByRole('button', { name: t('shell', 'dialog.close') }).click();
    await expect(rows(page)).toHaveCount(2);
  });

  await test.step('the others are selected and approved together', async () => {
    await page.getByRole('checkbox', { name: t('lists', 'selection.all') }).check();
    await inspect(page, 'approve-2-selected');
    await page
      .getByRole('button', { name: t('registrationRequests', 'selected.approve_other', two) })
      .click();
    await expect(dialogOf(desk).getByRole('listitem')).toHaveCount(2);
    await inspect(page, 'approve-3-question');
    await dialogOf(desk)
      .getByRole('button', { name: t('registrationRequests', 'review.approve'), exact: true })
      .click();
    await expect(page.getByRole('heading', { name: t('lists', 'noMatch.title') })).toBeVisible();
    await expect(rows(page)).toHaveCount(0);
  });

  await test.step('the audit trail names whom it was about', async () => {
    await page.goto('/audit');
    await searchFor(desk);
    for (const { name } of people) await expect(page.getByRole('table')).toContainText(name);
    await expect(page.getByRole('table')).toContainText(t('audit', 'action.REGISTRATION_APPROVED'));
    await expect(page.getByRole('table')).toContainText(t('audit', 'action.DOCUMENT_VIEWED'));
    await inspect(page, 'approve-4-audit');
  });
});

test.describe('a decision without a network', () => {
  test.use({ provoked: ['ERR_INTERNET_DISCONNECTED'] });

  test('is told at its row, and no error stays once it is made', async ({ page, context, locale }) => {
    const desk = deskOf(page, 'mouse', locale ?? 'de-DE', 'offline');
    const { t, mark } = desk;
    const { name } = await signUpStudent(page.request, `${mark}A`);
    await openDesk(desk, 'nav.registrationRequests');
    const open = page.getByRole('button', {
      name: t('registrationRequests', 'review.openNamed', { name }),
    });
    const approve = async () => {
      await dialogOf(desk)
        .getByRole('button', { name: t('registrationRequests', 'review.approve'), exact: true })
        .click();
      await expect(dialogOf(desk)).toHaveCount(0);
    };
    await open.click();
    // The proof is read while there is a network.
    await expect(dialogOf(desk).getByRole('region').getByRole('img')).toBeVisible();
    await context.setOffline(true);
    await approve();
    const notice = page
      .getByRole('alert')
      .filter({ hasText: t('registrationRequests', 'review.refused', { name }) });
    await expect(notice).toContainText(t('errors', 'noConnection'));
    await expect(open).toBeVisible();
    await inspect(page, 'offline-1-notice');

    await context.setOffline(false);
    await open.click();
    await approve();
    await expect(toastOf(desk, t('registrationRequests', 'review.approved', { name }))).toBeVisible();
    await expect(notice).toHaveCount(0);
    await expect(rows(page)).toHaveCount(0);
  });
});

test('a letter is decided on where it is read', async ({ page, locale }) => {
  const desk = deskOf(page, 'mouse', locale ?? 'de-DE', 'letter');
  const { t, mark } = desk;
  const student = await newStudent(page.request, `${mark}A`);
  await applyFor(page.request, [student]);
  await openDesk(desk, 'nav.studentApplications');
  await expect(rows(page)).toHaveCount(1);
  await page
    .getByRole('button', { name: t('applications', 'cell.readNamed', { name: student.name }) })
    .click();
  await expect(dialogOf(desk)).toContainText('I would like to live there.');
  await inspect(page, 'letter-1-dialog');
  await dialogOf(desk)
    .getByRole('button', { name: t('applications', 'review.accept'), exact: true })
    .click();
  await expect(dialogOf(desk)).toContainText(t('applications', 'review.acceptTitle', { name: student.name }));
  await dialogOf(desk)
    .getByRole('button', { name: t('applications', 'review.accept'), exact: true })
    .click();
  await expect(dialogOf(desk)).toHaveCount(0);
  await expect(rows(page)).toHaveCount(0);
});

test('people are found in any order of words, deactivated after a question, and deleted with what goes', async ({
  page,
  locale,
}) => {
  const desk = deskOf(page, 'mouse', locale ?? 'de-DE', 'people');
  const { t, mark } = desk;
  const student = await newStudent(page.request, `${mark}A`);
  await applyFor(page.request, [student]);
  const waiting = await signUpStudent(page.request, `${mark}B`);
  await openDesk(desk, 'nav.registrationRequests');
  await page
    .getByRole('button', { name: t('registrationRequests', 'review.openNamed', { name: waiting.name }) })
    .click();
  await dialogOf(desk)
    .getByRole('button', { name: t('registrationRequests', 'review.approve'), exact: true })
    .click();
  await expect(rows(page)).toHaveCount(0);

  await openEntry(page, desk.hands, t, 'nav.users');
  await searchFor({ ...desk, mark: `${mark}A jona` });
  await expect(rows(page)).toHaveCount(1);

  await test.step('deactivating asks first', async () => {
    await page.getByRole('button', { name: t('users', 'deactivateNamed', { name: student.name }) }).click();
    await expect(dialogOf(desk)).toContainText(t('users', 'deactivateTitle', { name: student.name }));
    await inspect(page, 'people-1-deactivate');
    await dialogOf(desk)
      .getByRole('button', { name: t('users', 'deactivate'), exact: true })
      .click();
    await expect(rows(page)).toContainText(t('users', 'status.INACTIVE'));
    await page.getByRole('button', { name: t('users', 'activateNamed', { name: student.name }) }).click();
    await expect(rows(page)).toContainText(t('users', 'status.ACTIVE'));
  });

  await test.step('deleting says what goes', async () => {
    await page.getByRole('button', { name: t('users', 'deleteNamed', { name: student.name }) }).click();
    await expect(dialogOf(desk)).toContainText(t('users', 'deletePreview.applications_one', { count: '1' }));
    await inspect(page, 'people-2-delete');
    await dialogOf(desk)
      .getByRole('button', { name: t('users', 'deleteConfirm') })
      .click();
    await expect(rows(page)).toHaveCount(0);
  });

  await test.step('who waits for the activation gets another link', async () => {
    await searchFor({ ...desk, mark: `${mark}B` });
    await page.getByRole('button', { name: t('users', 'resendNamed', { name: waiting.name }) }).click();
    await expect(toastOf(desk, t('users', 'resent', { email: waiting.email }))).toBeVisible();
    await inspect(page, 'people-3-resent');
  });
});

test('all events are acknowledged together', async ({ page, locale }) => {
  const desk = deskOf(page, 'mouse', locale ?? 'de-DE', 'events');
  const { t } = desk;
  await signUpStudent(page.request, desk.mark);
  await openDesk(desk, 'nav.events');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: t('events', 'all.open') }).click();
  await inspect(page, 'events-1-question');
  await dialogOf(desk)
    .getByRole('button', { name: t('events', 'all.confirm') })
    .click();
  await expect(dialogOf(desk)).toHaveCount(0);
  await expect(rows(page)).toHaveCount(0);
  await expect.poll(() => waitingAt(page, t, 'nav.events')).toBe(0);
  await page.goto('/events');
  await expect(page.getByRole('heading', { name: t('events', 'allDoneTitle') })).toBeVisible();
  await inspect(page, 'events-2-all-done');
});
