import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { KeywordSearch } from '../../../features/search/form/KeywordSearch';
import { useCurrentUser } from '../../../features/session/useCurrentUser';
import { useBrand } from '../../../ui/brand/brand';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { Logo } from '../../../ui/brand/Logo';
import { paths } from '../../paths';
import { AccountButton } from './AccountButton';
import styles from './Header.module.css';
import { LanguageButton } from './LanguageButton';
import { mainMenu, menuOf } from '../menus';
import { RoleMenu } from './RoleMenu';
import { ThemeButton } from './ThemeButton';
import { useReturnTo } from '../useReturnTo';

export function Header() {
  const user = useCurrentUser();
  const { t } = useTranslation();
  const brand = useBrand();
  const returnTo = useReturnTo();
  const searchable = useLocation().pathname === paths.home.path;
  return (
    <header className={searchable ? `${styles.header} ${styles.withSearch}` : styles.header}>
      <div className={styles.row}>
        <Link to={paths.home.href()} className={styles.logo} aria-label={brand}>
          <Logo />
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
          <ButtonLink
            to={paths.login.href()}
            state={returnTo}
            variant="outlined"
            color="inherit"
            className={styles.logIn}
          >
            {t('nav.logIn')}
          </ButtonLink>
        )}
        {user === undefined && <span className={styles.unknown} />}
        {user && <AccountButton user={user} />}
      </div>
    </header>
  );
}
