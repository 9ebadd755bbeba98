import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import type { TownListEnvelope, TownResponse } from '../../api/generated';
import { completeValues, storeDraft } from '../../testing/draftFixtures';
import { failure } from '../../testing/handlers';
import { findWizard } from '../../testing/findWizard';
import { renderApp } from '../../testing/renderApp';
import { server } from '../../testing/server';
import type { ListingValues } from './values';

const berlin: TownResponse = { city: 'Berlin', region: 'Berlin' };
const villages: TownResponse[] = [
  { city: 'Ruhland', region: 'Brandenburg' },
  { city: 'Tettau', region: 'Brandenburg' },
];

/** Mocks the towns of postal codes; others have none. Returns the requested ones. */
function mockTowns(towns: Record<string, TownResponse[]>) {
  const requests: string[] = [];
  server.use(
    http.get('*/api/v1/listings/towns', ({ request }) => {
      const postalCode = new URL(request.url).searchParams.get('postalCode') ?? '';
      requests.push(postalCode);
      return HttpResponse.json<TownListEnvelope>({ payload: towns[postalCode] ?? [] });
    }),
  );
  return requests;
}

/** A new listing at its location, without postal code and city. */
async function openLocation(values: Partial<ListingValues> = {}) {
  storeDraft(completeValues({ postalCode: '', city: '', region: 'Bayern', ...values }), { step: 2 });
  const app = await renderApp('/add-listing?step=2', { role: 'LANDLORD' });
  await findWizard();
  return app;
}

const field = (name: string) => screen.getByRole('textbox', { name });
const postalCode = () => field('Postal code');
const city = () => screen.getByLabelText('City');
const region = () => screen.getByRole('combobox', { name: 'State' });
const offered = () =>
  Array.from(document.querySelectorAll('datalist option'), (option) => option.textContent);

test('a whole postal code fills city and state', async () => {
  const requests = mockTowns({ '10115': [berlin] });
  const { user } = await openLocation();
  await user.type(postalCode(), '10115');
  await waitFor(() => expect(city()).toHaveValue('Berlin'));
  expect(region()).toHaveValue('Berlin');
  expect(requests).toEqual(['10115']);
  await user.clear(postalCode());
  expect(city()).toHaveValue('Berlin');
});

test('another postal code replaces what was filled', async () => {
  mockTowns({ '10115': [berlin], '80331': [{ city: 'München', region: 'Bayern' }], '01945': villages });
  const { user } = await openLocation();
  await user.type(postalCode(), '10115');
  await waitFor(() => expect(city()).toHaveValue('Berlin'));
  await user.clear(postalCode());
  await user.type(postalCode(), '80331');
  await waitFor(() => expect(city()).toHaveValue('München'));
  expect(region()).toHaveValue('Bayern');
  await user.clear(postalCode());
  await user.type(postalCode(), '01945');
  await waitFor(() => expect(offered()).toEqual(['Ruhland', 'Tettau']));
  expect(city()).toHaveValue('');
  expect(region()).toHaveValue('Brandenburg');
});

test('a postal code leaves the city of the user', async () => {
  mockTowns({ '10115': [berlin] });
  const { user } = await openLocation({ city: 'Berlin-Mitte' });
  await user.type(postalCode(), '10115');
  await waitFor(() => expect(region()).toHaveValue('Berlin'));
  expect(city()).toHaveValue('Berlin-Mitte');
});

test('a postal code leaves the state of the user', async () => {
  mockTowns({ '10115': [berlin] });
  const { user } = await openLocation({ region: 'Hessen' });
  await user.type(postalCode(), '10115');
  await waitFor(() => expect(city()).toHaveValue('Berlin'));
  expect(region()).toHaveValue('Hessen');
});

test('a city that is typed during the request stays', async () => {
  let respond = () => undefined as void;
  server.use(
    http.get('*/api/v1/listings/towns', async () => {
      await new Promise<void>((resolve) => (respond = resolve));
      return HttpResponse.json<TownListEnvelope>({ payload: [berlin] });
    }),
  );
  const { user } = await openLocation();
  await user.type(postalCode(), '10115');
  await user.type(city(), 'Pankow');
  respond();
  await waitFor(() => expect(region()).toHaveValue('Berlin'));
  expect(city()).toHaveValue('Pankow');
});

test.each(['1011', '1011a', '101156'])('%s requests no towns', async (typed) => {
  const requests = mockTowns({});
  const { user } = await openLocation();
  await user.click(postalCode());
  await user.paste(typed);
  expect(postalCode()).toHaveValue(typed);
  expect(requests).toEqual([]);
  expect(city()).toHaveValue('');
});

test('a failed request fills nothing and shows no error', async () => {
  server.use(http.get('*/api/v1/listings/towns', () => failure(503, 'exception.server.unavailable')));
  const { user } = await openLocation();
  await user.type(postalCode(), '10115');
  await user.type(city(), 'Berlin');
  expect(city()).toHaveValue('Berlin');
  expect(region()).toHaveValue('Bayern');
});

test('another postal code replaces what was filled before another step', async () => {
  mockTowns({ '04109': [{ city: 'Leipzig', region: 'Sachsen' }], '10115': [berlin] });
  const { user } = await openLocation();
  await user.type(postalCode(), '04109');
  await waitFor(() => expect(city()).toHaveValue('Leipzig'));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.click(await screen.findByRole('button', { name: /^Location/ }));
  await user.clear(await screen.findByRole('textbox', { name: 'Postal code' }));
  await user.type(postalCode(), '10115');
  await waitFor(() => expect(city()).toHaveValue('Berlin'));
  expect(region()).toHaveValue('Berlin');
});
