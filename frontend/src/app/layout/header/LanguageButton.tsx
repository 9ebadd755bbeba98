import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/Button';
import styles from './Header.module.css';
import { useChooseLanguage } from './useChooseLanguage';

/** With two languages the picker is one button that names the other one. */
export function LanguageButton() {
  const { t } = useTranslation();
  const { language, chooseLanguage } = useChooseLanguage();
  return (
    <Button
      color="inherit"
      aria-label={t('language.switch')}
      onClick={() => chooseLanguage(language === 'de-DE' ? 'en-US' : 'de-DE')}
      className={styles.language}
    >
      {t('language.short')}
    </Button>
  );
}
