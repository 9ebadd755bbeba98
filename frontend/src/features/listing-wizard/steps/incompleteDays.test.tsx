import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { completeValues, storeDraft } from '../../../testing/draftFixtures';
import { findWizard } from '../../../testing/findWizard';
import { renderApp } from '../../../testing/renderApp';

const day = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const now = () => screen.getByRole('button', { name: 'Available now' });
const next = () => screen.getByRole('button', { name: 'Next' });

async function openPricing(changes: object) {
  storeDraft({ ...completeValues(), ...changes });
  const app = await renderApp('/add-listing?step=6', { role: 'LANDLORD' });
  await findWizard();
  await screen.findByLabelText('Available from');
  return app;
}

/** As a browser reports it: without a value, and without an event for a change of the value. */
function typePart(field: HTMLInputElement) {
  Object.defineProperty(field, 'validity', { configurable: true, value: { badInput: true } });
  fireEvent.keyUp(field, { key: '1' });
}

test.each(['Available from', 'Available until'])('an incomplete day of %s shows an error', async (name) => {
  const { user } = await openPricing({ availableFrom: '', availableUntil: '' });
  typePart(day(name));
  await user.click(next());
  expect(day(name)).toHaveAccessibleDescription('Choose a day between 2000 and 2099');
  expect(day(name)).toHaveFocus();
  expect(window.location.search).toBe('?step=6');
});

test('two incomplete days with a minimum stay show two errors', async () => {
  const { user } = await openPricing({ availableFrom: '', availableUntil: '', minimumMonths: '3' });
  typePart(day('Available from'));
  typePart(day('Available until'));
  await user.click(next());
  expect(screen.getAllByText('Choose a day between 2000 and 2099')).toHaveLength(2);
});

test('an incomplete first day is not available now, which a click makes it', async () => {
  const { user } = await openPricing({ availableFrom: '' });
  expect(now()).toHaveAttribute('aria-pressed', 'true');
  const field = day('Available from');
  typePart(field);
  expect(now()).toHaveAttribute('aria-pressed', 'false');
  let cleared = false;
  Object.defineProperty(field, 'value', {
    configurable: true,
    get: () => '',
    set: (value: string) => {
      cleared ||= value === '';
    },
  });
  await user.click(now());
  expect(now()).toHaveAttribute('aria-pressed', 'true');
  expect(cleared).toBe(true);
});
