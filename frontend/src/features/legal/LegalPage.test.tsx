import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import type { LegalPageEnvelope } from '../../api/generated';
import { publicSettings } from '../../testing/fixtures';
import { expectBusyRetry } from '../../testing/browser/expectBusyRetry';
import { failure } from '../../testing/handlers';
import { renderApp } from '../../testing/renderApp';
import { server } from '../../testing/server';

const titles: Record<string, Record<string, string>> = {
  'de-DE': {
    terms: 'Nutzungsbedingungen',
    privacy: 'Datenschutzerklärung',
    imprint: 'Impressum',
    accessibility: 'Erklärung zur Barrierefreiheit',
  },
  'en-US': {
    terms: 'Terms of use',
    privacy: 'Privacy policy',
    imprint: 'Imprint',
    accessibility: 'Accessibility statement',
  },
};
const main = () => within(screen.getByRole('main'));
const title = () => main().findByRole('heading', { level: 1 });

/** Mocks legal texts that contain the requested page and language. */
function mockTexts(text = '') {
  const requests: string[] = [];
  server.use(
    http.get('*/api/v1/legal/:page', ({ request, params }) => {
      const page = String(params['page']);
      const locale = new URL(request.url).searchParams.get('locale') ?? '';
      requests.push(`${page} ${locale}`);
      const markdown = `Stand\n\n## 1. ${page} ${locale}\n\n${text}\n\n## 2. Last\n\n- *a*`;
      return HttpResponse.json<LegalPageEnvelope>({
        payload: { title: titles[locale]?.[page] ?? '', markdown },
      });
    }),
  );
  return requests;
}

/** Mocks settings without external legal pages. */
function mockSettings(changes: Partial<typeof publicSettings> = {}) {
  const own = { termsUrl: '/legal/terms', privacyUrl: '/legal/privacy', imprintUrl: '/legal/imprint' };
  server.use(
    http.get('*/api/v1/settings/public', () =>
      HttpResponse.json({ payload: { ...publicSettings, ...own, ...changes } }),
    ),
  );
}

describe.each(['terms', 'privacy', 'imprint', 'accessibility'])('/legal/%s', (page) => {
  test.each(['de-DE', 'en-US'] as const)(
    'shows the text in %s with a table of contents',
    async (language) => {
      mockSettings();
      const requests = mockTexts();
      await renderApp(`/legal/${page}`, { language });
      expect(await title()).toHaveTextContent(titles[language]?.[page] ?? '');
      const heading = `1. ${page} ${language}`;
      expect(await screen.findByRole('heading', { level: 2, name: heading })).toBeVisible();
      expect(screen.getByRole('link', { name: heading })).toHaveAttribute('href', '#section-1');
      expect(document.getElementById('section-1')).toHaveTextContent(heading);
      expect(main().getByText('a', { selector: 'li em' })).toBeVisible();
      expect(document.title).toBe(`${titles[language]?.[page]} – Fensterplatz`);
      expect(requests).toEqual([`${page} ${language}`]);
    },
  );
});

describe('legal page', () => {
  test('on a phone, has its table of contents above the text, closed', async () => {
    const real = window.matchMedia.bind(window);
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      real(query === '(min-width: 1024px)' ? 'not all' : query),
    );
    mockSettings();
    mockTexts();
    const { user } = await renderApp('/legal/imprint');
    const contents = within(await screen.findByRole('navigation', { name: 'Contents' }));
    const link = contents.getByText('1. imprint en-US');
    expect(link).not.toBeVisible();
    await user.click(contents.getByText('Contents'));
    expect(link).toBeVisible();
  });

  test('changes with the language', async () => {
    mockSettings();
    mockTexts();
    const { user } = await renderApp('/legal/imprint');
    await screen.findByRole('heading', { name: '1. imprint en-US' });
    await user.click(screen.getByRole('button', { name: 'DE – Auf Deutsch umschalten' }));
    expect(await screen.findByRole('heading', { name: '1. imprint de-DE' })).toBeVisible();
    expect(await title()).toHaveTextContent('Impressum');
    expect(screen.queryByText(/en-US/)).not.toBeInTheDocument();
  });

  test('links to the other pages in this tab', async () => {
    mockSettings();
    mockTexts();
    const { user } = await renderApp('/legal/terms');
    const pages = within(await screen.findByRole('navigation', { name: 'Legal pages' }));
    expect(pages.getByRole('link', { name: 'Terms of use' })).toHaveAttribute('aria-current', 'page');
    await user.click(pages.getByRole('link', { name: 'Privacy policy' }));
    expect(await screen.findByRole('heading', { name: '1. privacy en-US' })).toBeVisible();
    expect(window.location.pathname).toBe('/legal/privacy');
    expect(pages.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('aria-current', 'page');
    expect(pages.getByRole('link', { name: 'Terms of use' })).not.toHaveAttribute('aria-current');
  });

  test('opens links of the portal in this tab and others in a new tab, and removes unsafe ones', async () => {
    mockSettings();
    mockTexts(
      '[imprint](/legal/imprint) [Google](https://policies.google.com/) [post](mailto:a@b.de) [bad](javascript:alert(1))',
    );
    const { user } = await renderApp('/legal/terms');
    const outside = await screen.findByRole('link', { name: 'Google (opens in a new tab)' });
    expect(outside).toHaveAttribute('target', '_blank');
    expect(outside).toHaveAttribute('rel', 'noopener noreferrer');
    expect(screen.getByRole('link', { name: 'post' })).toHaveAttribute('href', 'mailto:a@b.de');
    expect(screen.getByText('bad').closest('a')?.getAttribute('href') ?? '').not.toMatch(/javascript/);
    await user.click(screen.getByRole('link', { name: 'imprint' }));
    expect(await screen.findByRole('heading', { name: '1. imprint en-US' })).toBeVisible();
  });

  test('shows HTML as text', async () => {
    mockSettings();
    mockTexts('<img src="x" alt="inside"> and \\<b\\>');
    const { container } = await renderApp('/legal/terms');
    expect(await screen.findByText(/and <b>/)).toBeVisible();
    expect(container.querySelector('main img')).toBeNull();
  });

  test('can be retried after a failure, by a button that stays while it is busy', async () => {
    mockSettings();
    const path = '*/api/v1/legal/:page';
    server.use(http.get(path, () => failure(503, 'exception.server.unavailable')));
    const { user } = await renderApp('/legal/privacy');
    expect(await screen.findByRole('alert')).toHaveTextContent('The text could not be loaded');
    const retry = main().getByRole('button', { name: 'Try again' });
    await expectBusyRetry(user, retry, path);
    mockTexts();
    await user.click(retry);
    expect(await screen.findByRole('heading', { name: '1. privacy en-US' })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('links to an external page of the operator', async () => {
    mockSettings({ termsUrl: 'https://example.org/terms' });
    server.use(http.get('*/api/v1/legal/:page', () => failure(404, 'exception.request.not-found')));
    await renderApp('/legal/terms');
    const link = await main().findByRole('link', { name: 'Open page (opens in a new tab)' });
    expect(link).toHaveAttribute('href', 'https://example.org/terms');
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    expect(await title()).toHaveTextContent('Terms of use');
  });
});

test('the sign-up page opens the terms in a new tab', async () => {
  mockSettings();
  await renderApp('/signup-student');
  const terms = await main().findByRole('link', { name: 'terms of use' });
  expect(terms).toHaveAttribute('href', '/legal/terms');
  expect(terms).toHaveAttribute('target', '_blank');
});
