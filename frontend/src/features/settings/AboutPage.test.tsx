import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { publicSettings } from '../../testing/fixtures';
import { renderApp } from '../../testing/renderApp';
import { server } from '../../testing/server';

const main = () => within(screen.getByRole('main'));

describe('/about', () => {
  test.each([
    ['en-US', 'A window seat for every student', 'Checked on both sides'],
    ['de-DE', 'Ein Platz am Fenster für alle, die studieren', 'Auf beiden Seiten geprüft'],
  ] as const)('shows its text in %s', async (language, heading, reason) => {
    await renderApp('/about', { language });
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
    expect(screen.getByRole('heading', { level: 2, name: reason })).toBeVisible();
    expect(screen.getByText(/^Fensterplatz /)).toBeVisible();
  });

  test('links to both sign-up pages', async () => {
    await renderApp('/about');
    const student = await main().findByRole('link', { name: 'Sign up as a student' });
    expect(student).toHaveAttribute('href', '/signup-student');
    expect(main().getByRole('link', { name: 'Sign up as a landlord' })).toHaveAttribute(
      'href',
      '/signup-landlord',
    );
  });

  test("shows the operator's image", async () => {
    server.use(
      http.get('*/api/v1/settings/public', () =>
        HttpResponse.json({ payload: { ...publicSettings, images: { 'about.picture': '/s/house.jpg' } } }),
      ),
    );
    const { container } = await renderApp('/about');
    await waitFor(() =>
      expect(container.querySelector('main img')).toHaveAttribute('src', '/images/1200x800/s/house.jpg'),
    );
  });
});

describe('/contact', () => {
  test('shows the contact data', async () => {
    await renderApp('/contact');
    expect(await screen.findByRole('heading', { level: 1, name: 'Write to us' })).toBeVisible();
    expect(await screen.findByRole('link', { name: 'hallo@portal.test' })).toHaveAttribute(
      'href',
      'mailto:hallo@portal.test',
    );
    expect(screen.getByRole('link', { name: '+49 30 1234567' })).toHaveAttribute('href', 'tel:+49301234567');
    expect(screen.getByText('Musterstraße 1, 10115 Berlin, Germany')).toBeVisible();
  });

  test('has a form with full name, email and message', async () => {
    await renderApp('/contact');
    expect(await screen.findByLabelText('Full name')).toBeVisible();
    expect(screen.getByLabelText('Your email')).toHaveAttribute('type', 'email');
    expect(screen.getByLabelText('Message').tagName).toBe('TEXTAREA');
  });

  test('the form opens the mail program with the values, without a request', async () => {
    const { user } = await renderApp('/contact');
    await screen.findByRole('link', { name: 'hallo@portal.test' });
    const calls = vi.spyOn(globalThis, 'fetch');
    const opened: string[] = [];
    vi.spyOn(window.location, 'href', 'set').mockImplementation((address) => void opened.push(address));
    await user.type(screen.getByLabelText('Full name'), 'Sena Aydın');
    await user.type(screen.getByLabelText('Your email'), 'sena@portal.test');
    await user.type(screen.getByLabelText('Message'), 'Guten Tag & danke');
    await user.click(screen.getByRole('button', { name: 'Open in email app' }));
    expect(opened).toHaveLength(1);
    const address = new URL(opened[0] ?? '');
    expect(address.protocol + address.pathname).toBe('mailto:hallo@portal.test');
    expect(decodeURIComponent(address.search)).toBe(
      '?subject=Message from Sena Aydın&body=Guten Tag & danke\n\nSena Aydın\nsena@portal.test',
    );
    expect(calls).not.toHaveBeenCalled();
    expect(window.location.pathname).toBe('/contact');
  });
});
