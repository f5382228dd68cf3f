/** How a person stands to a company (authorization.md, table 3): the nearest of what is true. */
export type Standing = 'user' | 'customer' | 'installer' | 'invited' | 'member' | 'owner' | 'staff';

export type Verdict = 'allowed' | 'forbidden' | 'not_found' | 'conflict';

type Row = Readonly<Record<Standing, Verdict>>;

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

/** Who may do what to a company; those without a relation do not learn that it exists. */
const rules = {
  //           user customer installer invited member owner staff
  read: row(n, A, n, A, A, A, A),
  update: row(n, n, n, f, f, A, f),
  listMembers: row(n, n, n, n, A, A, A),
  invite: row(n, n, n, n, f, A, f),
  remove: row(n, n, n, f, f, A, f),
  leave: row(n, n, n, f, A, c, f),
  // Other installers read why they may not: the same words whether the company exists or not.
  useLink: row(n, n, f, f, A, A, f),
  handOver: row(n, n, n, f, f, A, f),
  delete: row(n, n, n, f, f, A, f),
  // IDEV-09, and REG-10 by analogy: whoever belongs to it brings their own.
  handOverDevices: row(n, n, n, f, f, A, f),
  bringDevices: row(n, n, n, f, A, A, f),
} as const satisfies Record<string, Row>;

export type Action = keyof typeof rules;

export const mayDo = (action: Action, standing: Standing): Verdict => rules[action][standing];

/** A person makes one company, and only while belonging to none (COMP-09). */
export const mayCreate = (belongs: boolean): Verdict => (belongs ? 'conflict' : 'allowed');

/** A logo is made by somebody who may put it somewhere: an owner, or who has no company yet. */
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
