import { createStudent, submitApplications } from './applications';
import { inspect } from './inspect';
import { expect, test } from './journey';
import { openMenuEntry, readMarker } from './menu';
import { registerStudent } from './registrations';
import { createReviewPage, type ReviewPage, rows, searchByMark } from './reviewPage';
import { logIn } from './session';

/** Opens a list as administrator, filtered by the mark of the test. */
async function openReviewPage(review: ReviewPage, entry: string): Promise<void> {
  const { page, input, t } = review;
  await page.goto('/');
  await logIn(page, t, 'ADMIN', input);
  await expect(page).toHaveURL(/\/registration-requests/);
  if (entry !== 'nav.registrationRequests') await openMenuEntry(page, input, t, entry);
  await searchByMark(review);
}

const two = { count: '2' };
const dialogOf = ({ page }: ReviewPage) => page.getByRole('dialog');
const toastOf = ({ page }: ReviewPage, text: string) => page.getByText(text, { exact: true });

test('registrations are approved one by one with their proofs, and together', async ({ page, locale }) => {
  const review = createReviewPage(page, 'mouse', locale ?? 'de-DE', 'approve');
  const { t, mark } = review;
  const students = await Promise.all(
    ['A', 'B', 'C', 'D'].map((end) => registerStudent(page.request, mark + end)),
  );
  await openReviewPage(review, 'nav.registrationRequests');
  await expect(rows(page)).toHaveCount(4);

  await test.step('the dialog shows the proof and continues with the next registration', async () => {
    await page
      .getByRole('button', { name: t('registrations', 'review.open') })
      .first()
      .click();
    const dialog = dialogOf(review);
    await expect(dialog.getByRole('region').getByRole('img')).toBeVisible();
    await inspect(page, 'approve-1-proof');
    const first = await dialog.getByRole('heading').first().textContent();
    const approveAndNext = t('registrations', 'review.approveAndNext');
    await dialog.getByRole('button', { name: approveAndNext }).click();
    await expect(dialog.getByRole('heading').first()).not.toHaveText(first ?? '');
    await dialog.getByRole('button', { name: approveAndNext }).click();
    await expect(toastOf(review, t('registrations', 'review.approvedCount_other', two))).toBeVisible();
    await dialog.getByRole('button', { name: t('shell', 'dialog.close') }).click();
    await expect(rows(page)).toHaveCount(2);
  });

  await test.step('the others are selected and approved together', async () => {
    await page.getByRole('checkbox', { name: t('lists', 'selection.all') }).check();
    await inspect(page, 'approve-2-selected');
    await page.getByRole('button', { name: t('registrations', 'selected.approve_other', two) }).click();
    await expect(dialogOf(review).getByRole('listitem')).toHaveCount(2);
    await inspect(page, 'approve-3-question');
    await dialogOf(review)
      .getByRole('button', { name: t('registrations', 'review.approve'), exact: true })
      .click();
    await expect(page.getByRole('heading', { name: t('lists', 'noMatch.title') })).toBeVisible();
    await expect(rows(page)).toHaveCount(0);
  });

  await test.step('the audit trail names the users', async () => {
    await page.goto('/audit');
    await searchByMark(review);
    for (const { name } of students) await expect(page.getByRole('table')).toContainText(name);
    await expect(page.getByRole('table')).toContainText(t('audit', 'action.REGISTRATION_APPROVED'));
    await expect(page.getByRole('table')).toContainText(t('audit', 'action.DOCUMENT_VIEWED'));
    await inspect(page, 'approve-4-audit');
  });
});

test.describe('a decision without a network', () => {
  test.use({ expectedErrors: ['ERR_INTERNET_DISCONNECTED'] });

  test('shows an error at its row, which a retry removes', async ({ page, context, locale }) => {
    const review = createReviewPage(page, 'mouse', locale ?? 'de-DE', 'offline');
    const { t, mark } = review;
    const { name } = await registerStudent(page.request, `${mark}A`);
    await openReviewPage(review, 'nav.registrationRequests');
    const open = page.getByRole('button', {
      name: t('registrations', 'review.openNamed', { name }),
    });
    const approve = async () => {
      await dialogOf(review)
        .getByRole('button', { name: t('registrations', 'review.approve'), exact: true })
        .click();
      await expect(dialogOf(review)).toHaveCount(0);
    };
    await open.click();
    // The proof is loaded while there is a network.
    await expect(dialogOf(review).getByRole('region').getByRole('img')).toBeVisible();
    await context.setOffline(true);
    await approve();
    const notice = page
      .getByRole('alert')
      .filter({ hasText: t('registrations', 'review.refused', { name }) });
    await expect(notice).toContainText(t('errors', 'noConnection'));
    await expect(open).toBeVisible();
    await inspect(page, 'offline-1-notice');

    await context.setOffline(false);
    await open.click();
    await approve();
    await expect(toastOf(review, t('registrations', 'review.approved', { name }))).toBeVisible();
    await expect(notice).toHaveCount(0);
    await expect(rows(page)).toHaveCount(0);
  });
});

