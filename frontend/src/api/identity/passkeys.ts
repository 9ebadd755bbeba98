import type {
  NewPasskeyCredential,
  PasskeyCreationOptions,
  PasskeyCredential,
  PasskeyRequestOptions,
} from '../generated';

/** Whether the browser knows passkeys. It does in secure contexts only. */
export const hasPasskeySupport = (): boolean => 'PublicKeyCredential' in globalThis;

/**
 * Where a portal on this machine offers passkeys, when it was opened by a network address: browsers
 * refuse those.
 */
export function addressForPasskeys(page: string = globalThis.location.href): string | undefined {
  const url = new URL(page);
  if (!/^(127\.[\d.]+|\[::1\])$/.test(url.hostname)) return undefined;
  url.hostname = 'localhost';
  return url.href;
}

/**
 * Lets the user create a passkey. Rejects with a `DOMException`: `InvalidStateError` if the
 * authenticator has one for this account, `NotAllowedError` if the user cancels.
 *
 * Converts the binary fields itself: the browsers' own methods are missing in older ones, some
 * password managers break `toJSON`, and the API takes only the fields below.
 */
export async function createPasskey(options: PasskeyCreationOptions): Promise<NewPasskeyCredential> {
  const credential = (await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: toBytes(options.challenge),
      user: { ...options.user, id: toBytes(options.user.id) },
      excludeCredentials: toDescriptors(options.excludeCredentials),
    } as PublicKeyCredentialCreationOptions,
  })) as PublicKeyCredential;
  const response = credential.response as AuthenticatorAttestationResponse;
  return {
    response: {
      attestationObject: toBase64Url(response.attestationObject),
      clientDataJSON: toBase64Url(response.clientDataJSON),
    },
  };
}

/** Lets the user sign with a passkey. Rejects like `createPasskey`. */
export async function signWithPasskey(options: PasskeyRequestOptions): Promise<PasskeyCredential> {
  const credential = (await navigator.credentials.get({
    publicKey: {
      ...options,
      challenge: toBytes(options.challenge),
      allowCredentials: toDescriptors(options.allowCredentials),
    } as PublicKeyCredentialRequestOptions,
  })) as PublicKeyCredential;
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    id: credential.id,
    response: {
      authenticatorData: toBase64Url(response.authenticatorData),
      clientDataJSON: toBase64Url(response.clientDataJSON),
      signature: toBase64Url(response.signature),
    },
  };
}

const toDescriptors = (credentials: readonly { id: string; type: string }[]) =>
  credentials.map(({ id, type }) => ({ id: toBytes(id), type }));

const toBytes = (base64Url: string): Uint8Array =>
  Uint8Array.from(atob(base64Url.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

const toBase64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
