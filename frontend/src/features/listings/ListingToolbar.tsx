import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths';
import { Icon } from '../../ui/Icon';
import styles from './ListingToolbar.module.css';
import { ShareButton } from './ShareButton';
import type { useWayBack } from './useWayBack';

type ListingToolbarProps = { id: string; title: string; back: ReturnType<typeof useWayBack> };

/** The way out of a listing, and the way to pass it on. */
export function ListingToolbar({ id, title, back }: ListingToolbarProps) {
  const { t } = useTranslation('listings');
  const goBack = (event: MouseEvent) => {
    // Opening it in a new tab is left to the browser.
    if (!back || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    back.goBack();
  };
  return (
    <div className={styles.bar}>
      <Link className={styles.action} to={back?.results ?? paths.home.href()} onClick={goBack}>
        <Icon name="left" size={18} />
        {t(back ? 'detail.backToResults' : 'detail.toSearch')}
      </Link>
      <ShareButton id={id} title={title} />
    </div>
  );
}
