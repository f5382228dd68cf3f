import type { Role } from '@trace/contract/kernel/roles';
import type { RelationTo } from '#features/devices/devices.port';

/** Staff have no devices: what is wrong with those of others is told on pages of the back-office. */
export const mayHaveAlerts = (role: Role): boolean => role !== 'staff';

/**
 * Who is told of a device: its user and the installer who registered it, not everybody of a company. A tracker that
 * another one took the place of is nobody's concern.
 */
export const isToldOf = ({ relation, isInUse }: Pick<RelationTo, 'relation' | 'isInUse'>): boolean =>
  isInUse && !relation.startsWith('company_');
