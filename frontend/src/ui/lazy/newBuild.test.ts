import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { server } from '../../testing/server';
import { findNewBuild, reloadFor } from './newBuild';

const meta = document.createElement('meta');
meta.name = 'build';
const serve = (answer: () => Response) => server.use(http.get('*/build.json', answer));

beforeEach(() => {
  meta.content = 'first';
  document.head.append(meta);
});
afterEach(() => meta.remove());

describe('findNewBuild', () => {
  test('returns the build of the server if it differs', async () => {
    serve(() => HttpResponse.json({ build: 'second' }));
    expect(await findNewBuild()).toBe('second');
  });

  test.each([
    ['the same build', () => HttpResponse.json({ build: 'first' })],
    ['no connection', () => HttpResponse.error()],
    ['an answer of something else', () => new HttpResponse('<html>', { status: 502 })],
    ['an answer without a name', () => HttpResponse.json({})],
  ])('returns undefined for %s', async (_, answer) => {
    serve(answer);
    expect(await findNewBuild()).toBeUndefined();
  });

  test('sends no request without a name of the current build, as in development', async () => {
    meta.remove();
    expect(await findNewBuild()).toBeUndefined();
  });
});

describe('reloadFor', () => {
  const reload = () => vi.spyOn(location, 'reload').mockReturnValue(undefined);

  test('reloads once for each build', () => {
    const reloads = reload();
    expect([reloadFor('second'), reloadFor('second'), reloadFor('third'), reloadFor('second')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(reloads).toHaveBeenCalledTimes(2);
  });

  test('does not reload while input would be lost, and reloads afterwards', () => {
    const reloads = reload();
    const warn = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    expect(reloadFor('second')).toBe(false);
    window.removeEventListener('beforeunload', warn);
    expect(reloadFor('second')).toBe(true);
    expect(reloads).toHaveBeenCalledOnce();
  });

  test('never reloads without storage, which could not stop a loop', () => {
    const reloads = reload();
    vi.stubGlobal('sessionStorage', {
      clear: () => undefined,
      getItem: () => {
        throw new Error('blocked');
      },
    });
    expect(reloadFor('second')).toBe(false);
    expect(reloads).not.toHaveBeenCalled();
  });
});
