import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Avatar } from './Avatar';
import { avatarColor, avatarColors } from './avatarColor';

test('Avatar shows the initial letter of the name', () => {
  render(<Avatar name=" özlem" />);
  expect(screen.getByText('Ö')).toBeInTheDocument();
});

test('avatarColor is one of 26 and depends on the first character only', () => {
  expect(avatarColor('Sena')).toBe(avatarColor('Samuel'));
  expect(avatarColor('Sena')).not.toBe(avatarColor('Tom'));
  const alphabet = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', avatarColor);
  expect(new Set(alphabet)).toEqual(new Set(avatarColors));
});
