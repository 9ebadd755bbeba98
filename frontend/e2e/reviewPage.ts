import { expect, type Locator, type Page } from '@playwright/test';
import { createInput, type Input, type InputMethod } from './input';
import { inspect } from './inspect';
import { readMarker } from './menu';
import { textsOf } from './texts';
import { uniqueName } from './uniqueName';
import { isPhone } from './page';

/** A page with a list of pending items, and the data of a test. */
export type ReviewPage = {
  page: Page;
  input: Input;
  t: ReturnType<typeof textsOf>;
  /** Part of the last names of all users that the test creates. */
  mark: string;
  /** Takes each screenshot once: by mouse on the wide screen, by keyboard on the narrow one. */
  inspectOnce: (name: string) => Promise<void>;
};

export function createReviewPage(
  page: Page,
  method: InputMethod,
  language: string,
  journey: string,
): ReviewPage {
  return {
    page,
    input: createInput(page, method),
    t: textsOf(language),
    mark: uniqueName(journey),
    inspectOnce: async (name) => {
      if (isPhone(page) === (method === 'keyboard')) await inspect(page, `${journey}-${name}`);
    },
  };
}

export const rows = (page: Page): Locator => page.getByRole('row').filter({ has: page.getByRole('cell') });

/** Waits for the marker of a menu entry and returns its count. */
export async function waitForMarker({ page, t }: ReviewPage, entry: string): Promise<number> {
  await expect.poll(() => readMarker(page, t, entry)).toBeGreaterThan(0);
  return readMarker(page, t, entry);
}

/** Filters the list by the mark of the test. */
export async function searchByMark({ page, input, t, mark }: Omit<ReviewPage, 'inspectOnce'>): Promise<void> {
  await input.type(page.getByLabel(t('lists', 'filter.keyword'), { exact: true }), mark);
  await expect(page).toHaveURL(/keyword=/);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** Opens the filters, which are collapsed on a phone. */
export async function openFilters({
  page,
  input,
  t,
}: Pick<ReviewPage, 'page' | 'input' | 't'>): Promise<void> {
  const toggle = page
    .getByRole('search')
    .getByRole('button', { name: new RegExp(`^${t('lists', 'filter.toggle')}`) });
  if (await toggle.isVisible()) await input.press(toggle);
}

export async function readUserDetails(review: ReviewPage, name: string): Promise<void> {
  const { page, input, t, inspectOnce } = review;
  await input.press(page.getByRole('button', { name, exact: true }));
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toContainText('I study the weather.');
  await inspectOnce('person');
  await input.press(dialog.getByRole('button', { name: t('shell', 'dialog.close') }));
  await expect(dialog).toHaveCount(0);
}

export async function readLetter(review: ReviewPage, name: string): Promise<void> {
  const { page, input, t, inspectOnce } = review;
  await input.press(page.getByRole('button', { name: t('applications', 'cell.readNamed', { name }) }));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('paragraph')).toHaveText(['Hello,', 'I would like to live there.', name]);
  await inspectOnce('letter');
  await input.press(dialog.getByRole('button', { name: t('shell', 'dialog.close') }));
  await expect(dialog).toHaveCount(0);
}

type Decision = 'accept' | 'reject';

const decisionButton = (
  { page, t }: Pick<ReviewPage, 'page' | 't'>,
  name: string,
  decision: Decision,
): Locator => page.getByRole('button', { name: t('applications', `review.${decision}Named`, { name }) });

/**
 * Decides on an application. Afterwards `next` has the focus, or the heading if it is undefined.
 */
export async function decide(
  review: Omit<ReviewPage, 'inspectOnce'>,
  name: string,
  decision: Decision,
  next?: string,
): Promise<void> {
  const { page, input, t } = review;
  await input.press(decisionButton(review, name, decision));
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: t('applications', `review.${decision}`), exact: true });
  if (decision === 'accept') await expect(confirm).toBeFocused();
  else await expect(dialog.getByRole('radio', { name: t('applications', 'reject.noReason') })).toBeFocused();
  await input.press(confirm);
  await expect(
    next === undefined ? page.getByRole('heading', { level: 1 }) : decisionButton(review, next, 'accept'),
  ).toBeFocused();
  await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
}
