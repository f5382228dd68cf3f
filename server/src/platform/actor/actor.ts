import type { Role } from '@trace/contract/kernel/roles';

/** The caller of a request. Built from the session alone, never from the request's body. */
export interface Actor {
  accountId: string;
  sessionId: string;
  role: Role;
  email: string;
  firstName: string;
  lastName: string;
  timeZone: string;
  /** True for staff who manage the other staff, read with each request. */
  isStaffAdmin?: boolean;
  /** When the user of this session last re-authenticated by password or passkey. */
  provedAt: Date;
}
