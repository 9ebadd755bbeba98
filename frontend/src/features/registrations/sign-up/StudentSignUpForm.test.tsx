import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import type { ErrorMessage } from '../../../api/generated';
import { studentRegistration } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const field = (label: string) => screen.getByLabelText(label);
const picker = () => field('Proof of study') as HTMLInputElement;
const send = () => screen.getByRole('button', { name: 'Sign Up' });
const pdf = (name = 'nachweis.pdf') => new File(['%PDF-1.7\nproof'], name, { type: 'application/pdf' });

/** Records the parts of the requests. */
function recordForms(respond: () => Response = created) {
  const sent: { user: unknown; type: string; filename: string; content: string }[] = [];
  server.use(
    http.post('*/api/v1/users/students/registrations', async ({ request }) => {
      const form = await request.formData();
      const user = form.get('user') as File;
      const file = form.get('file') as File;
      sent.push({
        user: JSON.parse(await user.text()),
        type: user.type,
        filename: file.name,
        content: await file.text(),
      });
      return respond();
    }),
  );
  return sent;
}

function created(): Response {
  return HttpResponse.json({ payload: studentRegistration() }, { status: 201 });
}

async function open() {
  const app = await renderApp('/signup-student');
  await screen.findByRole('heading', { level: 1, name: 'Find your room' });
  return app;
}

/** Pastes by default, because each typed key renders the form. */
async function fillIn({ user }: Awaited<ReturnType<typeof open>>, how: 'paste' | 'keyboard' = 'paste') {
  for (const [label, text] of [
    ['Email', 'sena@portal.test'],
    ['First name', 'Sena'],
    ['Last name', 'Aydın'],
    ['Phone number', '0151 1234567'],
    ['About me', 'Ich studiere Geoinformatik.'],
    ['Date of birth', '2003-05-17'],
  ] as const) {
    await user.click(field(label));
    await user[how](text);
  }
  await user.click(screen.getByRole('checkbox'));
}

describe('required fields', () => {
  test('show specific errors, also for the file, and nothing is sent', async () => {
    const sent = recordForms();
    const { user } = await open();
    await user.click(send());
    expect(await screen.findByText('Email is required')).toBeVisible();
    expect(field('First name')).toHaveAccessibleDescription('First name is required');
    expect(field('Last name')).toHaveAccessibleDescription('Last name is required');
    for (const label of ['Phone number', 'Date of birth']) {
      expect(field(label)).toHaveAccessibleDescription('This field is required');
    }
    expect(field('About me')).toHaveAccessibleDescription(/^This field is required/);
    expect(picker()).toHaveAccessibleDescription(/This field is required$/);
    expect(screen.getByRole('checkbox')).toHaveAccessibleDescription('This field is required');
    expect(field('Email')).toHaveFocus();
    expect(sent).toEqual([]);
  });

  test('include the file, which gets the focus', async () => {
    const sent = recordForms();
    const app = await open();
    await fillIn(app);
    await app.user.click(send());
    await waitFor(() => expect(picker()).toHaveFocus());
    expect(screen.getByText('This field is required')).toBeVisible();
    expect(sent).toEqual([]);
  });
});

