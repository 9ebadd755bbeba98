import { expect, test } from 'vitest';
import { splitSections } from './splitSections';

test('splitSections returns the text before the first heading as introduction', () => {
  expect(splitSections('> Demo\n\nStand\n\n## Eins\n\nText\n\n### Tiefer\n\nMehr\n\n## Zwei\n- a\n')).toEqual(
    {
      intro: '> Demo\n\nStand',
      sections: [
        { id: 'section-1', heading: 'Eins', text: 'Text\n\n### Tiefer\n\nMehr' },
        { id: 'section-2', heading: 'Zwei', text: '- a' },
      ],
    },
  );
});

test('splitSections returns no introduction for a text that begins with a heading', () => {
  expect(splitSections('## Eins\nText')).toEqual({
    intro: '',
    sections: [{ id: 'section-1', heading: 'Eins', text: 'Text' }],
  });
  expect(splitSections('')).toEqual({ intro: '', sections: [] });
});
