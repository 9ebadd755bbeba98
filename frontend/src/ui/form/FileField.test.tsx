import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FileField } from './FileField';

const file = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' });

/** A field with a chosen file, which is being uploaded if there is a progress. */
function open(progress: number | null = null) {
  const onChoose = vi.fn<(chosen: File | null) => void>();
  render(
    <FileField
      label="Document"
      name="file"
      hint="PDF"
      accept=".pdf"
      file={file('chosen.pdf')}
      size="8 bytes"
      error=""
      progress={progress}
      onChoose={onChoose}
    />,
  );
  const hint = screen.getByText('PDF');
  const zone = hint.closest('div') as HTMLElement;
  const input = screen.getByLabelText<HTMLInputElement>('Document');
  return { onChoose, hint, zone, input };
}

const dragged = (...files: File[]) => ({
  dataTransfer: { files, types: [files.length > 0 ? 'Files' : 'text/plain'] },
});

test('FileField: a dropped file is chosen', () => {
  const { onChoose, hint } = open();
  const dropped = file('dropped.pdf');
  fireEvent.drop(hint, dragged(dropped));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(dropped);
});

test('FileField: a file that is dropped during an upload is ignored', () => {
  const { onChoose, hint, zone } = open(0.5);
  fireEvent.dragOver(hint, dragged(file('dropped.pdf')));
  expect(zone).not.toHaveAttribute('data-over');
  fireEvent.drop(hint, dragged(file('dropped.pdf')));
  expect(onChoose).not.toHaveBeenCalled();
});

test('FileField: a file over a child is over the field, until it leaves the field', () => {
  const { hint, zone } = open();
  fireEvent.dragOver(zone, dragged(file('dropped.pdf')));
  fireEvent(zone, leave(zone, hint));
  expect(zone).toHaveAttribute('data-over');
  fireEvent(zone, leave(zone, document.body));
  expect(zone).not.toHaveAttribute('data-over');
});

test('FileField: dragged text keeps its default action', () => {
  const { hint, zone } = open();
  // False when the default action was prevented.
  expect(fireEvent.dragOver(hint, dragged())).toBe(true);
  expect(zone).not.toHaveAttribute('data-over');
  expect(fireEvent.drop(hint, dragged())).toBe(true);
});

test('FileField: the input contains the chosen file, which screen readers read as its value', () => {
  const { input } = open();
  expect(input.files?.[0]?.name).toBe('chosen.pdf');
});

test('FileField: the input is empty while a file is chosen again, and contains the old one afterwards', () => {
  const { input } = open();
  fireEvent.click(input);
  expect(input.files).toHaveLength(0);
  fireEvent(input, new Event('cancel'));
  expect(input.files?.[0]?.name).toBe('chosen.pdf');
});

/** The environment of the tests ignores the related target of drag events. */
function leave(from: HTMLElement, to: HTMLElement): Event {
  const event = createEvent.dragLeave(from, dragged(file('dropped.pdf')));
  return Object.defineProperty(event, 'relatedTarget', { value: to });
}
