import { formatDay } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { Badge } from '@mantine/core';
import type { ManagedCertification } from '@trace/contract/certification/certification.staff.schema';
import { certificationStaffTexts as texts } from '@trace/contract/certification/certification.staff.texts';
import classes from './certification-managed.module.css';

/** The person on the record of the training provider. */
export function HolderCell({ fullName, email }: ManagedCertification) {
  return (
    <div className={classes.cell}>
      <bdi>{fullName}</bdi>
      <span className={classes.note}>{email}</span>
    </div>
  );
}

/** Whether the certification counts, until when, and why it was revoked. */
export function StateCell({ state, expiresAt, revokedAt, revokeReason }: ManagedCertification) {
  const nowMs = useNow('halfMinute');
  const day = (at: string | Date) => formatDay(at, nowMs, { timeZone: 'UTC' });
  if (revokedAt !== null)
    return (
      <div className={classes.cell}>
        <Badge color="red">{texts.states.revoked}</Badge>
        <span className={classes.note}>{texts.revokedOn(day(revokedAt))}</span>
        {revokeReason !== null && (
          <span className={classes.note} dir="auto">
            {revokeReason}
          </span>
        )}
      </div>
    );
  // A certification ends after its last day, counted in UTC.
  const lastDay = expiresAt === null ? null : new Date(new Date(expiresAt).getTime() - 1);
  return (
    <div className={classes.cell}>
      {state === 'valid' && <Badge color="green">{texts.states.valid}</Badge>}
      {state === 'expiring' && <Badge color="amber">{texts.states.expiring}</Badge>}
      {state === 'ended' && <Badge color="gray">{texts.states.expired}</Badge>}
      <span className={classes.note}>{lastDay === null ? texts.noEnd : texts.until(day(lastDay))}</span>
    </div>
  );
}

/** Whether an account holds or claims the certification (CERT-10). */
export function AccountCell({ isInUse, matchedBy, claim }: ManagedCertification) {
  const nowMs = useNow('halfMinute');
  if (isInUse) {
    return (
      <div className={classes.cell}>
        {matchedBy === null ? texts.inUse : texts.inUseBy[matchedBy]}
        {claim?.outcome === 'confirmed' && <span className={classes.note}>{texts.claimEnded.confirmed}</span>}
      </div>
    );
  }
  if (claim === null) return <div className={classes.cell}>{texts.notInUse}</div>;
  const { outcome, email, expiresAt } = claim;
  return (
    <div className={classes.cell}>
      {outcome === null ? <Badge color="amber">{texts.claimedBy(email)}</Badge> : texts.notInUse}
      <span className={classes.note}>
        {outcome === null ? texts.claimUntil(formatDay(expiresAt, nowMs)) : texts.claimEnded[outcome]}
      </span>
      {outcome !== null && email !== null && <span className={classes.note}>{texts.claimedBy(email)}</span>}
    </div>
  );
}
