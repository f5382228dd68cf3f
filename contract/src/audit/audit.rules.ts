/** AUD-01: pages of the audit log. */
export const auditRules = {
  pageSize: 100,
  searchMaxLength: 100,
  /** A search counts so far, because counting on would take longer than the page. */
  mostCounted: 1_000,
} as const;

/** AUD-01: the kind of an action, which gives its badge a colour. */
export type AuditActionKind = 'create' | 'update' | 'delete' | 'view' | 'other';

const wordsOfKinds: readonly (readonly [AuditActionKind, RegExp])[] = [
  ['create', /create|insert/],
  ['update', /update|modify/],
  ['delete', /delete|remove/],
  ['view', /view|read/],
];

/** The first kind whose word the action contains, in the order create, update, delete, view. */
export function auditActionKind(action: string): AuditActionKind {
  const words = action.toLowerCase();
  return wordsOfKinds.find(([, pattern]) => pattern.test(words))?.[0] ?? 'other';
}
