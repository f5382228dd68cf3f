import type { Role } from '@trace/contract/kernel/roles';
import { answerKinds, type AnswerKind } from '@trace/contract/alerts/alerts.rules';
import type { ShownKind } from '@trace/contract/alerts/alerts.schema';
import type { RelationTo } from '#features/devices/devices.port';

/** Staff have no devices. Faults of other users' devices are shown on back-office pages. */
export const mayHaveAlerts = (role: Role): boolean => role !== 'staff';

/**
 * Alerts go to the device's user and the installer who registered the device, but not to other company members. Alerts
 * of a replaced tracker go to no user.
 */
export const isNotifiedOf = ({ relation, isInUse }: Pick<RelationTo, 'relation' | 'isInUse'>): boolean =>
  isInUse && !relation.startsWith('company_');

const isAnswer = (kind: ShownKind): kind is AnswerKind => answerKinds.some((each) => each === kind);

/** LOCREQ-05: company members can request access too, so they see the answers to their own requests. */
export const maySeeAlert = (kind: ShownKind, relation: Pick<RelationTo, 'relation' | 'isInUse'>): boolean =>
  isAnswer(kind) ? relation.isInUse : isNotifiedOf(relation);
