import type { AuditAction } from '../../api/generated';
import { isUuid } from '../../api/isUuid';
import type { ListSpec } from '../../ui/list/params/listParams';
import { actionGroups } from './actions';

/** The audit trail has one sort field. */
export const auditSpec: ListSpec<'dateCreated', { action: AuditAction }> = {
  sortFields: ['dateCreated'],
  filters: { action: { values: actionGroups.flatMap(({ actions }) => actions) } },
};

/** The filters of the audit trail besides actions. */
export type AuditScope = { actorId: string; from: string; to: string };

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
const checks = { actorId: isUuid, from: isDay, to: isDay };

/** Parses the address; invalid values are ignored. */
export function parseScope(query: URLSearchParams): AuditScope {
  const read = (name: keyof AuditScope) => {
    const value = query.get(name) ?? '';
    return checks[name](value) ? value : '';
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
