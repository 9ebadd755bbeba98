import type { AuditAction } from '../../api/generated';
import type { ListSpec } from '../../ui/list/listParams';
import { actionGroups } from './actions';

/** The newest first, or the oldest; the trail knows no other order. */
export const auditSpec: ListSpec<'dateCreated', { action: AuditAction }> = {
  sortFields: ['dateCreated'],
  filters: { action: { values: actionGroups.flatMap(({ actions }) => actions) } },
};

/** What the trail can be asked for beside actions: whose doing, and a span of days. */
export type AuditScope = { actorId: string; from: string; to: string };

const formats = {
  actorId: /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i,
  from: /^\d{4}-\d{2}-\d{2}$/,
  to: /^\d{4}-\d{2}-\d{2}$/,
};

/** Reads what an address says; what is not understood counts as not said. */
export function parseScope(query: URLSearchParams): AuditScope {
  const read = (name: keyof AuditScope) => {
    const said = query.get(name) ?? '';
    return formats[name].test(said) ? said : '';
  };
  return { actorId: read('actorId'), from: read('from'), to: read('to') };
}

export function formatScope(scope: AuditScope): string {
  const query = new URLSearchParams();
  for (const name of ['actorId', 'from', 'to'] as const) {
    if (scope[name]) query.set(name, scope[name]);
  }
  return query.toString();
}
