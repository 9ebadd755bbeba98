import { describe, expect, test, vi } from 'vitest';
import { handlers } from '../handlers';
import { separateFiles } from './separateFiles';

const late = vi.fn<() => void>();

describe('an earlier file', () => {
  separateFiles();

  test('leaves a timer, a listener, a fake clock, stubs, and a document', () => {
    setTimeout(late, 0);
    window.addEventListener('focus', late);
    vi.useFakeTimers();
    vi.stubGlobal('stubbed', true);
    vi.stubEnv('STUBBED', 'yes');
    document.documentElement.lang = 'de';
    document.title = 'Left';
    document.head.append(document.createElement('style'));
    document.body.append('left');
    expect(vi.isFakeTimers()).toBe(true);
  });
});

describe('the next file', () => {
  test('evaluates our modules again', async () => {
    expect((await import('../handlers')).handlers).not.toBe(handlers);
  });

  test('has real timers, and no timer or listener of the earlier one is called', async () => {
    expect(vi.isFakeTimers()).toBe(false);
    window.dispatchEvent(new Event('focus'));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(late).not.toHaveBeenCalled();
  });

  test('has an empty document, and no stubs', () => {
    expect(globalThis).not.toHaveProperty('stubbed');
    expect(process.env).not.toHaveProperty('STUBBED');
    expect(document.documentElement.getAttributeNames()).toEqual([]);
    expect(document.title).toBe('');
    expect(document.head.childElementCount).toBe(0);
    expect(document.body.textContent).toBe('');
  });
});
