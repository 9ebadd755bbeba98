import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { server } from '../../testing/server';
import { FileError, importWithFiles } from './fetchFiles';

let number = 0;
/** Names that no other test has requested: loaded files are not requested again. */
const fresh = (kind: string) => `assets/part-${number++}.${kind}`;
const load = vi.fn<() => Promise<string>>(async () => 'the part');

function answer(file: string, ...statuses: number[]): number[] {
  const asked: number[] = [];
  server.use(
    http.get(`*/${file}`, () => {
      const status = statuses.length > 1 ? (statuses.shift() ?? 200) : (statuses[0] ?? 200);
      asked.push(status);
      return status === 0 ? HttpResponse.error() : new HttpResponse('export {}', { status });
    }),
  );
  return asked;
}

/** happy-dom loads no styles: the links are kept here instead. */
let links: HTMLLinkElement[] = [];
const settle = (link: HTMLLinkElement | undefined, event: 'load' | 'error') =>
  link?.dispatchEvent(new Event(event));

beforeEach(() => {
  links = [];
});
afterEach(() => {
  load.mockClear();
});

describe('scripts', () => {
  test('are fetched before the import', async () => {
    const [first, second] = [fresh('js'), fresh('js')];
    const asked = [answer(first), answer(second)];
    await expect(importWithFiles(load, [first, second])).resolves.toBe('the part');
    expect(asked).toEqual([[200], [200]]);
  });

  test.each([0, 404, 503])('a failure with %i prevents the import, and can be retried', async (status) => {
    const file = fresh('js');
    const asked = answer(file, status, 200);
    const failure = await importWithFiles(load, [file]).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(FileError);
    expect((failure as FileError).status).toBe(status);
    expect(load).not.toHaveBeenCalled();
    await importWithFiles(load, [file]);
    expect(load).toHaveBeenCalledOnce();
    expect(asked).toEqual([status, 200]);
  });

  test('are not fetched again if loaded, loading, or preloaded by the page', async () => {
    const [file, first] = [fresh('js'), fresh('js')];
    const asked = answer(file);
    const preload = document.createElement('link');
    preload.rel = 'modulepreload';
    preload.setAttribute('href', `/${first}`);
    document.head.append(preload);
    await Promise.all([importWithFiles(load, [file, first]), importWithFiles(load, [file])]);
    await importWithFiles(load, [file]);
    expect(asked).toEqual([200]);
    preload.remove();
  });
});

describe('styles', () => {
  beforeEach(() => {
    vi.spyOn(document.head, 'append').mockImplementation((link) => {
      links.push(link as HTMLLinkElement);
      vi.spyOn(link as HTMLLinkElement, 'remove').mockImplementation(() => {
        links = links.filter((other) => other !== link);
      });
    });
  });

  test('are loaded before the import', async () => {
    const importing = importWithFiles(load, [fresh('css')]);
    await Promise.resolve();
    expect(load).not.toHaveBeenCalled();
    settle(links[0], 'load');
    await expect(importing).resolves.toBe('the part');
  });

  test('a failed one is removed, and added again by the next try', async () => {
    const file = fresh('css');
    const importing = importWithFiles(load, [file]);
    settle(links[0], 'error');
    await expect(importing).rejects.toBeInstanceOf(FileError);
    expect(links).toEqual([]);
    const again = importWithFiles(load, [file]);
    expect(links.map((link) => link.getAttribute('href'))).toEqual([`/${file}`]);
    settle(links[0], 'load');
    await expect(again).resolves.toBe('the part');
  });
});
