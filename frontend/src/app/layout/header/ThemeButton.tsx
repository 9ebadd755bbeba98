import { useTranslation } from 'react-i18next';
import { useDarkMode } from '../../../theme/colorScheme';
import { Icon } from '../../../ui/Icon';
import { IconButton } from '../../../ui/button/IconButton';
import styles from './Header.module.css';

export function ThemeButton() {
  const { t } = useTranslation();
  const { dark, toggle } = useDarkMode();
  return (
    <IconButton
      aria-label={t(dark ? 'theme.toLight' : 'theme.toDark')}
      onClick={toggle}
      className={styles.theme}
    >
      <Icon name={dark ? 'sun' : 'moon'} />
    </IconButton>
  );
}
