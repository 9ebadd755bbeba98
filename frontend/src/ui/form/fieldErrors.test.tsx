import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { TextField } from './TextField';
import { useFormFields } from './useFormFields';

/** The fields show their errors below themselves. */
function Form() {
  const { form, field } = useFormFields<{ first: string; second: string }, string>({
    defaultValues: { first: '', second: '' },
    validate: ({ first, second }) => ({
      first: first === '' ? 'first is required' : undefined,
      second: second === '' ? 'second is required' : undefined,
    }),
    errorText: (error) => error,
    send: () => Promise.resolve(),
  });
  return (
    <form {...form}>
      <TextField label="First" {...field('first')} />
      <TextField label="Second" {...field('second')} />
      <button type="submit">Send</button>
    </form>
  );
}

const first = () => screen.getByRole('textbox', { name: 'First' });
const second = () => screen.getByRole('textbox', { name: 'Second' });
const messages = () =>
  [...document.querySelectorAll('[role=alert], [role=status], [aria-live]')]
    .map((region) => region.textContent)
    .filter(Boolean);

function open() {
  render(<Form />);
  return userEvent.setup();
}

test('a field with an error that gets the focus is described by it, and no error is a message', async () => {
  const user = open();
  await user.click(screen.getByRole('button'));
  await screen.findByText('first is required');
  expect(first()).toHaveFocus();
  expect(first()).toHaveAccessibleDescription('first is required');
  expect(second()).toHaveAccessibleDescription('second is required');
  expect(second()).toBeInvalid();
  expect(messages()).toEqual([]);
});

test('only the error of a field that keeps the focus is a message', async () => {
  const user = open();
  await user.type(first(), '{Enter}');
  await screen.findByText('first is required');
  expect(first()).toHaveFocus();
  expect(messages()).toEqual(['first is required']);
});

test('the error of a field that kept the focus is no message when it gets it later', async () => {
  const user = open();
  await user.type(first(), '{Enter}');
  await screen.findByText('first is required');
  await user.click(screen.getByRole('button'));
  expect(first()).toHaveFocus();
  expect(messages()).toEqual([]);
});
