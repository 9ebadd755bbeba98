import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type FieldErrors, useFormFields } from './useFormFields';

type Values = { first: string; second: string };
type Errors = FieldErrors<keyof Values, string>;

/** A form that registers its fields in another order than that of the page. */
function Form({ send }: { send: (values: Values) => Promise<Errors | undefined> }) {
  const { form, field, busy } = useFormFields<Values, string>({
    defaultValues: { first: '', second: '' },
    untrimmed: ['second'],
    validate: ({ first, second }) => ({
      first: first === '' ? 'required' : undefined,
      second: second === '' ? 'required' : undefined,
    }),
    errorText: (error, name) => `${name} ${error}`,
    send,
  });
  const { error: secondError, ...second } = field('second');
  const { error: firstError, ...first } = field('first');
  return (
    <form {...form}>
      <input {...first} />
      <span>{firstError}</span>
      <input {...second} />
      <span>{secondError}</span>
      <button type="submit">{busy ? 'busy' : 'send'}</button>
    </form>
  );
}

/** Renders the form and records what it sends. */
function open(respond: () => Promise<Errors | undefined> = () => Promise.resolve(undefined)) {
  const sent: Values[] = [];
  const send = (values: Values) => {
    sent.push(values);
    return respond();
  };
  const { container } = render(<Form send={send} />);
  const input = (name: keyof Values) =>
    container.querySelector<HTMLInputElement>(`[name=${name}]`) ?? new HTMLInputElement();
  return { sent, input, user: userEvent.setup(), button: screen.getByRole('button') };
}

test('a form focuses its first invalid field in the order of the page and sends nothing', async () => {
  const { sent, input, user, button } = open();
  await user.click(button);
  expect(await screen.findByText('second required')).toBeVisible();
  expect(input('first')).toHaveFocus();
  expect(sent).toEqual([]);
});

test('an error is shown until its field changes', async () => {
  const { input, user, button } = open();
  await user.click(button);
  await user.type(input('first'), 'a');
  expect(screen.queryByText('first required')).not.toBeInTheDocument();
  await user.clear(input('first'));
  expect(screen.queryByText('first required')).not.toBeInTheDocument();
  expect(screen.getByText('second required')).toBeVisible();
});

test('values are trimmed except those that are not', async () => {
  const { sent, input, user, button } = open();
  await user.type(input('first'), ' a ');
  await user.type(input('second'), ' b ');
  await user.click(button);
  await waitFor(() => expect(sent).toEqual([{ first: 'a', second: ' b ' }]));
});

test('values that were filled in without an event are sent', async () => {
  const { sent, input, user, button } = open();
  await user.type(input('second'), 'typed');
  input('first').value = 'filled in';
  input('second').value = 'replaced';
  await user.click(button);
  await waitFor(() => expect(sent).toEqual([{ first: 'filled in', second: 'replaced' }]));
});

test('a form is sent once until there is a response', async () => {
  let respond: (errors: undefined) => void = () => undefined;
  const { sent, input, user } = open(() => new Promise((resolve) => (respond = resolve)));
  await user.type(input('first'), 'a');
  await user.type(input('second'), 'b{Enter}');
  await screen.findByText('busy');
  await user.type(input('second'), '{Enter}');
  expect(sent).toHaveLength(1);
  respond(undefined);
  await screen.findByText('send');
  await user.type(input('second'), '{Enter}');
  expect(sent).toHaveLength(2);
});

test("the server's errors are shown, and the first of them gets the focus", async () => {
  const { sent, input, user, button } = open(() => Promise.resolve({ second: 'taken', first: 'taken' }));
  await user.type(input('first'), 'a');
  await user.type(input('second'), 'b');
  await user.click(button);
  expect(await screen.findByText('first taken')).toBeVisible();
  expect(input('first')).toHaveFocus();
  // They do not prevent the next try.
  await user.click(button);
  expect(sent).toHaveLength(2);
});

test('a form sends texts without invisible characters that the API refuses, but for untrimmed ones', async () => {
  const { sent, input, user, button } = open();
  await user.click(input('first'));
  await user.paste('\u202eA\u0002da\t\u2069 ');
  await user.click(input('second'));
  await user.paste('\u0002b');
  await user.click(button);
  await waitFor(() => expect(sent).toEqual([{ first: 'Ada', second: '\u0002b' }]));
});
