import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useListSettingsQuery } from '../../api/endpoints';
import { usePageTitle } from '../../ui/brand/brand';
import { PageContainer } from '../../ui/layout/PageContainer';
import { ListHeading } from '../../ui/list/ListHeading';
import { ListResults } from '../../ui/list/ListResults';
import { useListParams } from '../../ui/list/params/useListParams';
import { Notice } from '../../ui/notice/Notice';
import { Pager } from '../../ui/pager/Pager';
import { ImageSetting } from './ImageSetting';
import styles from './SettingsPage.module.css';

const spec = { sortFields: ['dateCreated', 'key'], filters: {} } as const;

/** The default size. */
const pageSize = 10;

type SettingsPageProps = {
  /** Renders the default of a setting without an image. */
  renderDefault: (key: string, className: string) => ReactNode;
};

/** The images that administrators replace while the portal runs. */
export function SettingsPage({ renderDefault }: SettingsPageProps) {
  const { t } = useTranslation('settings');
  usePageTitle(t('title'));
  const list = useListParams(spec);
  const { page, sortField, sortDirection } = list.params;
  const result = useListSettingsQuery(
    { page, pageSize, sortField, sortDirection },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <PageContainer>
      <ListHeading title={t('title')} count={t('text')} />
      <ListResults
        // There is no search here: filters in the address are ignored.
        list={{ ...list, isFiltered: false }}
        result={result}
        skeleton={<Skeleton />}
        empty={<Notice title={t('emptyTitle')} text={t('emptyText')} />}
      >
        {(settings) => (
          <ul className={styles.settings}>
            {settings
              .filter(({ type }) => type === 'IMAGE')
              .map((setting) => (
                <li key={setting.externalId}>
                  <ImageSetting
                    setting={setting}
                    renderDefault={(className) => renderDefault(setting.key, className)}
                  />
                </li>
              ))}
          </ul>
        )}
      </ListResults>
      <Pager page={page} totalPages={result.data?.totalPages ?? 0} onChange={list.goToPage} />
    </PageContainer>
  );
}

function Skeleton() {
  return (
    <div className={styles.settings}>
      {[1, 2, 3, 4].map((index) => (
        <div key={index} className={styles.skeleton} />
      ))}
    </div>
  );
}
