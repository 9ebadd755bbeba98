import { useLocation, useNavigate } from 'react-router-dom';
import type { Language } from '../../../i18n/languages';
import { useLanguage } from '../../../i18n/useLanguage';

/** Choosing a language removes `?lng=` from the address, which would override the choice on reload. */
export function useChooseLanguage(): { language: Language; chooseLanguage: (language: Language) => void } {
  const { language, setLanguage } = useLanguage();
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const chooseLanguage = (next: Language) => {
    setLanguage(next);
    const query = new URLSearchParams(search);
    if (!query.has('lng')) return;
    query.delete('lng');
    void navigate({ pathname, search: query.toString(), hash }, { replace: true, state });
  };
  return { language, chooseLanguage };
}
