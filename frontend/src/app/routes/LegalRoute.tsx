import { matchPath, useLocation } from 'react-router-dom';
import { LegalPage } from '../../features/legal/LegalPage';
import { legalPages } from '../../features/legal/legalPages';
import { usePublicSettings } from '../../features/settings/usePublicSettings';
import { paths } from '../paths';

/** One page at four addresses. */
export function LegalRoute() {
  const { pathname } = useLocation();
  const { settings } = usePublicSettings();
  const page = legalPages.find((name) => matchPath(paths[name].path, pathname)) ?? 'terms';
  const urls = settings && {
    terms: settings.termsUrl,
    privacy: settings.privacyUrl,
    imprint: settings.imprintUrl,
    accessibility: settings.accessibilityUrl,
  };
  return <LegalPage page={page} urls={urls} />;
}
