import { useSearchParams } from 'react-router-dom';

/**
 * The parameters of a mail's link. They stay in the address for reloads; the server's referrer
 * policy hides them from other websites.
 */
export function useLinkParams(): { token: string; email: string } {
  const [params] = useSearchParams();
  return { token: params.get('token') ?? '', email: params.get('email') ?? '' };
}
