import { useSearchParams } from 'react-router-dom';

/**
 * What the link of a mail carries. It stays in the address, so that a reload
 * works; no page that is left from here learns of it (the server's referrer policy).
 */
export function useLinkParams(): { token: string; email: string } {
  const [params] = useSearchParams();
  return { token: params.get('token') ?? '', email: params.get('email') ?? '' };
}
