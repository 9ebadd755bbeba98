import { useListApplicationsQuery, useListLettersQuery } from '../../../api/endpoints';
import type { LetterResponse } from '../../../api/generated';

const lastApplication = { page: 0, pageSize: 1, sortField: 'dateCreated', sortDirection: 'DESC' } as const;

/** What a letter can start with. */
export type LetterStartTexts = { lastLetter: string | null; letters: readonly LetterResponse[] };

/** The student's last letter and the kept ones. Undefined while they are loading, empty after a failure. */
export function useLetterStarts(): LetterStartTexts | undefined {
  const last = useListApplicationsQuery(lastApplication, { refetchOnMountOrArgChange: true });
  const kept = useListLettersQuery();
  if (last.isLoading || kept.isLoading) return undefined;
  return {
    lastLetter: last.data?.payload[0]?.applicationLetter ?? null,
    letters: kept.data?.payload ?? [],
  };
}
