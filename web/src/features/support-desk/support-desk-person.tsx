import { FactRow, FactRows } from '#ui/data/fact-rows.tsx';
import { formatCalendarDay, formatExact } from '#lib/format.ts';
import { supportPaths } from '#lib/support-paths.ts';
import { DeviceName } from '#ui/data/device-name.tsx';
import { StatusBadge } from '#ui/data/status-badge.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { DeskPersonPage } from '@trace/contract/support-desk/support-desk.schema';
import { dayIn } from '@trace/contract/kernel/calendar';
import { supportDeskTexts } from '@trace/contract/support-desk/support-desk.texts';
import { TicketsCard } from './support-desk-facts.tsx';
import { Loaded } from './support-desk-loaded.tsx';
import { personQuery } from './support-desk.queries.ts';
import classes from './support-desk.module.css';

const texts = supportDeskTexts.person;

/** A user or an installer with devices, plan, sessions, certification and tickets (SUPP-01). */
export function DeskPerson({ id }: { id: string }) {
  return (
    <Loaded query={useQuery(personQuery(id))} failed={supportDeskTexts.users.failed} notFound={texts.notFound}>
      {(person) => (
        <div className={classes.page}>
          <div className={classes.column}>
            <Account person={person} />
            <TicketsCard title={texts.tickets} none={texts.noTickets} tickets={person.tickets} />
          </div>
          <Devices person={person} />
        </div>
      )}
    </Loaded>
  );
}

function Account({ person }: { person: DeskPersonPage }) {
  const { name, email, role, phone, businessName, timeZone, company, certification, sessions } = person;
  return (
    <SectionCard
      title={name || email}
      aside={<Badge color="gray">{supportDeskTexts.search.roles[role === 'installer' ? role : 'user']}</Badge>}
      isFlush
    >
      <FactRows>
        <FactRow name={texts.email}>{email}</FactRow>
        <FactRow name={texts.phone}>{phone}</FactRow>
        <FactRow name={texts.business}>{businessName}</FactRow>
        <FactRow name={texts.company}>
          {company && (
            <Link to={supportPaths.company} params={{ id: company.id }} className={classes.link ?? ''}>
              {company.name}
            </Link>
          )}
        </FactRow>
        {role === 'installer' && (
          <FactRow name={texts.certification}>
            {certification === null ? texts.noCertification : <Certification certification={certification} />}
          </FactRow>
        )}
        <FactRow name={texts.plan}>{planOf(person)}</FactRow>
        <FactRow name={texts.sessions}>{sessions.toLocaleString('en')}</FactRow>
        <FactRow name={texts.timeZone}>{timeZone}</FactRow>
        <FactRow name={texts.since}>{formatExact(person.createdAt)}</FactRow>
      </FactRows>
    </SectionCard>
  );
}

/** The gift ends with a day of the person's own time zone. */
function planOf({ isPremium, giftUntil, timeZone }: DeskPersonPage): string {
  const { premium, free } = supportDeskTexts.people;
  if (giftUntil !== null) return texts.giftUntil(formatCalendarDay(dayIn(timeZone, new Date(giftUntil))));
  return isPremium ? premium : free;
}

function Certification({ certification }: { certification: NonNullable<DeskPersonPage['certification']> }) {
  const { number, expiresAt, isRevoked } = certification;
  return (
    <>
      <span className={classes.mono}>{number}</span>{' '}
      <span className={classes.dimmed}>{isRevoked ? texts.revoked : endOf(expiresAt)}</span>
    </>
  );
}

const endOf = (expiresAt: string | null): string =>
  expiresAt === null ? texts.noEnd : texts.until(formatExact(expiresAt));

function Devices({ person: { devices, deviceCount } }: { person: DeskPersonPage }) {
  return (
    <SectionCard title={texts.devices(deviceCount)} isFlush>
      {deviceCount === 0 && <p className={classes.none}>{texts.noDevices}</p>}
      <ul className={classes.list}>
        {devices.map(({ serialNumber, nickname, status }) => (
          <li key={serialNumber} className={classes.row}>
            <Link to={supportPaths.device} params={{ serial: serialNumber }} className={classes.link ?? ''}>
              <DeviceName name={nickname ?? supportDeskTexts.unnamed} serialNumber={serialNumber} />
            </Link>
            <StatusBadge status={status} />
          </li>
        ))}
      </ul>
      {deviceCount > devices.length && <p className={classes.none}>{texts.moreDevices(devices.length, deviceCount)}</p>}
    </SectionCard>
  );
}
