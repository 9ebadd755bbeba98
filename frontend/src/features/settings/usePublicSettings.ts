import { useTranslation } from 'react-i18next';
import { serverError } from '../../api/failure';
import type { PublicSettingsResponse } from '../../api/generatedStart';
import { useGetPublicSettingsQuery } from '../../api/startEndpoints';
import { useErrorText } from '../../i18n/useErrorText';

type PublicSettings = {
  settings: PublicSettingsResponse | undefined;
  /** True until the first answer, whether it is good or bad. */
  loading: boolean;
  error: string | undefined;
  reload: () => void;
  /** There while nothing could be loaded, for those who cannot do without. `busy`: it is being tried again. */
  failure: SettingsFailure | undefined;
};

export type SettingsFailure = { busy: boolean; retry: () => void };

/** The operator's public settings. Every caller shares the one request made at start-up. */
export function usePublicSettings(): PublicSettings {
  const { data, error, isLoading, isFetching, isUninitialized, refetch } = useGetPublicSettingsQuery();
  const { t } = useTranslation();
  const { failureText } = useErrorText();
  const reload = () => void refetch();
  return {
    settings: data?.payload,
    loading: isLoading || isUninitialized,
    error: error && (serverError(error) ? failureText(error) : t('settings.unknownError')),
    reload,
    failure: data || !error ? undefined : { busy: isFetching, retry: reload },
  };
}

/** What is picked of the settings. Draws anew when that changes, and not whenever the request does. */
export function usePublicSetting<T>(pick: (settings: PublicSettingsResponse) => T): T | undefined {
  return useGetPublicSettingsQuery(undefined, {
    selectFromResult: ({ data }) => ({ picked: data && pick(data.payload) }),
  }).picked;
}
