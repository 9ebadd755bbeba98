import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../../app/paths';
import { Icon } from '../../../../ui/Icon';
import styles from './ListingToolbar.module.css';
import { ShareButton } from './ShareButton';
import type { useBackToResults } from './useBackToResults';

type ListingToolbarProps = {
  id: string;
  title: string;
  back: ReturnType<typeof useBackToResults>;
  /** Actions of other features, before the button that shares the listing. */
  children: ReactNode;
};

export function ListingToolbar({ id, title, back, children }: ListingToolbarProps) {
  const { t } = useTranslation('listings');
  const goBack = (event: MouseEvent) => {
    // With a modifier the browser opens a new tab.
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
      <div className={styles.actions}>
        {children}
        <ShareButton id={id} title={title} />
      </div>
    </div>
  );
}
