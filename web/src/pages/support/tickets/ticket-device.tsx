import OfflineCausesCard from '#features/offline-causes/offline-causes-card.tsx';
import { OfflineCausesList } from '#features/offline-causes/offline-causes-list.tsx';
import { silentStatuses } from '#features/offline-causes/offline-causes-question.tsx';
import { offlineCausesQuery } from '#features/offline-causes/offline-causes.queries.ts';
import { deviceQuery } from '#features/support-desk/support-desk.queries.ts';
import { formatExact } from '#lib/format.ts';
import { supportPaths } from '#lib/support-paths.ts';
import { Age } from '#ui/data/age.tsx';
import { CardFacts } from '#ui/data/card-facts.tsx';
import { Fact } from '#ui/data/fact.tsx';
import { StatusBadge } from '#ui/data/status-badge.tsx';
import { useIsPhone } from '#ui/is-phone.ts';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { deviceStatusTexts } from '@trace/contract/device-status/device-status.texts';
import type { OfflineCauses } from '@trace/contract/offline-causes/offline-causes.schema';
import { offlineCausesTexts } from '@trace/contract/offline-causes/offline-causes.texts';
import type { StaffConversation } from '@trace/contract/tickets/staff/tickets.staff.schema';
import { staffTicketsTexts as texts } from '@trace/contract/tickets/staff/tickets.staff.texts';
import { ticketsTexts } from '@trace/contract/tickets/tickets.texts';
import { SupportLocation } from '../support-location.tsx';
import classes from './ticket.module.css';

type Ticket = StaffConversation['ticket'];

/** The device of a ticket: its last report, why it is silent, and the location for a reason (SUPL-07). */
export function TicketDevice({ ticket }: { ticket: Ticket }) {
  const isPhone = useIsPhone();
  const { serialNumber, device, id, number, status } = ticket;
  if (serialNumber === null) {
    if (isPhone) return null;
    return (
      <SectionCard title={texts.device}>
        <p className={classes.none}>{texts.noDevice}</p>
      </SectionCard>
    );
  }
  const isUnfinished = status === 'open' || status === 'in_progress';
  return (
    <aside className={classes.side} aria-label={texts.device}>
      <KnownDevice serial={serialNumber} name={device?.deviceName ?? serialNumber} />
      {device && <Reported device={device} at={ticket.createdAt} />}
      {isUnfinished && <SupportLocation serialNumber={serialNumber} tickets={[{ id, number }]} />}
    </aside>
  );
}

function KnownDevice({ serial, name }: { serial: string; name: string }) {
  const { data } = useQuery(offlineCausesQuery(serial, true));
  return (
    <>
      <SectionCard title={name} aside={data && <StatusBadge status={data.status} />}>
        <Link to={supportPaths.device} params={{ serial }} className={classes.serial}>
          {serial}
        </Link>
        {data && <Report report={data.report} serial={serial} />}
      </SectionCard>
      {(!data || silentStatuses.has(data.status)) && <OfflineCausesCard serial={serial} reader="service" isStaff />}
    </>
  );
}

/** The state of the device when its person wrote the ticket. The device may have recovered meanwhile. */
function Reported({ device, at }: { device: NonNullable<Ticket['device']>; at: string }) {
  const { status, lastSeen, batteryPct, signalPct, offline } = device;
  const facts = [
    formatExact(at),
    ...(lastSeen === null ? [deviceStatusTexts.neverSeen] : [`${texts.lastSeen} ${formatExact(lastSeen)}`]),
    ...(batteryPct === null ? [] : [`${texts.battery} ${Math.round(batteryPct)}%`]),
    ...(signalPct === null ? [] : [`${texts.signal} ${Math.round(signalPct)}%`]),
  ];
  return (
    <SectionCard title={texts.atTicket} aside={<StatusBadge status={status} />} isFlush>
      <p className={classes.reported}>{texts.reportedAs(facts)}</p>
      {offline && <OfflineCausesList explanation={offline} reader={null} />}
    </SectionCard>
  );
}

/** The last report of the device. */
function Report({ report, serial }: { report: OfflineCauses['report']; serial: string }) {
  const { lastSeen, batteryPct, externalPower, signalPct, networkType, firmware, hubName } = report;
  const power = externalPower === true ? `, ${offlineCausesTexts.onPower}` : '';
  return (
    <CardFacts>
      <Fact name={texts.lastSeen}>{lastSeen === null ? deviceStatusTexts.neverSeen : <Age at={lastSeen} />}</Fact>
      <Fact name={texts.battery}>{batteryPct === null ? texts.none : `${Math.round(batteryPct)}%${power}`}</Fact>
      <Fact name={texts.signal}>{signalPct === null ? texts.none : `${Math.round(signalPct)}%`}</Fact>
      <Fact name={texts.network}>{networkType === null ? texts.none : texts.networks[networkType]}</Fact>
      <Fact name={texts.firmware}>{firmware ?? texts.none}</Fact>
      <Fact name={texts.hub}>{hubName ?? texts.noHub}</Fact>
      <InstallerFact serial={serial} />
    </CardFacts>
  );
}

/** The installer with the company, as the page of the device shows them. */
function InstallerFact({ serial }: { serial: string }) {
  const { data } = useQuery(deviceQuery(serial));
  if (!data) return null;
  const { installer, company } = data;
  return (
    <Fact name={texts.installer}>
      {installer === null ? (
        ticketsTexts.formerAccount
      ) : (
        <Link to={supportPaths.person} params={{ id: installer.id }} className={classes.link} dir="auto">
          {company?.name ?? (installer.name || installer.email)}
        </Link>
      )}
    </Fact>
  );
}
