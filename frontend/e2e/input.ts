import { expect, type Locator, type Page } from '@playwright/test';

export const inputMethods = ['mouse', 'keyboard'] as const;
export type InputMethod = (typeof inputMethods)[number];

/** Operates a page by mouse or by keyboard. */
export type Input = {
  /** Presses a button or follows a link. */
  press: (target: Locator) => Promise<void>;
  type: (target: Locator, text: string) => Promise<void>;
  /** Checks or unchecks a box. */
  toggle: (target: Locator) => Promise<void>;
  /** Chooses an entry of an open menu. */
  pick: (entry: Locator) => Promise<void>;
  /** Selects the tab to the right of the selected one. */
  nextTab: (selected: Locator, next: Locator) => Promise<void>;
};

export const createInput = (page: Page, method: InputMethod = 'mouse'): Input =>
  method === 'mouse'
    ? {
        press: (target) => target.click(),
        type: (target, text) => target.fill(text),
        toggle: (target) => target.click(),
        pick: (entry) => entry.click(),
        nextTab: (_selected, next) => next.click(),
      }
    : {
        press: async (target) => {
          await focusByKey(page, target, 'Tab');
          await page.keyboard.press('Enter');
        },
        type: async (target, text) => {
          await focusByKey(page, target, 'Tab');
          await page.keyboard.press('ControlOrMeta+a');
          await page.keyboard.type(text);
        },
        toggle: async (target) => {
          await focusByKey(page, target, 'Tab');
          await page.keyboard.press('Space');
        },
        pick: async (entry) => {
          await focusByKey(page, entry, 'ArrowDown');
          await page.keyboard.press('Enter');
        },
        nextTab: async (selected) => {
          await focusByKey(page, selected, 'Tab');
          await page.keyboard.press('ArrowRight');
          await page.keyboard.press('Enter');
        },
      };

/** Presses a key until the target has the focus. */
async function focusByKey(page: Page, target: Locator, key: 'Tab' | 'ArrowDown'): Promise<void> {
  await expect(target).toBeVisible();
  // Finding an element by role and name is slow in a long list, so the found one is kept.
  let element = await target.elementHandle();
  for (let presses = 0; presses < 250; presses++) {
    const state = await element?.evaluate((node) => ({
      isFocused: node === document.activeElement,
      isConnected: node.isConnected,
    }));
    if (state?.isFocused && (await target.evaluate((node) => node === document.activeElement))) return;
    if (state?.isConnected && !state.isFocused) await page.keyboard.press(key);
    else element = await target.elementHandle();
  }
  throw new Error(`${target.toString()} cannot be reached by ${key}`);
}
