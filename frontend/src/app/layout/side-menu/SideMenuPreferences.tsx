import { useTranslation } from 'react-i18next';
import { isLanguage } from '../../../i18n/languages';
import { useDarkMode } from '../../../theme/colorScheme';
import { Icon } from '../../../ui/Icon';
import { MoreIcon } from '../../../ui/MoreIcon';
import styles from './SideMenu.module.css';
import { useChooseLanguage } from '../header/useChooseLanguage';

export function SideMenuPreferences() {
  const { t } = useTranslation();
  const { dark, toggle } = useDarkMode();
  const { language, chooseLanguage } = useChooseLanguage();
  return (
    <>
      <label className={styles.preference}>
        <Icon name="moon" />
        {t('theme.dark')}
        <input
          type="checkbox"
          role="switch"
          aria-checked={dark}
          className={styles.switch}
          checked={dark}
          onChange={toggle}
        />
      </label>
      <label className={styles.preference}>
        <MoreIcon name="globe" />
        {t('language.label')}
        <span className={styles.language}>
          <select
            className={styles.select}
            value={language}
            onChange={(event) => {
              if (isLanguage(event.target.value)) chooseLanguage(event.target.value);
            }}
          >
            <option value="de-DE">{t('language.deDE')}</option>
            <option value="en-US">{t('language.enUS')}</option>
          </select>
          <Icon name="down" size={16} className={styles.arrow} />
        </span>
      </label>
    </>
  );
}
