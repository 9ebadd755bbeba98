import { expect, type Page } from '@playwright/test';
import type { Input } from './input';
import type { textsOf } from './texts';
import { isPhone } from './page';

type Texts = ReturnType<typeof textsOf>;

/** Opens an entry of the role's menu at any width. */
export async function openMenuEntry(page: Page, input: Input, t: Texts, entry: string): Promise<void> {
  await pressMenuEntry(page, input, t, entry);
  await expectMenuPage(page, t, entry);
}

/** Waits for the page of an entry, because the previous page stays until the next one is loaded. */
async function expectMenuPage(page: Page, t: Texts, entry: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: t('shell', entry), exact: true })).toBeVisible();
}

async function pressMenuEntry(page: Page, input: Input, t: Texts, entry: string): Promise<void> {
  // With or without the marker for pending items.
  const name = new RegExp(`^${t('shell', entry)}( ?${t('shell', 'nav.new')} .*)?$`);
  const header = page.getByRole('banner');
  if (isPhone(page)) {
    const bar = page.getByRole('navigation', { name: t('shell', 'nav.bottom') });
    await input.press(bar.getByRole('button', { name: t('shell', 'nav.menu') }));
    await input.press(page.getByRole('dialog').getByRole('link', { name }));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    return;
  }
  const link = header.getByRole('link', { name });
  const more = header.getByRole('button', { name: t('shell', 'nav.more') });
  let target = link;
  // Repeated, because arriving markers change which entries fit into the menu.
  await expect(async () => {
    target = (await link.isVisible()) ? link : more;
    await target.click({ trial: true, timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
  await input.press(target);
  if (target === more) await input.pick(page.getByRole('menuitem', { name }));
}

/** The count of a menu marker; 0 without one. */
export async function readMarker(page: Page, t: Texts, entry: string): Promise<number> {
  const header = page.getByRole('banner');
  // The main menu is in the DOM at every width, with the entries under More.
  const link = header
    .locator('nav a')
    .filter({ hasText: t('shell', entry) })
    .first();
  const [, count = '0'] = /\((\d+)/.exec((await link.textContent()) ?? '') ?? [];
  return Number(count);
}
