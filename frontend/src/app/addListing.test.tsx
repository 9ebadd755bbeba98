import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { type ListingValues, newListing } from '../features/listings/wizard/values';
import { failure } from '../testing/handlers';
import { completeValues, leaveDraft } from '../testing/listingDraft';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';
import { wizardLoaded } from '../testing/wizardLoaded';

const required = 'This field is required';
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
const field = (name: string) => screen.getByRole('textbox', { name });
const next = () => screen.getByRole('button', { name: 'Next' });
const mistakes = () =>
  screen
    .getAllByRole('alert')
    .map((alert) => alert.textContent)
    .filter((text) => text !== '');

/** A new listing at one of its steps; everything before it has been filled in. */
async function open(step: number, values: Partial<ListingValues> = {}) {
  leaveDraft(completeValues(values), { step });
  const app = await renderApp(`/add-listing?step=${step}`, { role: 'LANDLORD' });
  await wizardLoaded();
  return app;
}

async function openNew() {
  const app = await renderApp('/add-listing', { role: 'LANDLORD' });
  await wizardLoaded();
  await heading('Title and type');
  return app;
}

test('T274: eight steps in their order', async () => {
  await openNew();
  const steps = within(screen.getByRole('navigation', { name: 'Steps' })).getAllByRole('listitem');
  expect(steps.map((step) => step.querySelector('button')?.lastChild?.textContent)).toEqual([
    'Title and type',
    'Location',
    'Size',
    'Amenities',
    'Descriptions',
    'Pricing',
    'Images',
    'Overview',
  ]);
  expect(screen.getByText('Step 1 of 8: Title and type')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Title and type' })).toHaveAttribute('aria-current', 'step');
  expect(screen.getByRole('button', { name: 'Location' })).toBeDisabled();
});

test('on a phone the steps are behind the line that says where one is', async () => {
  const { user } = await openNew();
  const line = screen.getByRole('button', { name: 'Step 1 of 8: Title and type' });
  expect(line).toHaveAttribute('aria-expanded', 'false');
  await user.click(line);
  expect(line).toHaveAttribute('aria-expanded', 'true');
  await user.click(screen.getByRole('button', { name: 'Title and type' }));
  expect(line).toHaveAttribute('aria-expanded', 'false');
});

test('T275 T277 T280: the title is needed to go on, and is told of under its field', async () => {
  const { user } = await openNew();
  await user.click(next());
  expect(field('Title')).toHaveFocus();
  expect(field('Title')).toBeInvalid();
  expect(field('Title')).toHaveAccessibleDescription(required);
  await user.type(field('Title'), 'Loft');
  expect(field('Title')).toBeValid();
  await user.click(next());
  await waitFor(async () => expect(await heading('Location')).toHaveFocus());
  expect(window.location.search).toBe('?step=2');
  expect(screen.getByRole('button', { name: /^Title and type/ })).toBeEnabled();
});

test('T278 T280: an apartment at first, and one of four types is always chosen', async () => {
  const { user } = await openNew();
  const types = within(screen.getByRole('radiogroup', { name: 'Property type' }));
  expect(types.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value)).toEqual([
    'APARTMENT',
    'ROOM',
    'HOUSE',
    'OTHER',
  ]);
  const apartment = types.getByRole('radio', { name: 'Apartment' });
  expect(apartment).toBeChecked();
  expect(apartment).toHaveAttribute('name', 'propertyType');
  await user.click(types.getByRole('radio', { name: 'House' }));
  expect(types.getByRole('radio', { name: 'House' })).toBeChecked();
  expect(apartment).not.toBeChecked();
});

test('T276: Back keeps what was typed, and does not check it', async () => {
  const { user } = await open(2, { street: '' });
  await user.type(field('City'), ' am Rhein');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await heading('Title and type');
  expect(field('Title')).toHaveValue('Zimmer am Kanal');
  await user.click(next());
  await heading('Location');
  expect(field('City')).toHaveValue('Karlsruhe am Rhein');
  expect(mistakes()).toEqual([]);
});

test('the browser goes back and forth between the steps', async () => {
  const { user } = await open(1);
  await user.click(next());
  await heading('Location');
  window.history.back();
  await heading('Title and type');
  window.history.forward();
  expect(await heading('Location')).toBeVisible();
});

test('an address cannot skip what has not been filled in', async () => {
  await open(6, { city: '' });
  await heading('Location');
  await waitFor(() => expect(window.location.search).toBe('?step=2'));
});

