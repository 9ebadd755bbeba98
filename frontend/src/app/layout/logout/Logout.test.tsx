import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { createIndexedDbImageStore } from '../../../features/listing-images/indexedDbImageStore';
import { completeValues, draftId, storeUnchosenDraft } from '../../../testing/draftFixtures';
import { landlord, userWithRole } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { imageFile } from '../../../testing/imageFile';
import { confirmLogout, logOut } from '../../../testing/logOut';
import { renderApp } from '../../../testing/renderApp';
import { resetIndexedDb } from '../../../testing/resetIndexedDb';
import { server } from '../../../testing/server';
import { draftKey } from '../../../ui/drafts/drafts';

const { externalId: userId } = userWithRole('LANDLORD');
const letterKey = draftKey(userId, 'letter/1');
const title = 'Log out and delete unsaved entries?';
const findDialog = async () => within(await screen.findByRole('dialog', { name: title }));
const expectLoggedOut = () => waitFor(() => expect(localStorage.getItem('token')).toBeNull());

async function open(role: 'STUDENT' | 'LANDLORD', language: 'de-DE' | 'en-US' = 'en-US') {
  return renderApp('/about', { role, language });
}

/** Stores two images of a listing that are not uploaded. */
const storeImages = (owner = userId) =>
  createIndexedDbImageStore(owner, 'listing').add(
    ['a', 'b'].map((key, index) => ({
      key,
      file: imageFile(`${key}.jpg`),
      quarterTurns: 0,
      description: '',
      index,
    })),
  );

beforeEach(resetIndexedDb);

describe('a logout with unsent input', () => {
  test('lists it, and keeps it and the session when it is cancelled', async () => {
    sessionStorage.setItem(letterKey, 'Hello');
    const { user } = await open('STUDENT');
    await logOut(user);
    const dialog = await findDialog();
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '1 application letter that you have not sent yet',
    ]);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sessionStorage.getItem(letterKey)).toBe('Hello');
    expect(localStorage.getItem('token')).toBe('token-of-STUDENT');
    expect(window.location.pathname).toBe('/about');
    expect(screen.getByRole('button', { name: /^Account of/ })).toHaveFocus();
  });

  test('deletes it after a confirmation', async () => {
    sessionStorage.setItem(letterKey, 'Hello');
    const { user } = await open('STUDENT');
    await logOut(user);
    await confirmLogout(user);
    await expectLoggedOut();
    expect(sessionStorage.getItem(letterKey)).toBeNull();
    expect(window.location.pathname).toBe('/');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('names listings and images', async () => {
    storeUnchosenDraft(`new/${draftId}`, completeValues(), { user: userId });
    storeUnchosenDraft('listing', completeValues(), { user: userId });
    await storeImages();
    const { user } = await open('LANDLORD');
    await logOut(user);
    const items = (await findDialog()).getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items).toEqual(['2 listings with unsaved entries', '2 images that are not uploaded yet']);
  });

  test('asks for images alone, in German', async () => {
    await storeImages();
    const { user } = await open('LANDLORD', 'de-DE');
    await user.click(await screen.findByRole('button', { name: /^Konto von/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Abmelden' }));
    const dialog = await screen.findByRole('dialog', { name: 'Abmelden und Eingaben löschen?' });
    expect(within(dialog).getByRole('listitem')).toHaveTextContent(
      '2 Bilder, die noch nicht hochgeladen sind',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Abmelden und löschen' }));
    await expectLoggedOut();
  });

  test('asks from the side menu too, which closes with the logout', async () => {
    sessionStorage.setItem(letterKey, 'Hello');
    const { user } = await renderApp('/', { role: 'STUDENT' });
    await user.click(await screen.findByRole('button', { name: 'Menu' }));
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    await confirmLogout(user);
    await expectLoggedOut();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('a logout does not ask', () => {
  test('without unsent input, or for that of another user', async () => {
    sessionStorage.setItem(letterKey, '  ');
    storeUnchosenDraft('listing', completeValues(), { user: landlord.externalId });
    await storeImages(landlord.externalId);
    const { user } = await open('STUDENT');
    await logOut(user);
    await expectLoggedOut();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('when the session has expired', async () => {
    sessionStorage.setItem(letterKey, 'Hello');
    localStorage.setItem('token', 'of yesterday');
    server.use(http.get('*/api/v1/users/profile', () => failure(403, 'exception.auth.unauthenticated')));
    await renderApp('/my-applications');
    expect(await screen.findByLabelText('Email')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(sessionStorage.getItem(letterKey)).toBe('Hello');
  });
});
