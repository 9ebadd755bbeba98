import { fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { expect, test, vi } from 'vitest';
import { createStore } from '../../app/store';
import { FormDialog } from './FormDialog';

function open() {
  const onClose = vi.fn<() => void>();
  render(
    <Provider store={createStore()}>
      <FormDialog title="Report" submitLabel="Send" busy={false} form={{}} onClose={onClose}>
        <input aria-label="Text" />
      </FormDialog>
    </Provider>,
  );
  return onClose;
}

/** A click beside the dialog. */
function clickBackdrop() {
  const container = document.querySelector('.MuiDialog-container') as Element;
  fireEvent.mouseDown(container);
  fireEvent.click(container);
}

test('a form dialog with typed text stays open on a click beside it', () => {
  const onClose = open();
  fireEvent.input(screen.getByRole('textbox'), { target: { value: 'Typed' } });
  clickBackdrop();
  expect(onClose).not.toHaveBeenCalled();
});

test('a form dialog without changes closes on a click beside it', () => {
  const onClose = open();
  clickBackdrop();
  expect(onClose).toHaveBeenCalledTimes(1);
});
