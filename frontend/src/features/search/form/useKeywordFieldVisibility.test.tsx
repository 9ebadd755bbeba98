import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useKeywordFieldVisibility } from './useKeywordFieldVisibility';

function Field() {
  return <div ref={useKeywordFieldVisibility<HTMLDivElement>()} />;
}

/** The callback of the observer, which gets what happened since its last call, oldest first. */
function mockObserver() {
  let notify: (entries: { isIntersecting: boolean }[]) => void = () => undefined;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = vi.fn<IntersectionObserver['observe']>();
      disconnect = vi.fn<IntersectionObserver['disconnect']>();
      constructor(callback: typeof notify) {
        notify = callback;
      }
    },
  );
  return (...visible: boolean[]) => notify(visible.map((isIntersecting) => ({ isIntersecting })));
}

const isHidden = () => document.documentElement.hasAttribute('data-keyword-field-hidden');

test('the last of several changes in one notification counts', () => {
  const notify = mockObserver();
  const { unmount } = render(<Field />);
  notify(true, false);
  expect(isHidden()).toBe(true);
  notify(false, true);
  expect(isHidden()).toBe(false);
  notify(false);
  unmount();
  expect(isHidden()).toBe(false);
});
