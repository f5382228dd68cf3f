import { formatDay } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { Age } from '#ui/data/age.tsx';
import { EmailAddress } from '#ui/data/email-address.tsx';
import { Initials } from '#ui/data/initials.tsx';
import type { PaletteColor } from '#ui/palette.ts';
import { Badge } from '@mantine/core';
import type { Member, MemberStatus } from '@trace/contract/companies/companies.schema';
import { companySettingsTexts as texts } from '@trace/contract/companies/companies.settings.texts';
import { companiesTexts } from '@trace/contract/companies/companies.texts';
import classes from './companies-employees.module.css';

/** Shows the member's name and email, and marks the current user. */
export function MemberName({ member }: { member: Member }) {
  const { name, email, isSelf } = member;
  return (
    <div className={classes.person}>
      <Initials name={name === companiesTexts.unknownName ? null : name} />
      <div className={classes.words}>
        <p className={classes.name}>
          <bdi>{name}</bdi>
          {isSelf && <span className={classes.you}> ({texts.you})</span>}
        </p>
        <p className={classes.email}>
          <EmailAddress address={email} />
        </p>
      </div>
    </div>
  );
}

const tones: Record<MemberStatus, PaletteColor> = {
  owner: 'petrol',
  accepted: 'green',
  pending: 'amber',
  declined: 'gray',
};

export function MemberStatusBadge({ status }: { status: MemberStatus }) {
  return <Badge color={tones[status]}>{companiesTexts.statuses[status]}</Badge>;
}

/** Shows the start of the status: a day for members, 'Invited yesterday', 'Declined 9 Nov'. */
export function MemberSince({ member }: { member: Member }) {
  const nowMs = useNow('halfMinute');
  const { status, invitedAt, respondedAt } = member;
  if (status === 'pending') return <Age at={invitedAt} prefix={texts.invited} />;
  if (status === 'declined') return <Age at={respondedAt ?? invitedAt} prefix={texts.declined} />;
  const since = respondedAt ?? invitedAt;
  return <time dateTime={since}>{formatDay(since, nowMs)}</time>;
}

export function MemberDevices({ count }: { count: number }) {
  return count === 0 ? <span className={classes.none}>{texts.noDevices}</span> : <>{count}</>;
}
