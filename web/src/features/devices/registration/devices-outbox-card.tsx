import { formatAge } from '#lib/format.ts';
import { useBrowserNow } from '#lib/now.ts';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Badge, Button } from '@mantine/core';
import { outboxTexts as texts } from '@trace/contract/devices/registration/devices.outbox.texts';
import { deviceName } from '@trace/contract/devices/devices.rules';
import { dropRegistration, keepRegistration, useOutbox, type KeptRegistration } from './devices-outbox-store.ts';
import classes from './devices-outbox.module.css';

/**
 * Shows the registrations that wait for signal, and the registrations that the server refused with the reason. `onEdit`
 * takes a refused registration into the form.
 */
export function DevicesOutboxCard({ onEdit }: { onEdit: (entry: KeptRegistration) => void }) {
  const entries = useOutbox();
  if (entries.length === 0) return null;
  return (
    <SectionCard title={texts.title}>
      <p className={classes.hint}>{texts.hint}</p>
      <ul className={classes.list}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} onEdit={() => onEdit(entry)} />
        ))}
      </ul>
    </SectionCard>
  );
}

function Entry({ entry, onEdit }: { entry: KeptRegistration; onEdit: () => void }) {
  const nowMs = useBrowserNow('halfMinute');
  const { serialNumber, nickname, madeAt, refusal } = entry;
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <span className={classes.name} dir="auto">
          {deviceName(serialNumber, nickname?.trim() || null)}
        </span>
        <Badge color={refusal === null ? 'gray' : 'red'}>{refusal === null ? texts.waiting : texts.refused}</Badge>
      </div>
      <p className={classes.fact}>
        <span className={classes.serial}>{serialNumber}</span> · {texts.madeAt} {formatAge(madeAt, nowMs)}
      </p>
      {refusal !== null && <p className={classes.refusal}>{refusal}</p>}
      <div className={classes.actions}>
        {refusal !== null && (
          <>
            <Button
              size="compact-sm"
              variant="light"
              aria-label={texts.retryOf(serialNumber)}
              onClick={() => void keepRegistration({ ...entry, refusal: null })}
            >
              {texts.retry}
            </Button>
            <Button size="compact-sm" variant="subtle" aria-label={texts.editOf(serialNumber)} onClick={onEdit}>
              {texts.edit}
            </Button>
          </>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={texts.removeOf(serialNumber)}
          onClick={() => void dropRegistration(entry)}
        >
          {texts.remove}
        </Button>
      </div>
    </li>
  );
}
