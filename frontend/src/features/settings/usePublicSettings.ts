import { useTranslation } from 'react-i18next';
import { serverError } from '../../api/failure';
import type { PublicSettingsResponse } from '../../api/generated';
import { useGetPublicSettingsQuery } from '../../api/initialEndpoints';
import { useErrorText } from '../../i18n/useErrorText';

type PublicSettings = {
  settings: PublicSettingsResponse | undefined;
  /** True until the first response, successful or not. */
  loading: boolean;
  error: string | undefined;
  reload: () => void;
  /** Set while no settings could be loaded. `busy`: a retry is running. */
  failure: SettingsFailure | undefined;
};

export type SettingsFailure = { busy: boolean; retry: () => void };

/** The public settings. All callers share the request made at start-up. */
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

/** One value of the settings. Rerenders only when it changes. */
export function usePublicSetting<T>(pick: (settings: PublicSettingsResponse) => T): T | undefined {
  return useGetPublicSettingsQuery(undefined, {
    selectFromResult: ({ data }) => ({ picked: data && pick(data.payload) }),
  }).picked;
}
