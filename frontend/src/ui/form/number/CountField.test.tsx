import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { CountField } from './CountField';

function Beds() {
  const [value, setValue] = useState('1');
  return <CountField label="Beds" name="beds" value={value} max={9} error="" onChange={setValue} />;
}

const announced = () => screen.getByRole('status').textContent;

test('CountField: a value that a button changed is announced', async () => {
  const user = userEvent.setup();
  render(<Beds />);
  expect(announced()).toBe('');
  await user.click(screen.getByRole('button', { name: 'count.more' }));
  expect(announced()).toBe('2');
  await user.click(screen.getByRole('button', { name: 'count.fewer' }));
  expect(announced()).toBe('1');
});

test('CountField: a typed value is not announced, because screen readers read what is typed', async () => {
  const user = userEvent.setup();
  render(<Beds />);
  await user.type(screen.getByRole('textbox'), '2', { initialSelectionStart: 0, initialSelectionEnd: 1 });
  expect(screen.getByRole('textbox')).toHaveValue('2');
  expect(announced()).toBe('');
});
