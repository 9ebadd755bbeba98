import { afterEach, describe, expect, test } from 'vitest';
import { useBrowserLocks } from '../../../testing/browserLocks';
import { completeValues } from '../../../testing/listingDraft';
import {
  type Draft,
  listDrafts,
  longestKept,
  mostDrafts,
  newDraftName,
  readDraft,
  tidyDrafts,
  writeDraft,
} from './draft';
import { claimedDrafts } from './draftLock';
import { forgetNewDraft, openListingDraft, openNewDraft } from './tabDraft';

const now = Date.parse('2026-11-03T09:30:00Z');
const draft = (draftId: string, changed = now): Draft => ({
  values: completeValues({ title: draftId }),
  step: 2,
  changed,
  draftId,
  base: null,
});
const names = () => listDrafts('sena').map(({ name }) => name);

afterEach(() => sessionStorage.clear());

describe('a new listing', () => {
  test('a tab finds its own draft again after a reload', async () => {
    useBrowserLocks();
    const first = await openNewDraft('sena');
    first.release();
    expect((await openNewDraft('sena')).name).toBe(first.name);
  });

  test('two tabs have two drafts, neither of which overwrites the other', async () => {
    useBrowserLocks();
    const first = await openNewDraft('sena');
    sessionStorage.clear();
    const second = await openNewDraft('sena');
    expect(second.name).not.toBe(first.name);
    writeDraft('sena', first.name, draft('first', now + 1));
    writeDraft('sena', second.name, draft('second'));
    expect(listDrafts('sena').map(({ values }) => values.title)).toEqual(['first', 'second']);
    expect(await claimedDrafts()).toEqual(new Set([first.name, second.name]));
  });

  test('a duplicated tab gets a draft of its own', async () => {
    useBrowserLocks();
    const first = await openNewDraft('sena');
    // The duplicate has a copy of the session storage, and the first tab its claim.
    const second = await openNewDraft('sena');
    expect(second.own).toBe(true);
    expect(second.name).not.toBe(first.name);
  });

  test('after it was saved the next one begins empty', async () => {
    useBrowserLocks();
    const first = await openNewDraft('sena');
    forgetNewDraft('sena');
    first.release();
    expect((await openNewDraft('sena')).name).not.toBe(first.name);
  });

  test('users do not share a draft', async () => {
    useBrowserLocks();
    const senas = await openNewDraft('sena');
    senas.release();
    expect((await openNewDraft('lena')).name).not.toBe(senas.name);
  });

  test('the one draft that an earlier version kept for all tabs is opened by the first tab', async () => {
    useBrowserLocks();
    writeDraft('sena', 'new', draft('7b1f'));
    expect((await openNewDraft('sena')).name).toBe(newDraftName('7b1f'));
    expect(readDraft('sena', newDraftName('7b1f'))?.values.title).toBe('7b1f');
    expect(names()).toEqual([newDraftName('7b1f')]);
  });
});

test('a listing that is open in another tab is not kept by this one', async () => {
  useBrowserLocks('listing-draft/listing-1');
  expect(await openListingDraft('listing-1')).toMatchObject({ name: 'listing-1', own: false });
  expect(await openListingDraft('listing-2')).toMatchObject({ name: 'listing-2', own: true });
});

test('a browser without locks keeps drafts as well', async () => {
  expect(await openListingDraft('listing-1')).toMatchObject({ own: true });
  expect(await claimedDrafts()).toEqual(new Set());
});

test('drafts are bounded by their number and their age; the newest stay', () => {
  for (let index = 0; index < mostDrafts + 2; index++)
    writeDraft('sena', `l${index}`, draft('x', now - index));
  writeDraft('lena', 'hers', draft('hers', now - longestKept - 1));
  tidyDrafts('sena', now);
  expect(names()).toHaveLength(mostDrafts);
  expect(names()).not.toContain(`l${mostDrafts}`);
  tidyDrafts('sena', now + longestKept);
  expect(names()).toEqual(['l0']);
  // Another user's are not touched.
  expect(listDrafts('lena')).toHaveLength(1);
});