describe('file', () => {
  test('accepts images and PDF, with a hint of 10MB', async () => {
    await open();
    expect(picker()).toHaveAttribute('accept', 'image/jpeg,image/png,image/webp,application/pdf');
    expect(picker()).toHaveAccessibleDescription(/up to 10MB/);
  });

  test('shows name and size, and can be removed and chosen again', async () => {
    const { user } = await open();
    await user.upload(picker(), pdf());
    expect(await screen.findByText('nachweis.pdf')).toBeVisible();
    expect(screen.getByText('0.1 MB')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove nachweis.pdf' }));
    expect(screen.queryByText('nachweis.pdf')).not.toBeInTheDocument();
    expect(picker()).toHaveFocus();
    await user.upload(picker(), pdf());
    expect(await screen.findByText('nachweis.pdf')).toBeVisible();
  });

  test('can be dropped', async () => {
    await open();
    fireEvent.drop(screen.getByText('Choose a file'), { dataTransfer: { files: [pdf('dropped.pdf')] } });
    expect(await screen.findByText('dropped.pdf')).toBeVisible();
  });

  test('dropped outside of its field does not replace the page; text can be dropped', async () => {
    await open();
    const drop = (types: string[]) => fireEvent.drop(field('About me'), { dataTransfer: { types } });
    // False when the default action was prevented.
    expect(drop(['Files'])).toBe(false);
    expect(drop(['text/plain'])).toBe(true);
  });

  test.each([
    [
      'type by content, not by name',
      new File(['<html>'], 'nachweis.pdf', { type: 'application/pdf' }),
      'Only images (JPEG, PNG, WebP) and PDF files are allowed.',
    ],
    [
      'may have 10 MB and no byte more',
      new File(['%PDF-', new Uint8Array(10 * 1024 * 1024 - 4)], 'nachweis.pdf', { type: 'application/pdf' }),
      'The file is larger than 10 MB. Please choose a smaller one.',
    ],
    [
      'must not be empty',
      new File([], 'nachweis.pdf', { type: 'application/pdf' }),
      'The file is damaged or cannot be read. Check whether the file opens on your device, and save or download it again.',
    ],
  ])('%s shows an error before the request', async (_what, file, text) => {
    const sent = recordForms();
    const app = await open();
    await app.user.upload(picker(), file);
    expect(await screen.findByText(text)).toBeVisible();
    expect(picker()).toHaveAttribute('aria-invalid', 'true');
    expect(screen.queryByRole('button', { name: 'Remove nachweis.pdf' })).not.toBeInTheDocument();
    await fillIn(app);
    await app.user.click(send());
    expect(screen.getByText(text)).toBeVisible();
    expect(sent).toEqual([]);
    await app.user.upload(picker(), pdf('right.pdf'));
    expect(await screen.findByText('right.pdf')).toBeVisible();
    expect(screen.queryByText(text)).not.toBeInTheDocument();
  });
});

describe('a file that is still being checked', () => {
  /** Holds back the first bytes of a file until `release` is called. */
  function holdBack(file: File) {
    const bytes = file.slice(0, 1024).arrayBuffer();
    let release = () => undefined as void;
    const released = new Promise<void>((resolve) => (release = resolve));
    const head = Object.assign(file.slice(0, 1024), {
      arrayBuffer: async () => {
        await released;
        return bytes;
      },
    });
    vi.spyOn(file, 'slice').mockReturnValueOnce(head);
    return { file, release: () => release() };
  }

  test('is sent after its check', async () => {
    const sent = recordForms();
    const app = await open();
    await fillIn(app);
    const { file, release } = holdBack(pdf());
    await app.user.upload(picker(), file);
    await app.user.click(send());
    expect(screen.queryByText('This field is required')).not.toBeInTheDocument();
    expect(sent).toEqual([]);
    release();
    expect(await screen.findByRole('heading', { name: 'Thank you for signing up' })).toBeVisible();
    expect(sent).toMatchObject([{ filename: 'nachweis.pdf', content: '%PDF-1.7\nproof' }]);
  });

  test('shows what the check found, and gets the focus', async () => {
    const sent = recordForms();
    const app = await open();
    await fillIn(app);
    const { file, release } = holdBack(new File(['<html>'], 'nachweis.pdf', { type: 'application/pdf' }));
    await app.user.upload(picker(), file);
    await app.user.click(send());
    release();
    expect(await screen.findByText('Only images (JPEG, PNG, WebP) and PDF files are allowed.')).toBeVisible();
    await waitFor(() => expect(picker()).toHaveFocus());
    expect(sent).toEqual([]);
    await app.user.upload(picker(), pdf('right.pdf'));
    expect(await screen.findByText('right.pdf')).toBeVisible();
    expect(picker()).not.toHaveAttribute('aria-invalid');
  });
});

describe('sending', () => {
  test('sends the user as JSON and the file, and opens the success page', async () => {
    const sent = recordForms();
    const app = await open();
    await fillIn(app, 'keyboard');
    await app.user.upload(picker(), pdf());
    await screen.findByText('nachweis.pdf');
    await app.user.click(send());
    expect(await screen.findByRole('heading', { name: 'Thank you for signing up' })).toBeVisible();
    expect(window.location.pathname).toBe('/signup-success');
    expect(screen.getByRole('link', { name: 'Return To Home' })).toHaveAttribute('href', '/');
    expect(sent).toEqual([
      {
        user: {
          email: 'sena@portal.test',
          firstName: 'Sena',
          lastName: 'Aydın',
          phoneNumber: '0151 1234567',
          aboutMe: 'Ich studiere Geoinformatik.',
          dateOfBirth: '2003-05-17',
          gender: 'MALE',
          termsAccepted: true,
          locale: 'en-US',
        },
        type: 'application/json',
        filename: 'nachweis.pdf',
        content: '%PDF-1.7\nproof',
      },
    ]);
  });

  test.each([
    [413, 'exception.document.too-large', 'The file is larger than 10 MB. Please choose a smaller one.'],
    [415, 'exception.document.type', 'Only images (JPEG, PNG, WebP) and PDF files are allowed.'],
    [400, 'exception.document.damaged', 'The file is damaged or cannot be read.'],
  ] as [number, ErrorMessage, string][])(
    'shows an error of the server about the file (%i) at the file',
    async (status, message, text) => {
      recordForms(() => failure(status, message));
      const app = await open();
      await fillIn(app);
      await app.user.upload(picker(), pdf());
      await screen.findByText('nachweis.pdf');
      await app.user.click(send());
      await waitFor(() => expect(picker()).toHaveAccessibleDescription(new RegExp(text.slice(0, 10))));
      expect(screen.getAllByText(text)).toHaveLength(1);
      expect(field('Email')).toHaveValue('sena@portal.test');
    },
  );

  test('shows any other error in an alert', async () => {
    recordForms(() => failure(409, 'exception.registration.email-exists'));
    const app = await open();
    await fillIn(app);
    await app.user.upload(picker(), pdf());
    await screen.findByText('nachweis.pdf');
    await app.user.click(send());
    expect(await screen.findByText(/^There is already an account with this email address/)).toBeVisible();
    expect(screen.getByText('nachweis.pdf')).toBeVisible();
  });

  test('shows progress and disables the file field', async () => {
    let respond: (response: Response) => void = () => undefined;
    server.use(
      http.post(
        '*/api/v1/users/students/registrations',
        () =>
          new Promise<Response>((resolve) => {
            respond = resolve;
          }),
      ),
    );
    const app = await open();
    await fillIn(app);
    await app.user.upload(picker(), pdf());
    await screen.findByText('nachweis.pdf');
    await app.user.click(send());
    expect(await screen.findByRole('progressbar', { name: /^Uploading: \d+%$/ })).toBeVisible();
    expect(picker()).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Remove nachweis.pdf' })).toBeDisabled();
    respond(failure(409, 'exception.registration.email-exists'));
    await waitFor(() => expect(picker()).toBeEnabled());
    expect(screen.queryByRole('progressbar', { name: /Uploading/ })).not.toBeInTheDocument();
  });
});
