import { onTestFinished, vi } from 'vitest';

const bytes = (...values: number[]) => new Uint8Array(values).buffer;

/** Mocks the passkeys of the browser. Returns the mock that signs, which can be made to fail. */
export function mockPasskeys() {
  const get = vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>().mockResolvedValue({
    id: 'BAUG',
    response: {
      authenticatorData: bytes(0xfb, 0xff),
      clientDataJSON: new TextEncoder().encode('{}').buffer,
      signature: bytes(7, 8),
    },
  });
  const create = vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>().mockResolvedValue({
    response: {
      attestationObject: bytes(9, 10),
      clientDataJSON: new TextEncoder().encode('{}').buffer,
    },
  });
  vi.stubGlobal('PublicKeyCredential', Object);
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get, create } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'credentials'));
  return Object.assign(get, { create });
}
