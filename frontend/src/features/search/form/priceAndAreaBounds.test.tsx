import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { SearchListingsRequest } from '../../../api/generated';
import { listing } from '../../../testing/fixtures';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

function mockSearch() {
  const requests: SearchListingsRequest[] = [];
  server.use(
    http.post<never, SearchListingsRequest>('*/api/v1/listings/search', async ({ request }) => {
      const body = await request.json();
      if (!body.facets) requests.push(body);
      return HttpResponse.json({ payload: [listing()], totalPages: 1, totalSize: 1, facets: null });
    }),
  );
  return requests;
}

const labels = {
  'de-DE': { rentMax: 'Warmmiete bis (€)', areaMin: 'Fläche von (m²)' },
  'en-US': { rentMax: 'Total rent up to (€)', areaMin: 'Area from (m²)' },
} as const;

describe('a bound with decimals', () => {
  test.each([
    ['de-DE', 'rentMax', '450,50', 450.5, '450,50'],
    ['de-DE', 'rentMax', '1.250,5 €', 1250.5, '1250,50'],
    ['en-US', 'rentMax', '450.50', 450.5, '450.50'],
    ['en-US', 'rentMax', '€1,250', 1250, '1250'],
    ['de-DE', 'rentMax', '450', 450, '450'],
    ['de-DE', 'areaMin', '12,5', 12.5, '12,5'],
    ['en-US', 'areaMin', '12.5 m²', 12.5, '12.5'],
  ] as const)('in %s, %s %s searches for %d', async (language, field, text, expected, shown) => {
    for (const method of ['typed', 'pasted'] as const) {
      const requests = mockSearch();
      const { user, unmount } = await renderApp('/', { language });
      const input = screen.getByLabelText(labels[language][field]);
      await user.click(input);
      if (method === 'pasted') await user.paste(text);
      else await user.keyboard(text);
      await user.keyboard('{Enter}');
      const bounds = field === 'rentMax' ? { price: { max: expected } } : { area: { min: expected } };
      await waitFor(() => expect(requests.at(-1)).toMatchObject(bounds));
      expect(window.location.search).toBe(`?${field === 'rentMax' ? 'priceMax' : 'areaMin'}=${expected}`);
      expect(input).toHaveValue(shown);
      unmount();
    }
  });

  test('of the URL is formatted in the language of the page', async () => {
    const requests = mockSearch();
    await renderApp('/?priceMax=450.5&areaMin=12.5', { language: 'de-DE' });
    expect(screen.getByLabelText('Warmmiete bis (€)')).toHaveValue('450,50');
    expect(screen.getByLabelText('Fläche von (m²)')).toHaveValue('12,5');
    await waitFor(() => expect(requests[0]).toMatchObject({ price: { max: 450.5 }, area: { min: 12.5 } }));
  });

  test.each([
    ['Total rent up to (€)', '450.5055', 'At most 2 decimal places.'],
    ['Area from (m²)', '12.25', 'At most one decimal place.'],
    ['Total rent up to (€)', '1,2,3', 'Enter a number.'],
    ['Total rent up to (€)', '.', 'Enter a number.'],
  ])('%s %s shows an error and does not search', async (label, text, error) => {
    const requests = mockSearch();
    const { user } = await renderApp('/');
    await waitFor(() => expect(requests).toHaveLength(1));
    const input = screen.getByLabelText(label);
    await user.type(input, `${text}{Enter}`);
    expect(await screen.findByRole('alert')).toHaveTextContent(error);
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription(error);
    expect(input).toHaveFocus();
    expect(window.location.search).toBe('');
    expect(requests).toHaveLength(1);
    await user.clear(input);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('a minimum above the maximum', () => {
  const error = '“From” is above “to”.';

  test('shows an error at both fields on blur, and not while typing', async () => {
    mockSearch();
    const { user } = await renderApp('/');
    const [min, max] = [
      screen.getByLabelText('Total rent from (€)'),
      screen.getByLabelText('Total rent up to (€)'),
    ];
    await user.type(min, '300');
    await user.type(max, '5');
    expect(screen.queryByText(error)).not.toBeInTheDocument();
    await user.type(max, '00');
    await user.tab();
    expect(screen.queryByText(error)).not.toBeInTheDocument();
    await user.clear(max);
    await user.type(max, '200');
    await user.tab();
    expect(screen.getByText(error)).toBeVisible();
    for (const field of [min, max]) {
      expect(field).toBeInvalid();
      expect(field).toHaveAccessibleDescription(error);
    }
    expect(screen.getByLabelText('Area from (m²)')).toBeValid();
    await user.type(max, '0');
    await user.tab();
    expect(screen.queryByText(error)).not.toBeInTheDocument();
    expect(min).toBeValid();
  });

  test('keeps its error on submit, gets the focus and is not searched', async () => {
    const requests = mockSearch();
    const { user } = await renderApp('/');
    await waitFor(() => expect(requests).toHaveLength(1));
    const min = screen.getByLabelText('Area from (m²)');
    await user.type(min, '30');
    await user.type(screen.getByLabelText('Area up to (m²)'), '20{Enter}');
    expect(screen.getByText(error)).toBeVisible();
    expect(min).toHaveFocus();
    expect(window.location.search).toBe('');
    expect(requests).toHaveLength(1);
  });

  test('of the URL shows the error', async () => {
    mockSearch();
    await renderApp('/?priceMin=600&priceMax=500');
    expect(await screen.findByText(error)).toBeVisible();
  });
});