test('an application is decided in the dialog of its letter', async ({ page, locale }) => {
  const review = createReviewPage(page, 'mouse', locale ?? 'de-DE', 'letter');
  const { t, mark } = review;
  const student = await createStudent(page.request, `${mark}A`);
  await submitApplications(page.request, [student]);
  await openReviewPage(review, 'nav.studentApplications');
  await expect(rows(page)).toHaveCount(1);
  await page
    .getByRole('button', { name: t('applications', 'cell.readNamed', { name: student.name }) })
    .click();
  await expect(dialogOf(review)).toContainText('I would like to live there.');
  await inspect(page, 'letter-1-dialog');
  await dialogOf(review)
    .getByRole('button', { name: t('applications', 'review.accept'), exact: true })
    .click();
  await expect(dialogOf(review)).toContainText(
    t('applications', 'review.acceptTitle', { name: student.name }),
  );
  await dialogOf(review)
    .getByRole('button', { name: t('applications', 'review.accept'), exact: true })
    .click();
  await expect(dialogOf(review)).toHaveCount(0);
  await expect(rows(page)).toHaveCount(0);
});

test('users are found by words in any order, deactivated, deleted, and sent another activation', async ({
  page,
  locale,
}) => {
  const review = createReviewPage(page, 'mouse', locale ?? 'de-DE', 'users');
  const { t, mark } = review;
  const student = await createStudent(page.request, `${mark}A`);
  await submitApplications(page.request, [student]);
  const pendingStudent = await registerStudent(page.request, `${mark}B`);
  await openReviewPage(review, 'nav.registrationRequests');
  await page
    .getByRole('button', {
      name: t('registrations', 'review.openNamed', { name: pendingStudent.name }),
    })
    .click();
  await dialogOf(review)
    .getByRole('button', { name: t('registrations', 'review.approve'), exact: true })
    .click();
  await expect(rows(page)).toHaveCount(0);

  await openMenuEntry(page, review.input, t, 'nav.users');
  await searchByMark({ ...review, mark: `${mark}A jona` });
  await expect(rows(page)).toHaveCount(1);

  await test.step('Deactivate is confirmed first', async () => {
    await page.getByRole('button', { name: t('users', 'deactivateNamed', { name: student.name }) }).click();
    await expect(dialogOf(review)).toContainText(t('users', 'deactivateTitle', { name: student.name }));
    await inspect(page, 'users-1-deactivate');
    await dialogOf(review)
      .getByRole('button', { name: t('users', 'deactivate'), exact: true })
      .click();
    await expect(rows(page)).toContainText(t('users', 'status.INACTIVE'));
    await page.getByRole('button', { name: t('users', 'activateNamed', { name: student.name }) }).click();
    await expect(rows(page)).toContainText(t('users', 'status.ACTIVE'));
  });

  await test.step('Delete shows what is deleted', async () => {
    await page.getByRole('button', { name: t('users', 'deleteNamed', { name: student.name }) }).click();
    await expect(dialogOf(review)).toContainText(
      t('users', 'deletePreview.applications_one', { count: '1' }),
    );
    await inspect(page, 'users-2-delete');
    await dialogOf(review)
      .getByRole('button', { name: t('users', 'deleteConfirm') })
      .click();
    await expect(rows(page)).toHaveCount(0);
  });

  await test.step('a user without activation gets another link', async () => {
    await searchByMark({ ...review, mark: `${mark}B` });
    await page
      .getByRole('button', { name: t('users', 'resendNamed', { name: pendingStudent.name }) })
      .click();
    await expect(toastOf(review, t('users', 'resent', { email: pendingStudent.email }))).toBeVisible();
    await inspect(page, 'users-3-resent');
  });
});

test('all events are acknowledged together', async ({ page, locale }) => {
  const review = createReviewPage(page, 'mouse', locale ?? 'de-DE', 'events');
  const { t } = review;
  await registerStudent(page.request, review.mark);
  await openReviewPage(review, 'nav.events');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: t('events', 'all.open') }).click();
  await inspect(page, 'events-1-question');
  await dialogOf(review)
    .getByRole('button', { name: t('events', 'all.confirm') })
    .click();
  await expect(dialogOf(review)).toHaveCount(0);
  await expect(rows(page)).toHaveCount(0);
  await expect.poll(() => readMarker(page, t, 'nav.events')).toBe(0);
  await page.goto('/events');
  await expect(page.getByRole('heading', { name: t('events', 'allDoneTitle') })).toBeVisible();
  await inspect(page, 'events-2-all-done');
});
