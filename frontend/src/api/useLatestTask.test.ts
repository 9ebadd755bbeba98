import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useLatestTask } from './useLatestTask';

/** A request that a test ends; an abort ends it too, as one of RTK Query. */
function createRequest() {
  let end: (result: string) => void = () => undefined;
  const result = new Promise<string>((resolve) => (end = resolve));
  const abort = vi.fn<() => void>();
  return { request: Object.assign(result, { abort }), abort, end };
}

function open() {
  const { result, unmount } = renderHook(() => useLatestTask());
  const results: string[] = [];
  const start = (request: PromiseLike<string>) =>
    result.current(async (wait) => void results.push(await wait(request)));
  return { start, results, unmount };
}

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve)));

test('a task gets its result', async () => {
  const { start, results } = open();
  start(Promise.resolve('a'));
  await settle();
  expect(results).toEqual(['a']);
});

test('a newer task aborts the older one, begins when its request has ended, and drops its result', async () => {
  const { start, results } = open();
  const older = createRequest();
  start(older.request);
  await settle();
  start(Promise.resolve('newer'));
  await settle();
  expect(older.abort).toHaveBeenCalledOnce();
  expect(results).toEqual([]);
  older.end('older');
  await settle();
  expect(results).toEqual(['newer']);
});

test('a newer task does not wait for a part that cannot be aborted', async () => {
  const { start, results } = open();
  start(new Promise(() => undefined));
  await settle();
  start(Promise.resolve('newer'));
  await settle();
  expect(results).toEqual(['newer']);
});

test.each(['abort', 'unmount'] as const)('%s aborts the task', async (by) => {
  const { start, results, unmount } = open();
  const { request, abort, end } = createRequest();
  const abortTask = start(request);
  await settle();
  if (by === 'abort') abortTask();
  else unmount();
  end('late');
  await settle();
  expect(abort).toHaveBeenCalledOnce();
  expect(results).toEqual([]);
});

test('an aborted task does not begin', async () => {
  const { start, results } = open();
  start(Promise.resolve('older'))();
  await settle();
  expect(results).toEqual([]);
});