describe('location', () => {
  test('T277 T281: five are required, the district is not', async () => {
    const { user } = await open(2, { street: '', houseNumber: ' ', postalCode: '', city: '' });
    await user.click(next());
    expect(mistakes()).toEqual([required, required, required, required]);
    expect(field('Street')).toHaveFocus();
    for (const name of ['Street', 'House number', 'Postal code', 'City']) {
      expect(field(name)).toHaveAccessibleDescription(required);
    }
    expect(field('District')).not.toBeRequired();
  });

  test('T278 T282: exactly the 16 states, Bayern at first', async () => {
    await open(2);
    const region = screen.getByRole('combobox', { name: 'State' });
    expect(region).toHaveValue('Bayern');
    const options = within(region).getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual([
      'Baden-Württemberg',
      'Bayern',
      'Berlin',
      'Brandenburg',
      'Bremen',
      'Hamburg',
      'Hessen',
      'Mecklenburg-Vorpommern',
      'Niedersachsen',
      'Nordrhein-Westfalen',
      'Rheinland-Pfalz',
      'Saarland',
      'Sachsen',
      'Sachsen-Anhalt',
      'Schleswig-Holstein',
      'Thüringen',
    ]);
  });

  test.each(['7613', '761311', '7613a'])('a postal code of five digits: not %s', async (postalCode) => {
    const { user } = await open(2, { postalCode });
    await user.click(next());
    expect(field('Postal code')).toHaveAccessibleDescription('Enter five digits');
  });
});

describe('size', () => {
  test('T283 T284: an area above 1, and rooms that are there', async () => {
    const { user } = await open(3, { areaSqm: '1', bedrooms: '', bathrooms: '', kitchens: '' });
    await user.click(next());
    expect(mistakes()).toEqual([required, required, required, required]);
    await user.clear(field('Living area'));
    await user.type(field('Living area'), '1.1');
    for (const name of ['Bedrooms', 'Bathrooms', 'Kitchens']) await user.type(field(name), '0');
    await user.click(next());
    await heading('Amenities');
  });

  test('T278 T284: one of each at first, none is possible, fewer are not', async () => {
    const { user } = await open(3);
    const bedrooms = field('Bedrooms');
    expect(bedrooms).toHaveValue('1');
    expect(field('Bathrooms')).toHaveValue('1');
    expect(field('Kitchens')).toHaveValue('1');
    const fewer = screen.getByRole('button', { name: 'One fewer: Bedrooms' });
    await user.click(fewer);
    expect(bedrooms).toHaveValue('0');
    expect(fewer).toBeDisabled();
    await user.clear(bedrooms);
    await user.type(bedrooms, '-3');
    expect(bedrooms).toHaveValue('3');
    await user.click(screen.getByRole('button', { name: 'One more: Bedrooms' }));
    expect(bedrooms).toHaveValue('4');
  });

  test('T285: only a room is asked for a total area', async () => {
    await open(3, { propertyType: 'HOUSE' });
    expect(field('Living area')).toBeInTheDocument();
    expect(screen.queryByRole('textbox', { name: 'Total area' })).not.toBeInTheDocument();
  });

  test('T283 T286: the total area of a room is above 1, and not below that of the room', async () => {
    const { user } = await open(3, { propertyType: 'ROOM', totalAreaSqm: '1' });
    await user.click(next());
    const total = field('Total area');
    expect(total).toHaveAccessibleDescription(required);
    await user.clear(total);
    await user.type(total, '18');
    await user.click(next());
    expect(total).toHaveAccessibleDescription('At least as large as the room');
    await user.type(total, '.5');
    await user.click(next());
    await heading('Amenities');
  });

  test.each([
    ['viel', 'Enter a number'],
    ['18,55', 'At most one decimal place'],
    ['10001', 'At most 10,000 m²'],
  ])('an area of %s', async (areaSqm, mistake) => {
    const { user } = await open(3, { areaSqm });
    await user.click(next());
    expect(field('Living area')).toHaveAccessibleDescription(mistake);
  });
});

describe('amenities', () => {
  const offer = (answer: () => Response) => server.use(http.get('*/api/v1/commons/amenities', answer));

  test('T279 T287: those of the portal, the energy certificate chosen', async () => {
    offer(() => HttpResponse.json({ payload: ['WIFI', 'TV', 'ENERGY_CERTIFICATE'] }));
    const { user } = await open(4);
    const boxes = await screen.findAllByRole('checkbox');
    expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual([
      'Energy certificate',
      'TV',
      'Wi-Fi',
    ]);
    expect(screen.getByRole('checkbox', { name: 'Energy certificate' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'TV' })).not.toBeChecked();
    await user.click(screen.getByRole('checkbox', { name: 'TV' }));
    await user.click(next());
    await heading('Descriptions');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByRole('checkbox', { name: 'TV' })).toBeChecked();
  });

  test('T288: seven of our own when those cannot be had, beside what is chosen already', async () => {
    offer(() => failure(503, 'exception.server.unavailable'));
    await open(4);
    const boxes = await screen.findAllByRole('checkbox');
    const offered = boxes.filter((box) => !(box as HTMLInputElement).checked);
    expect(offered.map((box) => box.closest('label')?.textContent)).toEqual([
      'Air conditioning',
      'Balcony',
      'Furnished',
      'Garden',
      'Parking',
      'Swimming pool',
      'Wi-Fi',
    ]);
  });
});

