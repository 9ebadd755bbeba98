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
  test('names the build of the server when it is another one', async () => {
    serve(() => HttpResponse.json({ build: 'second' }));
    expect(await findNewBuild()).toBe('second');
  });

  test.each([
    ['the same build', () => HttpResponse.json({ build: 'first' })],
    ['no connection', () => HttpResponse.error()],
    ['an answer of something else', () => new HttpResponse('<html>', { status: 502 })],
    ['an answer without a name', () => HttpResponse.json({})],
  ])('%s is no new build', async (_, answer) => {
    serve(answer);
    expect(await findNewBuild()).toBeUndefined();
  });

  test('without a name of its own, as in development, asks for nothing', async () => {
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

  test('does not reload while something would be lost, and reloads afterwards', () => {
    const reloads = reload();
    const warn = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    expect(reloadFor('second')).toBe(false);
    window.removeEventListener('beforeunload', warn);
    expect(reloadFor('second')).toBe(true);
    expect(reloads).toHaveBeenCalledOnce();
  });

  test('without storage never reloads, because nothing would end it', () => {
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
