import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BusyButton } from './BusyButton';

type Phase = 'failed' | 'loading' | 'loaded';

/** A list whose button to try again is there until it is loaded. */
function List({ phase }: { phase: Phase }) {
  return (
    <main id="content" tabIndex={-1}>
      {phase !== 'loaded' && <BusyButton loading={phase === 'loading'}>Try again</BusyButton>}
      <input aria-label="Filter" />
    </main>
  );
}

/** Loads after a press of the button. */
function load(whileLoading?: () => void) {
  const { rerender } = render(<List phase="failed" />);
  const button = screen.getByRole('button', { name: 'Try again' });
  button.focus();
  fireEvent.click(button);
  rerender(<List phase="loading" />);
  whileLoading?.();
  rerender(<List phase="loaded" />);
}

test('BusyButton: after it has disappeared, the focus is on the content of the page', () => {
  load();
  expect(screen.getByRole('main')).toHaveFocus();
});

test('BusyButton: after it has disappeared, the focus stays where it has moved', () => {
  load(() => screen.getByLabelText('Filter').focus());
  expect(screen.getByLabelText('Filter')).toHaveFocus();
});

test('BusyButton: without loading, its removal leaves the focus to the caller', () => {
  const { rerender } = render(<List phase="failed" />);
  const button = screen.getByRole('button', { name: 'Try again' });
  button.focus();
  fireEvent.click(button);
  rerender(<List phase="loaded" />);
  expect(document.body).toHaveFocus();
});
