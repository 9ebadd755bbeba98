import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { LetterResponse } from '../../../api/generated';
import { application, listing } from '../../../testing/fixtures';
import { expectToast } from '../../../testing/expectToast';
import { failure } from '../../../testing/handlers';
import { mockList } from '../../../testing/mockList';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const url = `/listing/${listing().externalId}/apply`;
const field = () => screen.findByLabelText('Application letter');
const start = (name: string) => screen.findByRole('button', { name });

const keptLetter = (name: string): LetterResponse => ({
  externalId: name,
  name,
  text: `Text of ${name}`,
  dateCreated: '2026-11-03T09:30:00.000000Z',
  lastModified: '2026-11-03T09:30:00.000000Z',
});

/** Mocks the kept letters. Returns the requests that change them. */
function mockLetters(...names: string[]) {
  let letters = names.map(keptLetter);
  const sent: string[] = [];
  const record = async (request: Request) =>
    sent.push(`${request.method} ${new URL(request.url).pathname} ${await request.clone().text()}`.trim());
  server.use(
    http.get('*/api/v1/letters', () => HttpResponse.json({ payload: letters })),
    http.post('*/api/v1/letters', async ({ request }) => {
      await record(request);
      if (letters.length >= 3) return failure(409, 'exception.letter.too-many');
      return HttpResponse.json({ payload: keptLetter('new') }, { status: 201 });
    }),
    http.put('*/api/v1/letters/:id', async ({ request }) => {
      await record(request);
      return HttpResponse.json({ payload: keptLetter('changed') });
    }),
    http.delete('*/api/v1/letters/:id', async ({ request, params }) => {
      await record(request);
      letters = letters.filter(({ externalId }) => externalId !== params['id']);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return sent;
}

describe('the start of a letter', () => {
  test('is the last letter or a kept one', async () => {
    const queries = mockList(
      '/api/v1/applications',
      () => [application({ applicationLetter: 'My last' })],
      1,
    );
    mockLetters('Shared flat');
    const { user } = await renderApp(url, { role: 'STUDENT' });
    await user.click(await start('Last application letter'));
    expect(await field()).toHaveValue('My last');
    expect(queries).toEqual(['page=0&pageSize=1&sortDirection=DESC&sortField=dateCreated']);
    await user.click(await start('Shared flat'));
    expect(await field()).toHaveValue('Text of Shared flat');
    await user.click(await start('Undo'));
    expect(await field()).toHaveValue('My last');
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  test('undone after a second one brings back the typed letter', async () => {
    mockLetters('One', 'Two');
    const { user } = await renderApp(url, { role: 'STUDENT' });
    await user.type(await field(), 'Typed by hand');
    await user.click(await start('One'));
    await user.click(await start('Two'));
    expect(await field()).toHaveValue('Text of Two');
    await user.click(await start('Undo'));
    expect(await field()).toHaveValue('Typed by hand');
  });

  test('that was edited is what a second one replaces', async () => {
    mockLetters('One', 'Two');
    const { user } = await renderApp(url, { role: 'STUDENT' });
    await user.type(await field(), 'Typed by hand');
    await user.click(await start('One'));
    await user.type(await field(), '!');
    await user.click(await start('Two'));
    await user.click(await start('Undo'));
    expect(await field()).toHaveValue('Text of One!');
  });

  test('survives a reload', async () => {
    mockLetters('Shared flat');
    const { user, unmount } = await renderApp(url, { role: 'STUDENT' });
    await user.click(await start('Shared flat'));
    unmount();
    await renderApp(url, { role: 'STUDENT' });
    expect(await field()).toHaveValue('Text of Shared flat');
  });

  test('is not offered before the first letter, or after its retention', async () => {
    mockList('/api/v1/applications', () => [application({ applicationLetter: null })]);
    mockLetters();
    await renderApp(url, { role: 'STUDENT' });
    await field();
    expect(screen.queryByText('Start with')).not.toBeInTheDocument();
  });
});

describe('keeping a letter', () => {
  async function openDialog(text: string, ...names: string[]) {
    const sent = mockLetters(...names);
    const app = await renderApp(url, { role: 'STUDENT' });
    await app.user.type(await field(), text);
    await app.user.click(screen.getByRole('button', { name: 'Save this application letter' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save application letter' }));
    return { ...app, sent, dialog };
  }

  test('needs a name', async () => {
    const { user, sent, dialog } = await openDialog('Hello');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('This field is required')).toBeVisible();
    expect(sent).toEqual([]);
  });

  test('stores it under a new name', async () => {
    const { user, sent, dialog } = await openDialog(' Hello ');
    await user.type(dialog.getByLabelText('Name'), 'Flat');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await expectToast(user, '“Flat” has been saved.');
    expect(sent).toEqual(['POST /api/v1/letters {"name":"Flat","text":"Hello"}']);
    expect(await field()).toHaveValue(' Hello ');
  });

  test('under a kept name replaces that letter', async () => {
    const { user, sent, dialog } = await openDialog('Hello', 'One', 'Two', 'Three');
    await user.click(await dialog.findByRole('button', { name: 'Replace: Two' }));
    expect(dialog.getByLabelText('Name')).toHaveValue('Two');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toEqual(['PUT /api/v1/letters/Two {"name":"Two","text":"Hello"}']));
  });

  test.each(['Two', ' Two ', 'T\u202Awo'])(
    'under the typed name %j says first what it replaces',
    async (typed) => {
      const { user, sent, dialog } = await openDialog('Hello', 'One', 'Two');
      const name = dialog.getByLabelText('Name');
      await dialog.findByText('Saved application letters');
      await user.type(name, 'Tw');
      expect(dialog.queryByText(/^This replaces/)).not.toBeInTheDocument();
      await user.clear(name);
      await user.type(name, typed);
      expect(dialog.getByRole('status')).toHaveTextContent(
        'This replaces the saved application letter “Two”.',
      );
      await user.click(dialog.getByRole('button', { name: 'Save' }));
      await waitFor(() => expect(sent).toEqual(['PUT /api/v1/letters/Two {"name":"Two","text":"Hello"}']));
    },
  );

  test('a fourth one is refused until one is deleted', async () => {
    const { user, sent, dialog } = await openDialog('Hello', 'One', 'Two', 'Three');
    await user.type(dialog.getByLabelText('Name'), 'Four');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/You can save three application letters at most\./)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Delete: One' }));
    await user.click((await confirmation()).getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(dialog.queryByRole('button', { name: 'Delete: One' })).not.toBeInTheDocument(),
    );
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toHaveLength(3);
  });

  const confirmation = async () =>
    within(await screen.findByRole('dialog', { name: 'Delete application letter?' }));

  test('a saved one is deleted only after a confirmation; Cancel keeps it, and the focus', async () => {
    const { user, sent, dialog } = await openDialog('Hello', 'One');
    const button = await dialog.findByRole('button', { name: 'Delete: One' });
    await user.click(button);
    expect((await confirmation()).getByText(/^“One” will be deleted\./)).toBeVisible();
    await user.click((await confirmation()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(button).toHaveFocus());
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(sent).toEqual([]);
  });

  test('the focus stays in the dialog after the last kept one is deleted', async () => {
    const { user, sent, dialog } = await openDialog('Hello', 'One');
    await user.click(await dialog.findByRole('button', { name: 'Delete: One' }));
    await user.click((await confirmation()).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(dialog.getByText(/^Give the text a name\./)).toHaveFocus());
    expect(dialog.queryByText('Saved application letters')).not.toBeInTheDocument();
    expect(sent).toEqual(['DELETE /api/v1/letters/One']);
  });

  test('a deletion that fails shows why, and keeps the letter', async () => {
    const { user, dialog } = await openDialog('Hello', 'One');
    server.use(http.delete('*/api/v1/letters/:id', () => failure(503, 'exception.server.unavailable')));
    await user.click(await dialog.findByRole('button', { name: 'Delete: One' }));
    await user.click((await confirmation()).getByRole('button', { name: 'Delete' }));
    expect(await (await confirmation()).findByRole('alert')).toHaveTextContent(/^The service cannot be/);
    await user.click((await confirmation()).getByRole('button', { name: 'Cancel' }));
    expect(await dialog.findByRole('button', { name: 'Delete: One' })).toBeVisible();
  });

  test('an error disappears when the name changes, and does not hide the next one', async () => {
    const { user, dialog } = await openDialog('Hello', 'One', 'Two', 'Three');
    server.use(http.put('*/api/v1/letters/:id', () => failure(503, 'exception.server.unavailable')));
    await user.type(dialog.getByLabelText('Name'), 'Four');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/^You can save three application letters/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Replace: Two' }));
    expect(dialog.queryByText(/^You can save three application letters/)).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/^The service cannot be reached/)).toBeVisible();
    await user.type(dialog.getByLabelText('Name'), '!');
    expect(dialog.queryByText(/^The service cannot be reached/)).not.toBeInTheDocument();
  });

  test('is offered for at most 5,000 characters', async () => {
    mockLetters();
    await renderApp(url, { role: 'STUDENT' });
    const keep = { name: 'Save this application letter' };
    fireEvent.change(await field(), { target: { value: 'x'.repeat(5000) } });
    expect(screen.getByRole('button', keep)).toBeVisible();
    fireEvent.change(await field(), { target: { value: 'x'.repeat(5001) } });
    expect(screen.queryByRole('button', keep)).not.toBeInTheDocument();
  });
});
