import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Buttons of dialogs, whose focus `useBusyFocus` restores, and the button that restores its own. */
const restored = /^ui\/(?:dialog\/|button\/BusyButton)|Dialog\.tsx$/;
/** Up to its end tag: the `>` of a prop does not end it. */
const loadingButton = /<(?:Icon)?Button\b(?:(?!<\/(?:Icon)?Button>)[\s\S])*?\sloading=/;

test('busyButtons: the rule finds a loading button after an arrow function and an icon', () => {
  expect(loadingButton.test('<Button icon={<Icon />} onClick={() => save()} loading={busy}>')).toBe(true);
  expect(loadingButton.test('<Button>Save</Button><Table loading={busy} />')).toBe(false);
});

test('busyButtons: a button that loads outside a dialog is a BusyButton, which keeps the focus', () => {
  const losing = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.tsx') &&
      !restored.test(file) &&
      loadingButton.test(readFileSync(join('src', file), 'utf8')),
  );
  expect(losing).toEqual([]);
});
