import { Button, Checkbox, Switch, TextInput } from '@mantine/core';
import { alertChannels, alertKinds, type AlertChannel, type AlertKind } from '@trace/contract/alerts/alerts.rules';
import { quietHoursSchema, type AlertSettings } from '@trace/contract/alerts/alerts.settings.schema';
import { alertsTexts as texts } from '@trace/contract/alerts/alerts.texts';
import { useRef, useState, type FormEvent } from 'react';
import classes from './alerts-settings-card.module.css';
import { useSaveAlertSettings } from './alerts.settings.queries.ts';

const USUAL_NIGHT = { from: '22:00', to: '07:00' };

type Field = 'from' | 'to';

/** Channels by cause, and quiet hours; saved together. */
export function AlertsChoices({ settings }: { settings: AlertSettings }) {
  const save = useSaveAlertSettings();
  const [choices, setChoices] = useState(settings.choices);
  const [isQuiet, setIsQuiet] = useState(settings.quietHours !== null);
  const [hours, setHours] = useState(settings.quietHours ?? USUAL_NIGHT);
  const [bad, setBad] = useState<Partial<Record<Field, string>>>({});
  const inputs = { from: useRef<HTMLInputElement>(null), to: useRef<HTMLInputElement>(null) };

  const choose = (kind: AlertKind, channel: AlertChannel, isOn: boolean) =>
    setChoices((before) => ({ ...before, [kind]: { ...before[kind], [channel]: isOn } }));
  const change = (field: Field, time: string) => {
    setHours((before) => ({ ...before, [field]: time }));
    setBad({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problem = isQuiet ? quietHoursSchema.safeParse(hours).error?.issues[0] : undefined;
    if (problem === undefined) return save.mutate({ choices, quietHours: isQuiet ? hours : null });
    const field: Field = problem.path[0] === 'from' ? 'from' : 'to';
    setBad({ [field]: problem.message });
    inputs[field].current?.focus();
  };

  return (
    <form onSubmit={submit} noValidate>
      {alertKinds.map((kind) => (
        <fieldset key={kind} className={classes.kind}>
          <legend className={classes.legend}>{texts.kind[kind]}</legend>
          <p className={classes.hint}>{texts.kindHint[kind]}</p>
          <div className={classes.channels}>
            {alertChannels.map((channel) => (
              <Checkbox
                key={channel}
                label={texts.channel[channel]}
                checked={choices[kind][channel]}
                onChange={(event) => choose(kind, channel, event.currentTarget.checked)}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <div className={classes.part}>
        <h3 className={classes.heading}>{texts.quiet}</h3>
        <Switch label={texts.quietOn} checked={isQuiet} onChange={(event) => setIsQuiet(event.currentTarget.checked)} />
        {isQuiet && (
          <div className={classes.hours}>
            {(['from', 'to'] as const).map((field) => (
              <TextInput
                key={field}
                ref={inputs[field]}
                type="time"
                label={field === 'from' ? texts.quietFrom : texts.quietTo}
                value={hours[field]}
                error={bad[field]}
                onChange={(event) => change(field, event.currentTarget.value)}
              />
            ))}
          </div>
        )}
        <p className={classes.hint}>
          {texts.quietHint(settings.timeZone)} {texts.quietOver}
        </p>
        <div>
          <Button type="submit" loading={save.isPending}>
            {texts.save}
          </Button>
        </div>
      </div>
    </form>
  );
}
