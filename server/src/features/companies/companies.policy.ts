/** The relation of a person to a company (authorization.md, table 3). The closest relation counts. */
export type CallerRelation = 'user' | 'customer' | 'installer' | 'invited' | 'member' | 'owner' | 'staff';

export type Verdict = 'allowed' | 'forbidden' | 'not_found' | 'conflict';

type Row = Readonly<Record<CallerRelation, Verdict>>;

const row = (
  user: Verdict,
  customer: Verdict,
  installer: Verdict,
  invited: Verdict,
  member: Verdict,
  owner: Verdict,
  staff: Verdict,
): Row => ({ user, customer, installer, invited, member, owner, staff });

const [A, f, n, c] = ['allowed', 'forbidden', 'not_found', 'conflict'] as const;

/** Permissions on a company by relation. A person without a relation does not learn that the company exists. */
const rules = {
  //           user customer installer invited member owner staff
  read: row(n, A, n, A, A, A, A),
  update: row(n, n, n, f, f, A, f),
  listMembers: row(n, n, n, n, A, A, A),
  invite: row(n, n, n, n, f, A, f),
  remove: row(n, n, n, f, f, A, f),
  leave: row(n, A, n, f, A, c, f),
  // COMP-10
  listCustomers: row(n, n, n, n, f, A, A),
  removeCustomer: row(n, n, n, f, f, A, f),
  // Other installers get a refusal with the reason. The text is the same whether or not the company exists.
  useLink: row(n, n, f, f, A, A, f),
  handOver: row(n, n, n, f, f, A, f),
  delete: row(n, n, n, f, f, A, f),
  // IDEV-09, and REG-10 by analogy: each member brings their own devices.
  handOverDevices: row(n, n, n, f, f, A, f),
  bringDevices: row(n, n, n, f, A, A, f),
} as const satisfies Record<string, Row>;

export type Action = keyof typeof rules;

export const mayDo = (action: Action, relation: CallerRelation): Verdict => rules[action][relation];

/** A person without a company can create one company (COMP-09). */
export const mayCreate = (belongs: boolean): Verdict => (belongs ? 'conflict' : 'allowed');

/** Allows a logo upload to an owner or to a person without a company, because only these can use the logo. */
export const mayUploadLogo = (relation: 'owner' | 'member' | null): Verdict =>
  relation === 'member' ? 'forbidden' : 'allowed';

/** T31: an invitation is answered by the invited person, an installer, once. */
export function mayAnswer(
  role: 'user' | 'installer' | 'staff',
  status: 'pending' | 'accepted' | 'declined' | null,
): Verdict {
  if (role === 'staff') return 'forbidden';
  if (role === 'user' || status === null) return 'not_found';
  return status === 'pending' ? 'allowed' : 'conflict';
}
