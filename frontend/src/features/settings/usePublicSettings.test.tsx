import { act, renderHook, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { Providers } from '../../app/Providers';
import { createStore } from '../../app/store';
import { createI18n } from '../../i18n/i18n';
import { publicSettings } from '../../testing/fixtures';
import { failure } from '../../testing/handlers';
import { server } from '../../testing/server';
import { usePublicSettings } from './usePublicSettings';

async function start() {
  localStorage.setItem('i18nextLng', 'en-US');
  const store = createStore();
  const i18n = await createI18n();
  return renderHook(usePublicSettings, {
    wrapper: ({ children }) => (
      <Providers store={store} i18n={i18n}>
        {children}
      </Providers>
    ),
  }).result;
}

test('loading is true until the response', async () => {
  const result = await start();
  expect(result.current).toMatchObject({ loading: true, settings: undefined, error: undefined });
  await waitFor(() => expect(result.current.loading).toBe(false));
  expect(result.current).toMatchObject({ settings: publicSettings, error: undefined });
});

test('a failure keeps the message of the server, and a reload recovers', async () => {
  server.use(
    http.get('*/api/v1/settings/public', () => failure(503, 'exception.server.unavailable'), { once: true }),
  );
  const result = await start();
  await waitFor(() => expect(result.current.loading).toBe(false));
  expect(result.current.error).toMatch(/^The service cannot be reached/);
  act(() => result.current.reload());
  await waitFor(() => expect(result.current).toMatchObject({ settings: publicSettings, error: undefined }));
});

test("without a message of the server the error is 'Unknown error'", async () => {
  server.use(http.get('*/api/v1/settings/public', () => HttpResponse.error()));
  const result = await start();
  await waitFor(() => expect(result.current.error).toBe('Unknown error'));
});
