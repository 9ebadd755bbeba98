import { screen } from '@testing-library/react';

/** The wizard is the largest part that is loaded when it is opened: the first test of a file waits for its code. */
export const wizardLoaded = () => screen.findByRole('navigation', { name: 'Steps' }, { timeout: 20_000 });
