import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Provider } from 'react-redux';
import { expect, test, vi } from 'vitest';
import { createStore } from '../../app/store';
import { Dialog } from './Dialog';

/** Loses the focus when it is disabled, as in Chromium; happy-dom blurs enabled elements only. */
function BlurredWhenDisabled(props: ComponentProps<'button'>) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (!props.disabled || !button.current) return;
    button.current.disabled = false;
    button.current.blur();
    button.current.disabled = true;
  }, [props.disabled]);
  return <button ref={button} {...props} />;
}

/** A dialog whose button is disabled while it is busy; Done ends that. */
function Asking({ onClose }: { onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  return (
    <>
      <Dialog
        title="Send?"
        busy={busy}
        onClose={onClose}
        actions={
          <BlurredWhenDisabled disabled={busy} onClick={() => setBusy(true)}>
            Send
          </BlurredWhenDisabled>
        }
      >
        <input aria-label="Note" onKeyDown={({ key }) => key === 'Enter' && setBusy(true)} />
      </Dialog>
      <button onClick={() => setBusy(false)}>Done</button>
    </>
  );
}

/** MUI's theme follows the colour scheme of the store. */
const WithStore = ({ children }: { children: ReactNode }) => (
  <Provider store={createStore()}>{children}</Provider>
);

const finish = () => screen.getByText('Done').click();

test('a busy dialog takes the focus from the disabled button, and returns it', async () => {
  const onClose = vi.fn<() => void>();
  const user = userEvent.setup();
  render(<Asking onClose={onClose} />, { wrapper: WithStore });
  const send = screen.getByRole('button', { name: 'Send' });
  await user.click(send);
  expect(screen.getByRole('dialog')).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();

  finish();
  await vi.waitFor(() => expect(send).toHaveFocus());
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a busy dialog leaves the focus in an enabled field', async () => {
  const user = userEvent.setup();
  render(<Asking onClose={() => undefined} />, { wrapper: WithStore });
  const note = screen.getByRole('textbox');
  await user.type(note, '{Enter}');
  expect(note).toHaveFocus();
});
