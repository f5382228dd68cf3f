import { formatMoment } from '#lib/moment-format.ts';
import { useNow } from '#lib/now.ts';
import { paths } from '#lib/paths.ts';
import { Age } from '#ui/data/age.tsx';
import { Badge, Button, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Alert } from '@trace/contract/alerts/alerts.schema';
import { alertsTexts as texts } from '@trace/contract/alerts/alerts.texts';
import { alertKinds, type AlertKind } from '@trace/contract/alerts/alerts.rules';
import { useRef } from 'react';
import classes from './alerts-dialog.module.css';
import { useReadAlert } from './alerts.read.queries.ts';

interface AlertsRowProps {
  alert: Alert;
  area: 'user' | 'installer';
  /** The person goes to the device. */
  onLeave: () => void;
}

/** Shows an alert: the event, the device, the start, and whether the messages arrived. */
export function AlertsRow({ alert, area, onLeave }: AlertsRowProps) {
  const { id, kind, device, startedAt, endedAt, readAt, deliveries } = alert;
  const read = useReadAlert();
  const row = useRef<HTMLLIElement>(null);
  const nowMs = useNow('halfMinute');
  // The button disappears with the click, so the focus moves to the row and stays in the list.
  const markRead = () => read.mutate(id, { onSuccess: () => row.current?.focus() });
  const isUnread = readAt === null;
  const event = wordsOf(alert);
  const lasting = isLasting(kind) ? kind : null;
  const open = () => {
    if (isUnread) read.mutate(id);
    onLeave();
  };
  return (
    <li ref={row} tabIndex={-1} className={classes.row} data-unread={isUnread || undefined}>
      <div>
        <div className={classes.what}>
          {isUnread && <span className={classes.unread} />}
          {texts.kind[kind]}
          {isUnread && <VisuallyHidden>{texts.unread}</VisuallyHidden>}
          {lasting && endedAt === null && <Badge color="amber">{texts.lasts}</Badge>}
        </div>
        <p className={classes.event}>{event}</p>
        <p className={classes.note}>
          <Age at={startedAt} />
          {lasting && endedAt !== null && (
            <span>
              {texts.ended[lasting]} <Age at={endedAt} />
            </span>
          )}
          {deliveries.map(({ channel, state, until }) => (
            <span key={channel}>
              {texts.channel[channel]}:{' '}
              {state === 'quiet'
                ? texts.delivery.quiet(until === null ? '' : formatMoment(until, nowMs))
                : texts.delivery[state]}
            </span>
          ))}
        </p>
      </div>
      <div className={classes.side}>
        {device && (
          <Button
            size="xs"
            variant="light"
            className={classes.open ?? ''}
            aria-label={texts.open(device.name)}
            onClick={open}
            renderRoot={(props) =>
              area === 'user' ? (
                <Link to={paths.user} search={{ device: device.serialNumber }} {...props} />
              ) : (
                <Link to={paths.installerDevices} search={{ q: device.serialNumber }} {...props} />
              )
            }
          >
            {texts.openShort}
          </Button>
        )}
        {isUnread && (
          <Button
            size="xs"
            variant="subtle"
            className={classes.read ?? ''}
            loading={read.isPending}
            aria-label={`${texts.markRead}: ${event}`}
            onClick={markRead}
          >
            {texts.markRead}
          </Button>
        )}
      </div>
    </li>
  );
}

/** A test, a notice and an answer to a location request are over as soon as they happen. */
const isLasting = (kind: Alert['kind']): kind is AlertKind => alertKinds.some((each) => each === kind);

function wordsOf({ kind, device }: Alert): string {
  if (kind === 'test') return texts.testEvent;
  const name = device?.name ?? texts.unnamed;
  if (kind === 'support_access') return texts.noticed[kind](name);
  return isLasting(kind) ? texts.event[kind](name) : texts.answered[kind](name);
}
