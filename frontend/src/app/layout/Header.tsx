import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { KeywordSearch } from '../../features/listings/search/KeywordSearch';
import { useCurrentUser } from '../../features/session/useCurrentUser';
import { useBrand } from '../../ui/brand';
import { WindowMark } from '../../ui/WindowMark';
import { paths } from '../paths';
import { AccountButton } from './AccountButton';
import styles from './Header.module.css';
import { LanguageButton } from './LanguageButton';
import { mainMenu, menuOf } from './navigation';
import { RoleMenu } from './RoleMenu';
import { ThemeButton } from './ThemeButton';

export function Header() {
  const user = useCurrentUser();
  const { t } = useTranslation();
  const brand = useBrand();
  const searchable = useLocation().pathname === paths.home.path;
  return (
    <header className={searchable ? `${styles.header} ${styles.withSearch}` : styles.header}>
      <div className={styles.row}>
        <Link to={paths.home.href()} className={styles.logo} aria-label={brand}>
          <WindowMark />
          <span className={styles.brand}>{brand}</span>
        </Link>
        <div className={styles.wide}>
          <RoleMenu items={menuOf(mainMenu, user)} />
          <LanguageButton />
          <ThemeButton />
        </div>
        {searchable ? (
          <div className={styles.search}>
            <KeywordSearch />
          </div>
        ) : (
          <span className={styles.narrowSpacer} />
        )}
        {user === null && (
          <Button
            component={Link}
            to={paths.login.href()}
            variant="outlined"
            color="inherit"
            sx={{ flex: 'none', borderColor: 'brand.outline' }}
          >
            {t('nav.logIn')}
          </Button>
        )}
        {user === undefined && <span className={styles.unknown} />}
        {user && <AccountButton user={user} />}
      </div>
    </header>
  );
}
