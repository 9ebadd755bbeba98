import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/useLanguage';

/** With two languages the picker is one button that names the other one. */
export function LanguageButton() {
  const { t } = useTranslation();
  const { language, setLanguage } = useLanguage();
  return (
    <Button
      color="inherit"
      aria-label={t('language.switch')}
      onClick={() => setLanguage(language === 'de-DE' ? 'en-US' : 'de-DE')}
      sx={{ minWidth: 44, px: 1, flex: 'none', color: 'text.secondary' }}
    >
      {t('language.short')}
    </Button>
  );
}
