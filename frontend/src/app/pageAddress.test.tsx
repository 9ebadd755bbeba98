import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderApp } from '../testing/renderApp';

const canonical = () => document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;

function serve(address: string): void {
  const link = document.createElement('link');
  link.rel = 'canonical';
  link.href = address;
  document.head.append(link);
}

afterEach(() => document.querySelector('link[rel=canonical]')?.remove());

test('the address that browsers share follows the page, at the place where the server put it', async () => {
  serve('https://rooms.example.org/');
  const { user } = await renderApp('/?keyword=quiet');
  await screen.findByRole('heading', { level: 1 });
  expect(canonical()).toBe('https://rooms.example.org/');
  const footer = within(screen.getByRole('contentinfo'));
  await user.click(footer.getByRole('link', { name: 'Contact' }));
  await waitFor(() => expect(canonical()).toBe('https://rooms.example.org/contact'));
});

test('a page that the server gave no address gets none', async () => {
  await renderApp('/contact');
  await screen.findByRole('heading', { level: 1 });
  expect(canonical()).toBeUndefined();
});
