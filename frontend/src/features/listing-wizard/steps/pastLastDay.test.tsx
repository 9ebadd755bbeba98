import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { localDay } from '../../../i18n/localDay';
import { completeValues, storeDraft } from '../../../testing/draftFixtures';
import { findWizard } from '../../../testing/findWizard';
import { renderApp } from '../../../testing/renderApp';

const lastDay = () => screen.getByLabelText('Available until');
const hint = 'In the past: searches with dates will not find the listing.';

test('a last day in the past shows a hint, which is no error', async () => {
  storeDraft(completeValues({ availableFrom: '', availableUntil: '2020-01-01', minimumMonths: '0' }));
  const { user } = await renderApp('/add-listing?step=6', { role: 'LANDLORD' });
  await findWizard();
  await screen.findByLabelText('Available from');
  expect(lastDay()).toHaveAccessibleDescription(hint);
  expect(screen.getByLabelText('Available from')).toHaveAccessibleDescription('Empty: available now');
  fireEvent.change(lastDay(), { target: { value: localDay(new Date()) } });
  expect(lastDay()).toHaveAccessibleDescription('Empty: no end date');
  fireEvent.change(lastDay(), { target: { value: '2020-01-01' } });
  expect(lastDay()).toHaveAccessibleDescription(hint);
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(window.location.search).toBe('?step=7'));
});
