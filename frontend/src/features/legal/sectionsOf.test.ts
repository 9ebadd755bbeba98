import { expect, test } from 'vitest';
import { sectionsOf } from './sectionsOf';

test('sectionsOf: a text before the first heading is the introduction', () => {
  expect(sectionsOf('> Demo\n\nStand\n\n## Eins\n\nText\n\n### Tiefer\n\nMehr\n\n## Zwei\n- a\n')).toEqual({
    intro: '> Demo\n\nStand',
    sections: [
      { id: 'section-1', heading: 'Eins', text: 'Text\n\n### Tiefer\n\nMehr' },
      { id: 'section-2', heading: 'Zwei', text: '- a' },
    ],
  });
});

test('sectionsOf: a text that begins with a heading has no introduction', () => {
  expect(sectionsOf('## Eins\nText')).toEqual({
    intro: '',
    sections: [{ id: 'section-1', heading: 'Eins', text: 'Text' }],
  });
  expect(sectionsOf('')).toEqual({ intro: '', sections: [] });
});
