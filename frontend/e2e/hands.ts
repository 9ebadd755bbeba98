import { expect, type Locator, type Page } from '@playwright/test';
import { password as demoPassword, people, type Role } from './people';
import type { textsOf } from './texts';

type Texts = ReturnType<typeof textsOf>;

/** How somebody works with a page. */
export const ways = ['mouse', 'keyboard'] as const;
export type Way = (typeof ways)[number];

export type Hands = {
  /** Presses a button, follows a link. */
  press: (target: Locator) => Promise<void>;
  type: (target: Locator, text: string) => Promise<void>;
  /** Checks or unchecks a box. */
  toggle: (target: Locator) => Promise<void>;
  /** Picks one of a menu that has just opened. */
  pick: (entry: Locator) => Promise<void>;
  /** Picks the tab to the right of the one that is chosen. */
  nextTab: (chosen: Locator, next: Locator) => Promise<void>;
};

export const handsOf = (page: Page, way: Way): Hands =>
  way === 'mouse'
    ? {
        press: (target) => target.click(),
        type: (target, text) => target.fill(text),
        toggle: (target) => target.click(),
        pick: (entry) => entry.click(),
        nextTab: (_chosen, next) => next.click(),
      }
    : {
        press: async (target) => {
          await reach(page, target, 'Tab');
          await page.keyboard.press('Enter');
        },
        type: async (target, text) => {
          await reach(page, target, 'Tab');
          await page.keyboard.press('ControlOrMeta+a');
          await page.keyboard.type(text);
        },
        toggle: async (target) => {
          await reach(page, target, 'Tab');
          await page.keyboard.press('Space');
        },
        pick: async (entry) => {
          await reach(page, entry, 'ArrowDown');
          await page.keyboard.press('Enter');
        },
        nextTab: async (chosen) => {
          await reach(page, chosen, 'Tab');
          await page.keyboard.press('ArrowRight');
          await page.keyboard.press('Enter');
        },
      };

/** Goes on with one key until the focus is there, as somebody without a mouse has to. */
async function reach(page: Page, target: Locator, key: 'Tab' | 'ArrowDown'): Promise<void> {
  await expect(target).toBeVisible();
  for (let steps = 0; steps < 250; steps++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${target.toString()} cannot be reached by ${key}`);
}

/** Logs in by the header's link. */
export async function enter(
  page: Page,
  hands: Hands,
  t: Texts,
  email: string,
  password: string,
): Promise<void> {
  const header = page.getByRole('banner');
  await hands.press(header.getByRole('link', { name: t('shell', 'nav.logIn') }));
  await hands.type(page.getByLabel(t('session', 'login.email')), email);
  await hands.type(page.getByLabel(t('session', 'login.password'), { exact: true }), password);
  await hands.press(
    page.getByRole('main').getByRole('button', { name: t('session', 'login.submit'), exact: true }),
  );
  await expect(header.getByRole('link', { name: t('shell', 'nav.logIn') })).toHaveCount(0);
}

export const enterAs = (page: Page, hands: Hands, t: Texts, role: Role): Promise<void> =>
  enter(page, hands, t, people[role], demoPassword);

/** Logs out by the menu of the avatar. */
export async function leave(page: Page, hands: Hands, t: Texts): Promise<void> {
  await hands.press(page.getByRole('banner').locator('button[aria-haspopup=menu]').last());
  await hands.pick(page.getByRole('menuitem', { name: t('shell', 'nav.logOut') }));
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await expect(page.getByRole('banner').getByRole('link', { name: t('shell', 'nav.logIn') })).toBeVisible();
}

/** Opens an entry of the role's menu, wherever the width has put it. */
export async function openEntry(page: Page, hands: Hands, t: Texts, entry: string): Promise<void> {
  await chooseEntry(page, hands, t, entry);
  await expectEntered(page, t, entry);
}

/** The page that one is on stays until the next one is loaded, and both have the same fields. */
export async function expectEntered(page: Page, t: Texts, entry: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: t('shell', entry), exact: true })).toBeVisible();
}

async function chooseEntry(page: Page, hands: Hands, t: Texts, entry: string): Promise<void> {
  // With the marker that something waits there or without.
  const name = new RegExp(`^${t('shell', entry)}( ?${t('shell', 'nav.new')} .*)?$`);
  const header = page.getByRole('banner');
  if ((page.viewportSize()?.width ?? 0) < 768) {
    const bar = page.getByRole('navigation', { name: t('shell', 'nav.bottom') });
    await hands.press(bar.getByRole('button', { name: t('shell', 'nav.menu') }));
    await hands.press(page.getByRole('dialog').getByRole('link', { name }));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    return;
  }
  const link = header.getByRole('link', { name });
  const more = header.getByRole('button', { name: t('shell', 'nav.more') });
  let shown = link;
  // Markers that arrive change which entries fit: a look may be out of date by the press.
  await expect(async () => {
    shown = (await link.isVisible()) ? link : more;
    await shown.click({ trial: true, timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
  await hands.press(shown);
  if (shown === more) await hands.pick(page.getByRole('menuitem', { name }));
}

/** How much the menu says that waits there; 0 without a marker. */
export async function waitingAt(page: Page, t: Texts, entry: string): Promise<number> {
  const header = page.getByRole('banner');
  // The main menu is in the document at every width, also of what is under More.
  const link = header
    .locator('nav a')
    .filter({ hasText: t('shell', entry) })
    .first();
  const [, count = '0'] = /\((\d+)/.exec((await link.textContent()) ?? '') ?? [];
  return Number(count);
}
