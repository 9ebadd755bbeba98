import { useTranslation } from 'react-i18next';
import { fallbackLanguage, isLanguage, type Language } from './languages';

export function useLanguage(): { language: Language; setLanguage: (language: Language) => void } {
  const { i18n } = useTranslation();
  const language = i18n.resolvedLanguage ?? fallbackLanguage;
  return {
    language: isLanguage(language) ? language : fallbackLanguage,
    setLanguage: (next) => void i18n.changeLanguage(next),
  };
}
