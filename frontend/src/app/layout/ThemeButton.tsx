import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import { useDarkMode } from '../../theme/colorScheme';
import { Icon } from '../../ui/Icon';

export function ThemeButton() {
  const { t } = useTranslation();
  const { dark, toggle } = useDarkMode();
  return (
    <IconButton
      aria-label={t(dark ? 'theme.toLight' : 'theme.toDark')}
      onClick={toggle}
      sx={{ flex: 'none', color: 'text.secondary' }}
    >
      <Icon name={dark ? 'sun' : 'moon'} />
    </IconButton>
  );
}
