import { expect, type Locator, type Page } from '@playwright/test';
import { type Hands, handsOf, waitingAt, type Way } from './hands';
import { inspect } from './inspect';
import { textsOf } from './texts';

/** Somebody at the lists of what is to be decided. */
export type Desk = {
  page: Page;
  hands: Hands;
  t: ReturnType<typeof textsOf>;
  /** In the name of everybody whom the journey has made, and of nobody else. */
  mark: string;
  look: (name: string) => Promise<void>;
};

/** Each screen is looked at once: by the mouse on the wide window, by the keyboard on the narrow one. */
export function deskOf(page: Page, way: Way, language: string, journey: string): Desk {
  const wide = (page.viewportSize()?.width ?? 0) >= 768;
  return {
    page,
    hands: handsOf(page, way),
    t: textsOf(language),
    mark: `${journey}${Date.now().toString(36)}`,
    look: async (name) => {
      if (wide === (way === 'mouse')) await inspect(page, `${journey}-${name}`);
    },
  };
}

export const rows = (page: Page): Locator => page.getByRole('row').filter({ has: page.getByRole('cell') });

/** How much the menu says that waits there, once it has been heard. */
export async function marked({ page, t }: Desk, entry: string): Promise<number> {
  await expect.poll(() => waitingAt(page, t, entry)).toBeGreaterThan(0);
  return waitingAt(page, t, entry);
}

/** Shows what the journey has made, and nothing else. */
export async function searchFor({ page, hands, t, mark }: Desk): Promise<void> {
  await hands.type(page.getByLabel(t('lists', 'filter.keyword'), { exact: true }), mark);
  await expect(page).toHaveURL(/keyword=/);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** Unfolds the filters, which a phone folds away. */
export async function openFilters({ page, hands, t }: Pick<Desk, 'page' | 'hands' | 't'>): Promise<void> {
  const toggle = page
    .getByRole('search')
    .getByRole('button', { name: new RegExp(`^${t('lists', 'filter.toggle')}`) });
  if (await toggle.isVisible()) await hands.press(toggle);
}

export async function readPerson({ page, hands, t, look }: Desk, name: string): Promise<void> {
  await hands.press(page.getByRole('button', { name, exact: true }));
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toContainText('I study the weather.');
  await look('person');
  await hands.press(dialog.getByRole('button', { name: t('shell', 'dialog.close') }));
  await expect(dialog).toHaveCount(0);
}

export async function readLetter({ page, hands, t, look }: Desk, name: string): Promise<void> {
  await hands.press(page.getByRole('button', { name: t('applications', 'cell.readNamed', { name }) }));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('paragraph')).toHaveText(['Hello,', 'I would like to live there.', name]);
  await look('letter');
  await hands.press(dialog.getByRole('button', { name: t('shell', 'dialog.close') }));
  await expect(dialog).toHaveCount(0);
}

type Answer = 'accept' | 'reject';

const answerTo = ({ page, t }: Desk, name: string, answer: Answer): Locator =>
  page.getByRole('button', { name: t('applications', `review.${answer}Named`, { name }) });

/** Decides on an application. `next` has the focus at once, or the heading when there is none. */
export async function decide(desk: Desk, name: string, answer: Answer, next?: string): Promise<void> {
  const { page, hands, t } = desk;
  await hands.press(answerTo(desk, name, answer));
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: t('applications', `review.${answer}`), exact: true });
  await expect(confirm).toBeFocused();
  await hands.press(confirm);
  await expect(
    next === undefined ? page.getByRole('heading', { level: 1 }) : answerTo(desk, next, 'accept'),
  ).toBeFocused();
  await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
}
