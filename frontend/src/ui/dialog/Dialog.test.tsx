import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Provider } from 'react-redux';
import { expect, test, vi } from 'vitest';
import { createStore } from '../../app/store';
import { Toasts } from '../toast/Toasts';
import { useShowToast } from '../toast/toasts';
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

/** Toasts are outside of the dialog, where screen readers read nothing while it is open. */
function WithToasts({ open }: { open: boolean }) {
  const showToast = useShowToast();
  return (
    <>
      <button onClick={() => showToast('No connection', 'error')}>Fail</button>
      <Toasts />
      {open && (
        <Dialog title="Send?" onClose={() => undefined} actions={null}>
          Text
        </Dialog>
      )}
    </>
  );
}

test('a dialog announces a toast that is shown while it is open', () => {
  render(<WithToasts open />, { wrapper: WithStore });
  fireEvent.click(screen.getByText('Fail'));
  expect(within(screen.getByRole('alert')).getByRole('img')).toHaveAccessibleName('No connection');
  expect(screen.getByRole('dialog')).toContainElement(screen.getByRole('alert'));
  fireEvent.click(screen.getByRole('button', { name: 'toast.close', hidden: true }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a dialog does not repeat a toast that was shown before it', () => {
  const store = createStore();
  const app = (open: boolean) => (
    <Provider store={store}>
      <WithToasts open={open} />
    </Provider>
  );
  const { rerender } = render(app(false));
  fireEvent.click(screen.getByText('Fail'));
  rerender(app(true));
  expect(screen.getByRole('dialog')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

/** Mocks the close requests of the system, as by the Back gesture of Android. */
function mockCloseRequests() {
  const watchers = new Set<CloseWatcherMock>();
  class CloseWatcherMock extends EventTarget {
    constructor() {
      super();
      watchers.add(this);
    }
    destroy() {
      watchers.delete(this);
    }
  }
  vi.stubGlobal('CloseWatcher', CloseWatcherMock);
  /** Only the newest watcher gets a request, and it gets no other. */
  return () => {
    const newest = [...watchers].at(-1);
    newest?.destroy();
    act(() => void newest?.dispatchEvent(new Event('close')));
    return newest !== undefined;
  };
}

test('a close request closes a dialog, but not while it is busy', async () => {
  const requestClose = mockCloseRequests();
  const onClose = vi.fn<() => void>();
  render(<Asking onClose={onClose} />, { wrapper: WithStore });
  fireEvent.click(screen.getByText('Send'));
  expect(requestClose()).toBe(true);
  expect(onClose).not.toHaveBeenCalled();
  act(finish);
  expect(requestClose()).toBe(true);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a close request by Escape is left to the element that handles the key', async () => {
  const requestClose = mockCloseRequests();
  const onClose = vi.fn<() => void>();
  render(<Asking onClose={onClose} />, { wrapper: WithStore });
  const note = screen.getByRole('textbox');
  note.addEventListener('keydown', (event) => event.stopPropagation());
  fireEvent.keyDown(note, { key: 'Escape' });
  expect(requestClose()).toBe(true);
  fireEvent.keyUp(note, { key: 'Escape' });
  expect(onClose).not.toHaveBeenCalled();
  expect(requestClose()).toBe(true);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a closed dialog gets no close request', () => {
  const requestClose = mockCloseRequests();
  render(<Asking onClose={() => undefined} />, { wrapper: WithStore }).unmount();
  expect(requestClose()).toBe(false);
});
