import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderApp } from '../../testing/renderApp';

const canonical = () => document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;

function addCanonicalLink(url: string): void {
  const link = document.createElement('link');
  link.rel = 'canonical';
  link.href = url;
  document.head.append(link);
}

afterEach(() => document.querySelector('link[rel=canonical]')?.remove());

test('the canonical URL of the server follows the page', async () => {
  addCanonicalLink('https://rooms.example.org/');
  const { user } = await renderApp('/?keyword=quiet');
  await screen.findByRole('heading', { level: 1 });
  expect(canonical()).toBe('https://rooms.example.org/');
  const footer = within(screen.getByRole('contentinfo'));
  await user.click(footer.getByRole('link', { name: 'Contact' }));
  await waitFor(() => expect(canonical()).toBe('https://rooms.example.org/contact'));
});

test('a page without a canonical URL gets none', async () => {
  await renderApp('/contact');
  await screen.findByRole('heading', { level: 1 });
  expect(canonical()).toBeUndefined();
});
