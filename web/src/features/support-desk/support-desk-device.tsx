import { FactRow, FactRows } from '#ui/data/fact-rows.tsx';
import { formatExact, formatLongDay } from '#lib/format.ts';
import { supportPaths } from '#lib/support-paths.ts';
import { Age } from '#ui/data/age.tsx';
import { Battery } from '#ui/data/battery.tsx';
import { Signal } from '#ui/data/signal.tsx';
import { StatusBadge } from '#ui/data/status-badge.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { networkLabel } from '@trace/contract/device-status/device-status.texts';
import type { DeskDevicePage } from '@trace/contract/support-desk/support-desk.schema';
import { supportDeskTexts } from '@trace/contract/support-desk/support-desk.texts';
import type { ReactNode } from 'react';
import { PersonLink, TicketsCard } from './support-desk-facts.tsx';
import { Loaded } from './support-desk-loaded.tsx';
import { deviceQuery } from './support-desk.queries.ts';
import classes from './support-desk.module.css';

const texts = supportDeskTexts.device;

interface DeskDeviceProps {
  serial: string;
  /** The location, which staff see only for a ticket. The page provides this content. */
  renderLocation: (tickets: DeskDevicePage['tickets']) => ReactNode;
  /** The card Firmware. The page provides this content. */
  firmware: ReactNode;
}

/** A device with its condition, people, errors and tickets (SUPP-01). */
export function DeskDevice({ serial, renderLocation, firmware }: DeskDeviceProps) {
  return (
    <Loaded query={useQuery(deviceQuery(serial))} failed={supportDeskTexts.devices.failed} notFound={texts.notFound}>
      {(device) => (
        <div className={classes.page}>
          <div className={classes.column}>
            <Condition device={device} />
            {renderLocation(device.tickets.filter(({ status }) => status === 'open' || status === 'in_progress'))}
            <SectionCard title={texts.errors} isFlush>
              {device.errorLogs.length === 0 && <p className={classes.none}>{texts.noErrors}</p>}
              <ul className={classes.list}>
                {device.errorLogs.map((line, index) => (
                  // A device can report the same line twice.
                  <li key={index} className={`${classes.row} ${classes.mono}`}>
                    {line}
                  </li>
                ))}
              </ul>
            </SectionCard>
          </div>
          <div className={classes.column}>
            <People device={device} />
            <Registration device={device} />
            {firmware}
            <Certificates certificates={device.certificates} />
            <TicketsCard title={texts.tickets} none={texts.noTickets} tickets={device.tickets} />
          </div>
        </div>
      )}
    </Loaded>
  );
}

function Condition({ device: { status, firmware } }: { device: DeskDevicePage }) {
  const { batteryPct, signalPct, lastSeen, clockWrongSince } = status;
  return (
    <SectionCard title={texts.health} aside={<StatusBadge status={status.status} />} isFlush>
      <FactRows>
        <FactRow name={supportDeskTexts.devices.columns.lastSeen}>{lastSeen && <Age at={lastSeen} />}</FactRow>
        <FactRow name={supportDeskTexts.devices.columns.battery}>
          {batteryPct !== null && <Battery percent={batteryPct} />}
        </FactRow>
        <FactRow name={supportDeskTexts.devices.columns.signal}>
          {signalPct !== null && <Signal percent={signalPct} />}
        </FactRow>
        <FactRow name={texts.network}>{networkLabel[status.network]}</FactRow>
        <FactRow name={texts.configuration}>{status.configApplied ? texts.applied : texts.notApplied}</FactRow>
        <FactRow name={texts.sleepMode}>{status.sleepModeEnabled ? texts.on : texts.off}</FactRow>
        {clockWrongSince && <FactRow name={texts.clock}>{texts.clockWrong(formatExact(clockWrongSince))}</FactRow>}
        <FactRow name={texts.firmware}>{firmware && <span className={classes.mono}>{firmware}</span>}</FactRow>
      </FactRows>
    </SectionCard>
  );
}

function People({ device: { user, installer, company, dateAssigned } }: { device: DeskDevicePage }) {
  return (
    <SectionCard title={texts.people} isFlush>
      <FactRows>
        <FactRow name={texts.user}>{user === null ? texts.unassigned : <UserOf user={user} />}</FactRow>
        <FactRow name={texts.assigned}>{dateAssigned && formatExact(dateAssigned)}</FactRow>
        <FactRow name={texts.installer}>
          {installer === null ? texts.deletedAccount : <PersonLink {...installer} />}
        </FactRow>
        <FactRow name={texts.company}>
          {company === null ? (
            texts.noCompany
          ) : (
            <Link to={supportPaths.company} params={{ id: company.id }} className={classes.link ?? ''}>
              {company.name}
            </Link>
          )}
        </FactRow>
      </FactRows>
    </SectionCard>
  );
}

function UserOf({ user: { id, name, email } }: { user: NonNullable<DeskDevicePage['user']> }) {
  if (id !== null) return <PersonLink id={id} name={name ?? ''} email={email} />;
  return (
    <>
      {email} <span className={classes.dimmed}>{texts.noAccount}</span>
    </>
  );
}

function Registration({ device }: { device: DeskDevicePage }) {
  const { serialNumber, nickname, hubId, dateRegistered, replacedBy } = device;
  return (
    <SectionCard title={texts.facts} isFlush>
      <FactRows>
        <FactRow name={texts.serial}>
          <span className={classes.mono}>{serialNumber}</span>
        </FactRow>
        <FactRow name={texts.nickname}>{nickname && <span dir="auto">{nickname}</span>}</FactRow>
        <FactRow name={texts.hubId}>{hubId && <span className={classes.mono}>{hubId}</span>}</FactRow>
        <FactRow name={texts.registered}>{formatExact(dateRegistered)}</FactRow>
        {replacedBy !== null && (
          <FactRow name={texts.replacedBy}>
            <Link to={supportPaths.device} params={{ serial: replacedBy }} className={classes.mono ?? ''}>
              {replacedBy}
            </Link>
          </FactRow>
        )}
      </FactRows>
    </SectionCard>
  );
}

const certificateColors = {
  valid: 'green',
  next: 'blue',
  retiring: 'blue',
  ended: 'red',
  renewed: 'gray',
  revoked: 'gray',
} as const;

/** The history of the device's certificates (REG-12). */
function Certificates({ certificates }: Pick<DeskDevicePage, 'certificates'>) {
  return (
    <SectionCard title={texts.certificates} isFlush>
      {certificates.length === 0 && <p className={classes.none}>{texts.noCertificates}</p>}
      <ul className={classes.list}>
        {certificates.map(({ kind, state, issuedAt, endsAt }) => (
          <li key={`${kind} ${issuedAt}`} className={classes.row}>
            <span className={classes.stack}>
              {texts.certificateKinds[kind]}
              <span className={classes.dimmed}>
                {texts.certificateLife(formatLongDay(issuedAt), formatLongDay(endsAt))}
              </span>
            </span>
            <Badge color={certificateColors[state]}>{texts.certificateStates[state]}</Badge>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
