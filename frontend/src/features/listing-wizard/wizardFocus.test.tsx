import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { completeValues, storeDraft } from '../../testing/draftFixtures';
import { findWizard } from '../../testing/findWizard';
import { failure } from '../../testing/handlers';
import { mockListing, ownListing } from '../../testing/mockListing';
import { renderApp } from '../../testing/renderApp';
import { server } from '../../testing/server';

const { externalId: id } = ownListing();
const path = `*/api/v1/listings/${id}`;
const button = (name: string) => screen.findByRole('button', { name });
const content = () => screen.getByRole('main');

async function openNew() {
  const app = await renderApp('/add-listing', { role: 'LANDLORD' });
  await findWizard();
  return app;
}

async function openConflict() {
  const mock = mockListing(ownListing());
  const app = await renderApp(`/manage-listing/${id}?step=7`, { role: 'LANDLORD' });
  await findWizard();
  mock.change({ title: 'Changed elsewhere' });
  await app.user.click(await button('Save'));
  return app;
}

test('the current step in the list of steps closes it and gives the focus to its button', async () => {
  const { user } = await openNew();
  const toggle = await button('Step 1 of 8: Title and type');
  await user.click(toggle);
  await user.click(await button('Title and type'));
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  expect(toggle).toHaveFocus();
});

test('a draft that continues at the same step gives the focus to the content', async () => {
  storeDraft(completeValues(), { step: 1 });
  const { user } = await openNew();
  await user.click(await button('Continue'));
  await waitFor(() => expect(content()).toHaveFocus());
});

test('a draft that continues at another step gives the focus to its heading', async () => {
  storeDraft(completeValues(), { step: 5 });
  const { user } = await openNew();
  await user.click(await button('Continue'));
  expect(await screen.findByRole('heading', { level: 2, name: 'Descriptions' })).toHaveFocus();
});

test('a discarded draft gives the focus to the content', async () => {
  storeDraft(completeValues(), { step: 1 });
  const { user } = await openNew();
  await user.click(await button('Start over'));
  await user.click(await button('Discard'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(content()).toHaveFocus());
});

test('a conflict gives the focus to the content once a version is chosen', async () => {
  const { user } = await openConflict();
  const load = await button('Load the newer version');
  await user.click(load);
  expect(load).not.toBeInTheDocument();
  expect(content()).toHaveFocus();
});

test('a conflict whose version is overwritten in vain gives the focus to the content', async () => {
  const { user } = await openConflict();
  server.use(http.put(path, () => failure(503, 'exception.server.unavailable')));
  const overwrite = await button('Save my entries instead');
  await user.click(overwrite);
  expect(overwrite).not.toBeInTheDocument();
  await waitFor(() => expect(content()).toHaveFocus());
});

test('a listing that fails to load keeps the button that was pressed, until it is there', async () => {
  server.use(http.get(path, () => failure(503, 'exception.server.unavailable')));
  const { user } = await renderApp(`/manage-listing/${id}`, { role: 'LANDLORD' });
  const retry = await button('Try again');
  let respond: () => void = () => undefined;
  const requested = new Promise<void>((resolve) => {
    server.use(
      http.get(path, async () => {
        resolve();
        await new Promise<void>((done) => (respond = done));
        return HttpResponse.json({ payload: ownListing() });
      }),
    );
  });
  await user.click(retry);
  await requested;
  expect(retry).toBeInTheDocument();
  expect(retry).toHaveFocus();
  respond();
  await findWizard();
  await waitFor(() => expect(content()).toHaveFocus());
});
