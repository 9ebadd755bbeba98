import { useLocation, useNavigate } from 'react-router-dom';
import { useListParams } from '../../ui/list/useListParams';
import { type AuditScope, auditSpec, formatScope, parseScope } from './auditParams';

/** What the trail is asked for, all of it in the address. */
export function useAuditParams() {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const scope = parseScope(new URLSearchParams(search));
  const kept = formatScope(scope);
  const list = useListParams(auditSpec, kept);

  /** Another scope begins at its first page, and leaves the rest of the address as it is. */
  const narrow = (change: Partial<AuditScope>) => {
    const query = new URLSearchParams(search);
    for (const name of ['page', 'actorId', 'from', 'to']) query.delete(name);
    const next = [formatScope({ ...scope, ...change }), query.toString()];
    void navigate({ pathname, search: next.filter((part) => part !== '').join('&') });
  };

  return {
    list: {
      ...list,
      isNarrowed: list.isNarrowed || kept !== '',
      chosenFilters: list.chosenFilters + Object.values(scope).filter((value) => value !== '').length,
      showAll: () => void navigate({ pathname, search: '' }),
    },
    scope,
    narrow,
  };
}