describe('descriptions', () => {
  const names = ['Description', 'Who lives here and who would fit in', 'Description of the location'];

  test('T289: all three are required', async () => {
    const { user } = await open(5, { description: '', tenantDescription: ' ', locationDescription: '' });
    await user.click(next());
    expect(mistakes()).toEqual([required, required, required]);
    for (const name of names) expect(field(name)).toBeInvalid();
  });

  test.each(['en-US', 'de-DE'] as const)(
    'T290: in %s the tenants are described by a German template',
    async (language) => {
      leaveDraft({ ...completeValues(), tenantDescription: newListing().tenantDescription });
      await renderApp('/add-listing?step=5', { role: 'LANDLORD', language });
      const [, tenants] = await screen.findAllByRole('textbox');
      const text = (tenants as HTMLTextAreaElement).value;
      expect(text).toMatch(/^Bei uns wohnen zurzeit \[Anzahl\] Personen/);
      for (const word of ['Anzahl', 'Alter', 'Sprachen', 'Geschlecht']) expect(text).toMatch(`[${word}`);
    },
  );

  test('what is too long is said with the limit', async () => {
    const { user } = await open(5, { description: 'x'.repeat(5001) });
    await user.click(next());
    expect(field('Description')).toHaveAccessibleDescription(/At most 5,000 characters/);
  });
});

describe('pricing', () => {
  const unset = { baseRent: '0', ancillaryCost: '0', securityDeposit: '0' };

  test('T278 T291 T292: nothing at first, and nothing is not enough', async () => {
    const { user } = await open(6, unset);
    for (const name of ['Basic rent', 'Utilities', 'Security deposit']) {
      expect(field(name)).toHaveValue('0');
    }
    expect(field('Basic rent')).toHaveAttribute('name', 'baseRent');
    await user.click(next());
    expect(mistakes()).toEqual([required, required, required]);
    expect(field('Basic rent')).toHaveFocus();
  });

  test.each([
    ['1', required],
    ['450,555', 'At most €100,000'],
    ['450,5555', 'At most two decimal places'],
    ['0,125', required],
    ['100000,01', 'At most €100,000'],
  ])('T291: a basic rent of %s', async (baseRent, mistake) => {
    const { user } = await open(6, { baseRent });
    await user.click(next());
    expect(field('Basic rent')).toHaveAccessibleDescription(mistake);
  });

  test.each(['1.250', '1.250,50 €', '1.01'])('T291: a basic rent of %s is fine', async (baseRent) => {
    const { user } = await open(6, { baseRent });
    await user.click(next());
    expect(await heading('Images')).toBeVisible();
  });

  test('T293: further costs are added and taken away, and the total rent follows', async () => {
    const { user } = await open(6);
    const total = screen.getByText('Total rent per month').parentElement;
    expect(total).toHaveTextContent('€440.50');
    await user.click(screen.getByRole('button', { name: 'Add cost' }));
    await waitFor(() => expect(field('What for')).toHaveFocus());
    await user.click(next());
    expect(mistakes()).toEqual([required, required]);
    await user.type(field('What for'), 'Internet');
    await user.type(field('Amount per month'), '25,20');
    expect(total).toHaveTextContent('€465.70');
    await user.click(screen.getByRole('button', { name: 'Add cost' }));
    await user.type(screen.getAllByRole('textbox', { name: 'What for' })[1] as HTMLElement, 'Strom');
    await user.click(screen.getByRole('button', { name: 'Remove additional cost 1' }));
    expect(field('What for')).toHaveValue('Strom');
    expect(total).toHaveTextContent('€440.50');
    await user.click(screen.getByRole('button', { name: 'Remove additional cost 1' }));
    expect(screen.queryByRole('textbox', { name: 'What for' })).not.toBeInTheDocument();
    await user.click(next());
    await heading('Images');
  });
});

test('T294 T297: without an image nothing is saved', async () => {
  const { user } = await open(7);
  await screen.findByLabelText(/Choose images/);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('At least one image is required')).toBeVisible();
  expect(screen.getByLabelText(/Choose images/)).toHaveFocus();
});

test('everything in German', async () => {
  leaveDraft(completeValues({ street: '' }));
  const { user } = await renderApp('/add-listing?step=2', { role: 'LANDLORD', language: 'de-DE' });
  await user.click(await screen.findByRole('button', { name: 'Weiter' }));
  expect(screen.getByRole('heading', { level: 1, name: 'Inserat anlegen' })).toBeVisible();
  expect(field('Straße')).toHaveAccessibleDescription('Bitte ausfüllen');
});
