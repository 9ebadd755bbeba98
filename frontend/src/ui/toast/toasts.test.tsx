import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { renderApp } from '../../testing/renderApp';
import { type ShowToast, useShowToast } from './toasts';

const calls = vi.hoisted((): { show: ShowToast | undefined } => ({ show: undefined }));

// A page that exposes `showToast` to the tests.
vi.mock('../../app/NotFoundPage', () => ({
  NotFoundPage: () => {
    calls.show = useShowToast();
    return 'a page';
  },
}));

const show: ShowToast = (...toast) => act(() => calls.show?.(...toast));
const advance = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
const texts = () => screen.queryAllByRole('alert').map((alert) => alert.textContent);
const approve = (name: string, count = 1) =>
  show(`${name} is approved`, 'success', {
    kind: 'approved',
    count,
    merged: (all) => `${all} approved`,
  });

beforeEach(async () => {
  await renderApp('/no-such-page');
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('toasts', () => {
  test('the newest replaces the older one', () => {
    show('First', 'error');
    expect(texts()).toEqual(['First']);
    show('Second', 'success');
    expect(texts()).toEqual(['Second']);
    advance(6000);
    expect(texts()).toEqual([]);
  });

  test('a replacing toast gets the full time', () => {
    show('First', 'error');
    advance(5900);
    show('Second', 'success');
    advance(5900);
    expect(texts()).toEqual(['Second']);
    advance(200);
    expect(texts()).toEqual([]);
  });

  test('several of one kind are merged into one with a count', () => {
    approve('Sena');
    approve('Mert');
    approve('both', 2);
    expect(texts()).toEqual(['4 approved']);
  });

  test('another kind, another severity or none is not merged', () => {
    approve('Sena');
    show('Mert is rejected', 'success', { kind: 'rejected', merged: (all) => `${all} rejected` });
    expect(texts()).toEqual(['Mert is rejected']);
    show('Not approved', 'error', { kind: 'rejected', merged: (all) => `${all} rejected` });
    expect(texts()).toEqual(['Not approved']);
    show('One', 'success');
    show('Two', 'success');
    expect(texts()).toEqual(['Two']);
  });

  test('a hidden toast is not merged', () => {
    approve('Sena');
    advance(6000);
    approve('Mert');
    expect(texts()).toEqual(['Mert is approved']);
  });

  test('expires only after the window got the focus', () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    show('Read me');
    advance(60_000);
    expect(texts()).toEqual(['Read me']);
    fireEvent.focus(window);
    advance(6000);
    expect(texts()).toEqual([]);
  });

  test('stays during hover and closes on dismiss', () => {
    show('Read me');
    fireEvent.mouseEnter(screen.getByRole('alert'));
    advance(60_000);
    expect(texts()).toEqual(['Read me']);
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss message' }));
    expect(texts()).toEqual([]);
  });
});
