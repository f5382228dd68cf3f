import { formatTimeWithSeconds, toEpochMs } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { SectionCard } from '#ui/layout/section-card.tsx';
import {
  IconBell,
  IconCheck,
  IconChecks,
  IconClock,
  IconDeviceDesktop,
  IconMail,
  IconMessage,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import type { DeliveryState, PanicChannel } from '@trace/contract/panic/panic.rules';
import type { IncidentDetails, PanicRecipient } from '@trace/contract/panic/panic.schema';
import {
  channelWords,
  clockWords,
  deliveryWords,
  joinNames,
  panicScreenTexts as texts,
  partWords,
} from '@trace/contract/panic/panic.screen.texts';
import { useMomentFormat } from './panic-moment.ts';
import classes from './panic-recipients.module.css';

const channelIcons: Record<PanicChannel, TablerIcon> = {
  portal: IconDeviceDesktop,
  push: IconBell,
  email: IconMail,
  sms: IconMessage,
};

const states: Record<DeliveryState, { icon: TablerIcon; tone?: 'good' | 'bad' }> = {
  waiting: { icon: IconClock },
  sent: { icon: IconCheck, tone: 'good' },
  seen: { icon: IconChecks, tone: 'good' },
  failed: { icon: IconX, tone: 'bad' },
  none: { icon: IconX, tone: 'bad' },
  cancelled: { icon: IconClock },
};

/** The recipients with the state of each message, and the next recipients with a countdown. */
export function PanicRecipients({ incident }: { incident: IncidentDetails }) {
  const { recipients, taken, closed, next } = incident;
  const isWaiting = taken === null && closed === null;
  return (
    <SectionCard title={texts.told} aside={takenWords(incident)} isFlush>
      {recipients.length === 0 && <p className={classes.none}>{texts.toldNobody}</p>}
      <ul className={classes.list}>
        {recipients.map((recipient) => (
          <Recipient key={recipient.id} recipient={recipient} />
        ))}
      </ul>
      {isWaiting && next && <Next next={next} />}
    </SectionCard>
  );
}

function takenWords({ taken, closed }: IncidentDetails): string {
  if (taken === null) return closed === null ? texts.notTaken : texts.neverTaken;
  return taken.isYou ? texts.takenByYou : texts.takenBy(taken.name);
}

function Recipient({ recipient }: { recipient: PanicRecipient }) {
  const { name, deliveries, notifiedAt } = recipient;
  return (
    <li className={classes.recipient}>
      <div className={classes.head}>
        <span className={classes.name} dir="auto">
          {name}
        </span>
        <span className={classes.part}>{partWords(recipient)}</span>
      </div>
      {notifiedAt === null ? (
        <p className={classes.part}>{texts.notTold}</p>
      ) : (
        <ul className={classes.deliveries}>
          {deliveries.map((delivery) => (
            <Delivery key={delivery.channel} delivery={delivery} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Delivery({ delivery }: { delivery: PanicRecipient['deliveries'][number] }) {
  const moment = useMomentFormat();
  const Channel = channelIcons[delivery.channel];
  const { icon: State, tone } = states[delivery.state];
  return (
    <li className={classes.delivery}>
      <span className={classes.channel}>
        <Channel size={15} stroke={1.7} aria-hidden="true" />
        {channelWords[delivery.channel]}
      </span>
      <span className={classes.state} data-tone={tone}>
        <State size={15} stroke={1.9} aria-hidden="true" />
        {deliveryWords(delivery, moment(delivery.at))}
      </span>
    </li>
  );
}

function Next({ next }: { next: NonNullable<IncidentDetails['next']> }) {
  const nowMs = useNow('second');
  return (
    <div className={classes.next}>
      <div>
        <p className={classes.nextWho} dir="auto">
          {texts.next(joinNames(next.names))}
        </p>
        <p className={classes.nextWhen}>{texts.nextAt(formatTimeWithSeconds(next.at))}</p>
      </div>
      <span role="timer" className={classes.countdown}>
        {clockWords(toEpochMs(next.at) - nowMs)}
      </span>
    </div>
  );
}
