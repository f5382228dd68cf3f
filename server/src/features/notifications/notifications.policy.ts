import type { NotificationAudience } from '@trace/contract/notifications/notifications.rules';
import type { Role } from '@trace/contract/kernel/roles';

const addressed: Record<Role, readonly NotificationAudience[]> = {
  user: ['users', 'all'],
  installer: ['installers', 'all'],
  staff: ['support', 'all'],
};

const everyAudience: readonly NotificationAudience[] = ['support', 'users', 'installers', 'all'];

/** The audiences whose notifications reach a person (T48). */
export const audiencesOfRole = (role: Role): readonly NotificationAudience[] => addressed[role];

/** The audiences whose notifications a person can open. Staff see all on their page. */
export const readableAudiences = (role: Role): readonly NotificationAudience[] =>
  role === 'staff' ? everyAudience : addressed[role];

/** The roles that an audience consists of. */
export const rolesOfAudience = (audience: NotificationAudience): Role[] =>
  (['user', 'installer', 'staff'] as const).filter((role) => addressed[role].includes(audience));
