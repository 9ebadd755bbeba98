import { screen } from '@testing-library/react';

/** With a long timeout, because the first test of a file waits for the code of the wizard. */
export const findWizard = () => screen.findByRole('navigation', { name: 'Steps' }, { timeout: 20_000 });
