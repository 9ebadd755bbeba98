import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { type ListingValues, defaultValues } from './values';
import { fieldErrors } from '../../testing/browser/fieldErrors';
import { failure } from '../../testing/handlers';
import { completeValues, storeDraft } from '../../testing/draftFixtures';
import { renderApp } from '../../testing/renderApp';
import { server } from '../../testing/server';
import { findWizard } from '../../testing/findWizard';

const required = 'This field is required';
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
const field = (name: string) => screen.getByRole('textbox', { name });
const next = () => screen.getByRole('button', { name: 'Next' });

/** A new listing at one of its steps, with valid values by default. */
async function open(step: number, values: Partial<ListingValues> = {}) {
  storeDraft(completeValues(values), { step });
  const app = await renderApp(`/add-listing?step=${step}`, { role: 'LANDLORD' });
  await findWizard();
  return app;
}

async function openNew() {
  const app = await renderApp('/add-listing', { role: 'LANDLORD' });
  await findWizard();
  await heading('Title and type');
  return app;
}

test('has eight steps in order', async () => {
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

test('the progress line opens and closes the steps', async () => {
  const { user } = await openNew();
  const line = screen.getByRole('button', { name: 'Step 1 of 8: Title and type' });
  expect(line).toHaveAttribute('aria-expanded', 'false');
  await user.click(line);
  expect(line).toHaveAttribute('aria-expanded', 'true');
  await user.click(screen.getByRole('button', { name: 'Title and type' }));
  expect(line).toHaveAttribute('aria-expanded', 'false');
});

test('Next shows an error without a title', async () => {
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

test('the next step is available once the current one is complete', async () => {
  const { user } = await openNew();
  await user.type(field('Title'), 'Loft');
  await user.click(screen.getByRole('button', { name: 'Location' }));
  expect(await heading('Location')).toBeVisible();
});

test('the property type is an apartment by default, and one of four', async () => {
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

test('Back keeps the values and does not validate them', async () => {
  const { user } = await open(2, { street: '' });
  await user.type(field('City'), ' am Rhein');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await heading('Title and type');
  expect(field('Title')).toHaveValue('Zimmer am Kanal');
  await user.click(next());
  await heading('Location');
  expect(field('City')).toHaveValue('Karlsruhe am Rhein');
  expect(fieldErrors()).toEqual([]);
});

test("the browser's Back and Forward change the step", async () => {
  const { user } = await open(1);
  await user.click(next());
  await heading('Location');
  window.history.back();
  await heading('Title and type');
  window.history.forward();
  expect(await heading('Location')).toBeVisible();
});

test('the URL cannot skip a step with an error', async () => {
  await open(6, { city: '' });
  await heading('Location');
  await waitFor(() => expect(window.location.search).toBe('?step=2'));
});

describe('location', () => {
  test('all fields but the district are required', async () => {
    const { user } = await open(2, { street: '', houseNumber: ' ', postalCode: '', city: '' });
    await user.click(next());
    expect(fieldErrors()).toEqual([required, required, required, required]);
    expect(field('Street')).toHaveFocus();
    for (const name of ['Street', 'House number', 'Postal code', 'City']) {
      expect(field(name)).toHaveAccessibleDescription(required);
    }
    expect(field('District')).not.toBeRequired();
  });

  test('offers the 16 states, with Bayern by default', async () => {
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

  test.each(['7613', '761311', '7613a'])('rejects the postal code %s', async (postalCode) => {
    const { user } = await open(2, { postalCode });
    await user.click(next());
    expect(field('Postal code')).toHaveAccessibleDescription('Enter five digits');
  });
});

describe('size', () => {
  test('requires an area above 1 and room counts', async () => {
    const { user } = await open(3, { areaSqm: '1', bedrooms: '', bathrooms: '', kitchens: '' });
    await user.click(next());
    expect(fieldErrors()).toEqual([required, required, required, required]);
    await user.clear(field('Living area'));
    await user.type(field('Living area'), '1.1');
    for (const name of ['Bedrooms', 'Bathrooms', 'Kitchens']) await user.type(field(name), '0');
    await user.click(next());
    await heading('Amenities');
  });

  test('room counts are 1 by default and at least 0', async () => {
    const { user } = await open(3);
    const bedrooms = field('Bedrooms');
    expect(bedrooms).toHaveValue('1');
    expect(field('Bathrooms')).toHaveValue('1');
    expect(field('Kitchens')).toHaveValue('1');
    const fewer = screen.getByRole('button', { name: 'One fewer: Bedrooms' });
    await user.click(fewer);
    expect(bedrooms).toHaveValue('0');
    expect(fewer).toHaveAttribute('aria-disabled', 'true');
    expect(fewer).toBeEnabled();
    expect(fewer).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(bedrooms).toHaveValue('0');
    await user.clear(bedrooms);
    await user.type(bedrooms, '-3');
    expect(bedrooms).toHaveValue('3');
    await user.click(screen.getByRole('button', { name: 'One more: Bedrooms' }));
    expect(bedrooms).toHaveValue('4');
  });

  test('only a room has a total area', async () => {
    await open(3, { propertyType: 'HOUSE' });
    expect(field('Living area')).toBeInTheDocument();
    expect(screen.queryByRole('textbox', { name: 'Total area' })).not.toBeInTheDocument();
  });

  test('the total area is above 1 and at least the area of the room', async () => {
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
    ['10001', 'At most 10,000\u00a0m²'],
  ])('an area of %s shows "%s"', async (areaSqm, errorText) => {
    const { user } = await open(3, { areaSqm });
    await user.click(next());
    expect(field('Living area')).toHaveAccessibleDescription(errorText);
  });
});

describe('amenities', () => {
  const mockAmenities = (respond: () => Response) =>
    server.use(http.get('*/api/v1/commons/amenities', respond));

  test('offers those of the server, with the energy certificate chosen', async () => {
    mockAmenities(() => HttpResponse.json({ payload: ['WIFI', 'TV', 'ENERGY_CERTIFICATE'] }));
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

  test('offers seven by default when the request fails, and the chosen ones', async () => {
    mockAmenities(() => failure(503, 'exception.server.unavailable'));
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

  test('all three are required', async () => {
    const { user } = await open(5, { description: '', tenantDescription: ' ', locationDescription: '' });
    await user.click(next());
    expect(fieldErrors()).toEqual([required, required, required]);
    for (const name of names) expect(field(name)).toBeInvalid();
  });

  test.each(['en-US', 'de-DE'] as const)('in %s the tenants have a German template', async (language) => {
    storeDraft({ ...completeValues(), tenantDescription: defaultValues().tenantDescription });
    await renderApp('/add-listing?step=5', { role: 'LANDLORD', language });
    const [, tenants] = await screen.findAllByRole('textbox');
    const text = (tenants as HTMLTextAreaElement).value;
    expect(text).toMatch(/^Bei uns wohnen zurzeit \[Anzahl\] Personen/);
    for (const word of ['Anzahl', 'Alter', 'Sprachen', 'Geschlecht']) expect(text).toMatch(`[${word}`);
  });

  test('a text that is too long shows the limit', async () => {
    const { user } = await open(5, { description: 'x'.repeat(5001) });
    await user.click(next());
    expect(field('Description')).toHaveAccessibleDescription(/At most 5,000 characters/);
  });
});

describe('dates', () => {
  const date = (name: string) => screen.getByLabelText(name);

  test('one click makes the place available from now on', async () => {
    const { user } = await open(6);
    const now = screen.getByRole('button', { name: 'Available now' });
    expect(now).toHaveAttribute('aria-pressed', 'false');
    expect(date('Available from')).toHaveValue('2027-04-01');
    await user.click(now);
    expect(date('Available from')).toHaveValue('');
    expect(now).toHaveAttribute('aria-pressed', 'true');
  });

  test.each([
    [{ availableUntil: '2027-03-31' }, 'Available until', 'Not before the first day'],
    [{ minimumMonths: '7' }, 'Minimum stay in months', 'Longer than the place is available'],
    [{ availableFrom: '1999-04-01' }, 'Available from', 'Choose a day between 2000 and 2099'],
  ])('%j show an error', async (changes, name, errorText) => {
    const { user } = await open(6, changes);
    await user.click(next());
    expect(date(name)).toHaveAccessibleDescription(errorText);
    expect(fieldErrors()).toEqual([errorText]);
  });
});

describe('pricing', () => {
  const unset = { baseRent: '0', ancillaryCost: '0', securityDeposit: '0' };

  test('amounts are 0 by default and required', async () => {
    const { user } = await open(6, unset);
    for (const name of ['Basic rent', 'Utilities', 'Security deposit']) {
      expect(field(name)).toHaveValue('0');
    }
    expect(field('Basic rent')).toHaveAttribute('name', 'baseRent');
    await user.click(next());
    expect(fieldErrors()).toEqual([required, required, required]);
    expect(field('Basic rent')).toHaveFocus();
  });

  test.each([
    ['1', required],
    ['450,555', 'At most €100,000'],
    ['450,5555', 'At most two decimal places'],
    ['0,125', required],
    ['100000,01', 'At most €100,000'],
  ])('a basic rent of %s shows "%s"', async (baseRent, errorText) => {
    const { user } = await open(6, { baseRent });
    await user.click(next());
    expect(field('Basic rent')).toHaveAccessibleDescription(errorText);
  });

  test.each(['1.250', '1.250,50 €', '1.01'])('a basic rent of %s is valid', async (baseRent) => {
    const { user } = await open(6, { baseRent });
    await user.click(next());
    expect(await heading('Images')).toBeVisible();
  });

  test('additional costs can be added and removed, and change the total rent', async () => {
    const { user } = await open(6);
    const total = screen.getByText('Total rent per month').parentElement;
    expect(total).toHaveTextContent('€440.50');
    await user.click(screen.getByRole('button', { name: 'Add cost' }));
    await waitFor(() => expect(field('What for')).toHaveFocus());
    await user.click(next());
    expect(fieldErrors()).toEqual([required, required]);
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

test('Save shows an error without an image', async () => {
  const { user } = await open(7);
  await screen.findByLabelText(/Choose images/);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('At least one image is required')).toBeVisible();
  expect(screen.getByLabelText(/Choose images/)).toHaveFocus();
});

test('has German texts', async () => {
  storeDraft(completeValues({ street: '' }));
  const { user } = await renderApp('/add-listing?step=2', { role: 'LANDLORD', language: 'de-DE' });
  await user.click(await screen.findByRole('button', { name: 'Weiter' }));
  expect(screen.getByRole('heading', { level: 1, name: 'Inserat anlegen' })).toBeVisible();
  expect(field('Straße')).toHaveAccessibleDescription('Diese Angabe ist erforderlich');
});
