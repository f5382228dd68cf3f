import { formatDuration, formatExact, formatTime, toEpochMs } from '#lib/format.ts';
import { DataTable } from '#ui/data/table/data-table.tsx';
import { useIsPhone } from '#ui/is-phone.ts';
import { RowCard, RowCards } from '#ui/data/table/row-cards.tsx';
import { Badge, Table } from '@mantine/core';
import { IconEye, IconMapPinCheck } from '@tabler/icons-react';
import { breakGlassTexts } from '@trace/contract/location-access/break-glass/location-access.break-glass.texts';
import type { Look } from '@trace/contract/location-access/location-access.schema';
import { locationAccessTexts } from '@trace/contract/location-access/location-access.texts';
import { accessUserTexts } from '@trace/contract/location-access/location-access.user.texts';
import { Fragment } from 'react';
import classes from './location-access-log-entries.module.css';
import { daysOf } from './location-access-days.ts';
import { LocationAccessPerson } from './location-access-person.tsx';

/** Looks by day: a table, on a phone two lines each. */
export function LocationAccessLooks({ looks }: { looks: readonly Look[] }) {
  const isPhone = useIsPhone();
  return isPhone ? <LookCards looks={looks} /> : <LookTable looks={looks} />;
}

function LookTable({ looks }: { looks: readonly Look[] }) {
  const { columns } = accessUserTexts;
  return (
    <DataTable minWidth={640}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{columns.when}</Table.Th>
          <Table.Th>{columns.who}</Table.Th>
          <Table.Th>{columns.device}</Table.Th>
          <Table.Th>{columns.what}</Table.Th>
          <Table.Th>{columns.why}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {daysOf(looks).map(({ day, looks: ofDay }) => (
          <Fragment key={day}>
            <Table.Tr className={classes.day ?? ''}>
              <Table.Th colSpan={5} scope="colgroup">
                {day}
              </Table.Th>
            </Table.Tr>
            {ofDay.map((look) => (
              <Table.Tr key={look.id}>
                <Table.Td>
                  <Moment look={look} />
                </Table.Td>
                <Table.Td>
                  <LocationAccessPerson person={personOf(look)} />
                </Table.Td>
                <Table.Td>
                  <bdi>{look.deviceName}</bdi>
                </Table.Td>
                <Table.Td>
                  <Seen look={look} />
                </Table.Td>
                <Table.Td>
                  <Right look={look} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Fragment>
        ))}
      </Table.Tbody>
    </DataTable>
  );
}

function LookCards({ looks }: { looks: readonly Look[] }) {
  return daysOf(looks).map(({ day, looks: ofDay }) => (
    <section key={day} aria-label={day}>
      <h3 className={classes.dayTitle}>{day}</h3>
      <RowCards>
        {ofDay.map((look) => (
          <RowCard key={look.id} className={classes.card}>
            <div className={classes.line}>
              <span className={classes.name} dir="auto">
                {look.viewer.name}
              </span>
              <Moment look={look} />
            </div>
            <div className={classes.line}>
              <span className={classes.note}>
                {look.deviceName}
                <br />
                <Seen look={look} />
                {look.ticketNumber !== null && `, ${ticketOf(look, look.ticketNumber)}`}
              </span>
              <Badge color="gray" variant="light">
                {locationAccessTexts.rights[look.right]}
              </Badge>
            </div>
          </RowCard>
        ))}
      </RowCards>
    </section>
  ));
}

/** Support shows the ticket in place of a company. A panic contact may be anyone, so no company is named. */
const personOf = (look: Look): Look['viewer'] => {
  const { viewer, right, ticketNumber } = look;
  if (right === 'panic') return { ...viewer, companyName: accessUserTexts.panicContact };
  return ticketNumber === null ? viewer : { ...viewer, companyName: ticketOf(look, ticketNumber) };
};

const ticketOf = ({ supportUntil }: Look, ticketNumber: string): string =>
  supportUntil === null
    ? breakGlassTexts.forTicket(ticketNumber)
    : breakGlassTexts.forTicketUntil(ticketNumber, formatTime(supportUntil));

function Moment({ look }: { look: Look }) {
  return (
    <time dateTime={look.fromAt} title={formatExact(look.fromAt)} className={classes.moment}>
      {formatTime(look.fromAt)}
    </time>
  );
}

/**
 * Shows the kind of view. A ping returns one position, whichever of the viewer's pages received the answer, so its
 * count is omitted.
 */
function Seen({ look }: { look: Look }) {
  const durationMs = toEpochMs(look.toAt) - toEpochMs(look.fromAt);
  const isLive = look.what === 'live';
  return (
    <span className={classes.seen}>
      <IconEye size={16} stroke={1.6} aria-hidden="true" />
      <span>
        {isLive ? accessUserTexts.liveFor(formatDuration(durationMs)) : locationAccessTexts.kinds[look.what]}
        {look.what !== 'ping' && look.positions > 1 && (
          <span className={classes.note}>, {accessUserTexts.positions(look.positions)}</span>
        )}
      </span>
    </span>
  );
}

function Right({ look }: { look: Look }) {
  return (
    <>
      <Badge
        variant="light"
        color={look.right === 'grant' ? 'petrol' : 'gray'}
        leftSection={<IconMapPinCheck size={13} stroke={1.8} aria-hidden="true" />}
      >
        {locationAccessTexts.rights[look.right]}
      </Badge>
      {look.grant && (
        <div className={classes.note}>
          {accessUserTexts.grantOf(look.grant.minutes, formatTime(look.grant.startsAt))}
        </div>
      )}
    </>
  );
}
