import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { lazyHelp } from './lazyHelp';

test('a part that cannot be loaded leaves the page as it is', async () => {
  const Help = lazyHelp<{ topic: string }>(() => Promise.reject(new Error('offline')));
  render(
    <>
      <p>page</p>
      <Suspense fallback="loading">
        <Help topic="search" />
      </Suspense>
    </>,
  );
  await expect.poll(() => screen.queryByText('loading')).toBeNull();
  expect(screen.getByText('page')).toBeVisible();
});

test('a part that can be loaded is shown', async () => {
  const Help = lazyHelp<{ topic: string }>(async () => ({ topic }) => <p>{`help about ${topic}`}</p>);
  render(
    <Suspense>
      <Help topic="search" />
    </Suspense>,
  );
  expect(await screen.findByText('help about search')).toBeVisible();
});
