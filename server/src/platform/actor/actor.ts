import type { Role } from '@trace/contract/kernel/roles';

/** Who is asking: made of the session alone, never of anything in a request's body. */
export interface Actor {
  accountId: string;
  sessionId: string;
  role: Role;
  email: string;
  firstName: string;
  lastName: string;
  timeZone: string;
  /** When this session last proved by password or passkey that it is this person's. */
  provedAt: Date;
}
