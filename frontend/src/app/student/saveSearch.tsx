import { lazyPart } from '../../ui/lazy/lazyPart';
import { optional } from '../../ui/lazy/PartFailure';
import { useCurrentUser } from '../../features/session/useCurrentUser';
import { useVisitorOrStudent } from './useVisitorOrStudent';

const SaveSearchButton = lazyPart(
  () =>
    import('../../features/saved-searches/save/SaveSearchButton').then((module) => module.SaveSearchButton),
  optional,
);

type SaveSearchProps = {
  /** In the place of results. */
  isEmpty: boolean;
  /** Of an element that reserves the space of the button until the page is idle. */
  className: string | undefined;
};

function SaveSearch({ isEmpty, className }: SaveSearchProps) {
  const current = useCurrentUser();
  const user = useVisitorOrStudent();
  if (current && current.role !== 'STUDENT') return null;
  return (
    <div className={className}>
      {user !== undefined && <SaveSearchButton isStudent={user !== null} isEmpty={isEmpty} />}
    </div>
  );
}

/** For the results of a search. */
export const renderSaveSearch = (props: SaveSearchProps) => <SaveSearch {...props} />;
