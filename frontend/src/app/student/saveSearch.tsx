import { lazyPart } from '../../ui/lazy/lazyPart';
import { optional } from '../../ui/lazy/PartFailure';
import { useVisitorOrStudent } from './useVisitorOrStudent';

const SaveSearchButton = lazyPart(
  () =>
    import('../../features/saved-searches/save/SaveSearchButton').then((module) => module.SaveSearchButton),
  optional,
);

function SaveSearch({ isEmpty }: { isEmpty: boolean }) {
  const user = useVisitorOrStudent();
  return user === undefined ? null : <SaveSearchButton isStudent={user !== null} isEmpty={isEmpty} />;
}

/** For the results of a search; `isEmpty`: in the place of results. */
export const renderSaveSearch = (isEmpty: boolean) => <SaveSearch isEmpty={isEmpty} />;
