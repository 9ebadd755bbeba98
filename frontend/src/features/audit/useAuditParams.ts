import { useLocation, useNavigate } from 'react-router-dom';
import { useListParams } from '../../ui/list/params/useListParams';
import { type AuditScope, auditSpec, formatScope, parseScope } from './auditParams';

/** The parameters of the audit trail, all of them in the address. */
export function useAuditParams() {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const scope = parseScope(new URLSearchParams(search));
  const list = useListParams(auditSpec, '', formatScope(scope));

  /** Another scope begins at its first page, and keeps the rest of the address. */
  const changeScope = (change: Partial<AuditScope>) => {
    const query = new URLSearchParams(search);
    for (const name of ['page', 'actorId', 'from', 'to']) query.delete(name);
    const next = [formatScope({ ...scope, ...change }), query.toString()];
    void navigate({ pathname, search: next.filter((part) => part !== '').join('&') });
  };

  return {
    list: {
      ...list,
      activeFilterCount: list.activeFilterCount + Object.values(scope).filter((value) => value !== '').length,
      showAll: () => void navigate({ pathname, search: '' }),
    },
    scope,
    changeScope,
  };
}
