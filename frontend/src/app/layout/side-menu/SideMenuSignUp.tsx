import Button from '@mui/material/Button';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Icon } from '../../../ui/Icon';
import { paths } from '../../paths';
import styles from './SideMenu.module.css';

/** Expands to the sign-up links for students and landlords. */
export function SideMenuSignUp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        aria-expanded={open}
        aria-controls={id}
        endIcon={<Icon name="down" size={18} className={open ? styles.up : ''} />}
        className={styles.signUp}
        onClick={() => setOpen(!open)}
      >
        {t('menu.signUp')}
      </Button>
      <div id={id} className={styles.menu} hidden={!open}>
        <Link to={paths.signUpStudent.href()} className={styles.item} onClick={onClose}>
          <Icon name="user" />
          {t('menu.student')}
        </Link>
        <Link to={paths.signUpLandlord.href()} className={styles.item} onClick={onClose}>
          <Icon name="house" />
          {t('menu.landlord')}
        </Link>
      </div>
    </>
  );
}
