import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** All ways to style in a script, outside of the theme; docs/adr/0012 says why there are none. */
const scriptStyles =
  /\bsx\b *[=:]|\bstyled *\(|\bmakeStyles\b|'@emotion\/|'@mui\/(?:system|material\/(?:styles|Box|Container|Grid|Stack))\b/;
/** What is computed at run time: sizes, shares, transforms. */
const computedStyles = [
  'features/listing-images/board/BlobImage.tsx',
  'features/listing-images/board/ImageTile.tsx',
  'features/listing-wizard/WizardSteps.tsx',
  'features/search/facets/RangeHistogram.tsx',
  'ui/list/table/RecordTable.tsx',
  'ui/user/Avatar.tsx',
];

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith('theme/'),
);
const filesWith = (style: RegExp) =>
  sources.filter((file) => style.test(readFileSync(join('src', file), 'utf8')));

test('looks are in CSS modules and in the theme', () => {
  expect(filesWith(scriptStyles)).toEqual([]);
});

test('inline styles are computed at run time', () => {
  expect(filesWith(/\bstyle=/).toSorted()).toEqual(computedStyles);
});

test('styling: an alert with buttons is of ui/notice, which puts them below the text on phones', () => {
  const alertWithButtons = /<Alert\b(?:(?!<\/Alert>)[\s\S])*?\saction=/;
  expect(filesWith(alertWithButtons).toSorted()).toEqual([
    // A single short link has room beside its text.
    'features/session/second-factor/SecondFactorNotice.tsx',
    'ui/notice/ActionNote.tsx',
    'ui/notice/RetryAlert.tsx',
  ]);
});

test('the rule finds the other ways to style', () => {
  expect('<Alert sx={{ mt: 2 }}>').toMatch(scriptStyles);
  expect('slotProps={{ paper: { sx: { mt: 1 } } }}').toMatch(scriptStyles);
  expect('const Frame = styled(Paper)').toMatch(scriptStyles);
  expect("import styled from '@emotion/styled';").toMatch(scriptStyles);
  expect("import Box from '@mui/material/Box';").toMatch(scriptStyles);
  expect("import ButtonBase from '@mui/material/ButtonBase';").not.toMatch(scriptStyles);
});
