import { failureWords } from '#lib/http/api.ts';
import { useNow } from '#lib/now.ts';
import { Age } from '#ui/data/age.tsx';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { ActionIcon, Badge, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import {
  addressOf,
  contactChannels,
  isReached,
  type ContactChannel,
} from '@trace/contract/panic-contacts/panic-contacts.rules';
import type { ContactAddress, PanicContact } from '@trace/contract/panic-contacts/panic-contacts.schema';
import { panicContactsTexts as texts } from '@trace/contract/panic-contacts/panic-contacts.texts';
import classes from './panic-contacts-card.module.css';
import { showContactsFailure, useInviteContact, useTestContact } from './panic-contacts.queries.ts';

interface PanicContactsRowProps {
  contact: PanicContact;
  place: number;
  isPremium: boolean;
  isMoving: boolean;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onEdit: () => void;
  onRemove: () => void;
}

const iconLook = { size: 17, stroke: 1.7, 'aria-hidden': true } as const;

/** A contact: its place, the state of each channel, the last test, and the actions. */
export function PanicContactsRow(props: PanicContactsRowProps) {
  const { contact, place, isPremium, isMoving, onUp, onDown, onEdit, onRemove } = props;
  const { name, email, phone } = contact;
  const [test, invite] = [useTestContact(), useInviteContact()];
  const states = [email?.state, phone?.state];
  const resend = () => invite.mutate(contact, { onError: (error) => showContactsFailure(error, texts.resendFailed) });
  return (
    <li className={classes.row}>
      <span className={classes.place} aria-hidden="true">
        {place}
      </span>
      <div className={classes.person}>
        <p className={classes.name}>{name}</p>
        <ul className={classes.channels}>
          {contactChannels
            .filter((channel) => contact.channels.includes(channel))
            .map((channel) => (
              <Channel key={channel} channel={channel} contact={contact} />
            ))}
        </ul>
        {contact.lastTest && <LastTest test={contact.lastTest} />}
        {test.isError && <OutcomeLine tone="bad">{failureWords(test.error, texts.testFailed)}</OutcomeLine>}
      </div>
      <NeedsNetwork isTight>
        {(button) => (
          <div className={classes.actions}>
            <Move label={texts.up(name)} icon={IconArrowUp} isMoving={isMoving} onMove={onUp} {...button} />
            <Move label={texts.down(name)} icon={IconArrowDown} isMoving={isMoving} onMove={onDown} {...button} />
            {isPremium && isReached(contact) && (
              <Button
                size="xs"
                variant="default"
                aria-label={texts.testOf(name)}
                loading={test.isPending}
                onClick={() => test.mutate(contact)}
                {...button}
              >
                {texts.test}
              </Button>
            )}
            {isPremium && states.includes('invited') && (
              <Button
                size="xs"
                variant="default"
                aria-label={texts.resendOf(name)}
                loading={invite.isPending}
                onClick={resend}
                {...button}
              >
                {texts.resend}
              </Button>
            )}
            <Button size="xs" variant="default" aria-label={texts.editOf(name)} onClick={onEdit} {...button}>
              {texts.edit}
            </Button>
            <Button size="xs" variant="default" aria-label={texts.removeOf(name)} onClick={onRemove} {...button}>
              {texts.remove}
            </Button>
          </div>
        )}
      </NeedsNetwork>
    </li>
  );
}

interface MoveProps {
  label: string;
  icon: typeof IconArrowUp;
  isMoving: boolean;
  /** Null: the contact is at the end of the list already. */
  onMove: (() => void) | null;
  disabled?: true;
}

function Move({ label, icon: Icon, isMoving, onMove, disabled }: MoveProps) {
  return (
    <ActionIcon
      variant="default"
      size={30}
      aria-label={label}
      disabled={disabled ?? onMove === null}
      // While a move is on its way, the next press would use the old order.
      onClick={() => !isMoving && onMove?.()}
    >
      <Icon {...iconLook} />
    </ActionIcon>
  );
}

function Channel({ channel, contact }: { channel: ContactChannel; contact: PanicContact }) {
  const address = contact[addressOf[channel]];
  const nowMs = useNow('halfMinute');
  if (address === null) return null;
  const { tone, words } = stateOf(address, channel, contact.hasBrowser, nowMs);
  return (
    <li>
      <span className={classes.channel}>{texts.channel[channel]}</span>
      {channel !== 'push' && <span className={classes.address}>{address.value}</span>}
      <Badge color={tone}>{words}</Badge>
      {tone === 'green' && address.allowsDrills && <span className={classes.hint}>{texts.withDrills}</span>}
      {words === texts.noBrowser && <p className={classes.why}>{texts.noBrowserWhy}</p>}
    </li>
  );
}

function stateOf(address: ContactAddress, channel: ContactChannel, hasBrowser: boolean | null, nowMs: number) {
  const { state, expiresAt, isFailed } = address;
  if (state === 'invited' && isFailed) return { tone: 'red', words: texts.notSent };
  if (expiresAt !== null && Date.parse(expiresAt) <= nowMs) return { tone: 'amber', words: texts.expired };
  if (state === 'invited') return { tone: 'amber', words: texts.state.invited };
  if (state !== 'agreed') return { tone: 'gray', words: texts.state[state] };
  if (channel === 'push' && hasBrowser === false) return { tone: 'amber', words: texts.noBrowser };
  return { tone: 'green', words: texts.state.agreed };
}

function LastTest({ test: { at, results } }: { test: NonNullable<PanicContact['lastTest']> }) {
  const words = contactChannels.flatMap((channel) => {
    const outcome = results[channel];
    return outcome === undefined ? [] : [`${texts.channel[channel]} ${texts.testOutcome[outcome]}`];
  });
  return (
    <p className={classes.hint} role="status">
      {texts.testResult} <Age at={at} />: {words.join(', ')}
    </p>
  );
}
