import { Anchor } from '@mantine/core';
import { IconAlertTriangle, IconClockPause } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { outboxTexts as texts } from '@trace/contract/devices/registration/devices.outbox.texts';
import classes from './devices-outbox-bar.module.css';
import { useOutboxSender } from './devices-outbox-sending.ts';
import { useOutbox } from './devices-outbox-store.ts';

/**
 * Is mounted above all pages of an installer. Sends the saved registrations, and shows how many wait or were refused
 * (REG-14). The page to register a device shows the registrations themselves.
 */
export default function DevicesOutboxBar({ setupPath }: { setupPath: string }) {
  useOutboxSender();
  const entries = useOutbox();
  const isAtSetup = useLocation({ select: ({ pathname }) => pathname === setupPath });
  const refused = entries.filter(({ refusal }) => refusal !== null).length;
  const waiting = entries.length - refused;
  if (entries.length === 0 || isAtSetup) return null;
  const Icon = refused > 0 ? IconAlertTriangle : IconClockPause;
  return (
    <section aria-label={texts.barLabel} className={classes.bar} data-refused={refused > 0 || undefined}>
      <Icon size={18} stroke={1.7} aria-hidden="true" />
      <span role="status">
        {[waiting > 0 && texts.waitingOf(waiting), refused > 0 && texts.refusedOf(refused)].filter(Boolean).join(' ')}
      </span>
      <Anchor component={Link} to={setupPath} className={classes.show ?? ''}>
        {texts.show}
      </Anchor>
    </section>
  );
}
