import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../../ui/brand/brand';
import { PageContainer } from '../../../ui/layout/PageContainer';
import { DeviceList } from './DeviceList';
import { StudentList } from './StudentList';

/** A student's favourites, or those that the device keeps for a visitor. */
export function FavouritesPage({ isStudent }: { isStudent: boolean }) {
  const { t } = useTranslation('favourites');
  usePageTitle(t('title'));
  const heading = useRef<HTMLHeadingElement>(null);
  const List = isStudent ? StudentList : DeviceList;
  return (
    <PageContainer width="wide">
      <List headingRef={heading} onRemoved={() => heading.current?.focus()} />
    </PageContainer>
  );
}
